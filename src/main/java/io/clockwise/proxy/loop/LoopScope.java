package io.clockwise.proxy.loop;

import io.clockwise.proxy.connection.ConnectionBook;
import io.clockwise.proxy.live.LiveBook;
import io.clockwise.proxy.live.VertxClock;
import io.clockwise.proxy.loop.park.ParkedRequests;
import io.clockwise.proxy.policy.FailureResponder;
import io.clockwise.proxy.policy.HttpDate;
import io.clockwise.proxy.policy.RequestLog;
import io.clockwise.proxy.policy.ViaField;
import io.clockwise.proxy.policy.retry.Budgets;
import io.clockwise.proxy.session.SessionAnswers;
import io.clockwise.route.Router;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.LoopMeters;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.vertx.core.Vertx;
import java.util.SplittableRandom;

/** What the requests of one event loop share; used on that loop only. */
public final class LoopScope {
  private final Vertx vertx;
  private final int loop;
  private final RoutingTableRef tables;
  private final LoopMeters meters;
  private final RequestLog log;
  private final Router router;
  private final ConnectionBook connections;
  private final Budgets retries;
  private final SessionAnswers sessions;
  private final LiveBook live;
  private final OutcomeNotes outcomes;
  private final ParkedRequests parked;
  private final HttpDate date = new HttpDate();
  private final FailureResponder failures;
  private final RequestFields fields = new RequestFields(this);
  private final SplittableRandom random = new SplittableRandom();
  private ViaField via = new ViaField("");
  private String viaInstance = "";
  private boolean stopping;

  /**
   * Makes the scope of an event loop, on that loop.
   *
   * @param loop the index of the loop in the meters
   */
  public LoopScope(Vertx vertx, int loop, RoutingTableRef tables, Meters meters, RequestLog log) {
    this.vertx = vertx;
    this.loop = loop;
    this.tables = tables;
    this.meters = meters.loop(loop);
    this.log = log;
    this.router = new Router(loop, meters, random.split());
    this.connections = new ConnectionBook(vertx, meters.loops(), this.meters.upstream());
    this.retries = new Budgets(meters.loops());
    this.sessions = new SessionAnswers(loop, tables, meters, random.split());
    this.outcomes = new OutcomeNotes(loop);
    this.failures = new FailureResponder(this.meters, date);
    this.live = new LiveBook(new VertxClock(vertx), this.meters, loop, random.split());
    this.parked = new ParkedRequests(vertx);
    live.follow(tables.current());
  }

  /** Says that Clockwise stops: from now on each answer ends its connection, and tunnels end. */
  public void stop() {
    stopping = true;
    live.stop();
  }

  /** Tells whether Clockwise stops. */
  public boolean isStopping() {
    return stopping;
  }

  /** Returns the connections to backends. */
  public ConnectionBook connections() {
    return connections;
  }

  /** Takes a new table: what it does not have any more goes, and what may not last ends. */
  public void follow(RoutingTable table) {
    connections.retain(table);
    retries.retain(table.pools().keySet());
    live.follow(table);
    parked.tableFollowed();
  }

  /** Returns the requests that wait until something is known of their pools. */
  public ParkedRequests parked() {
    return parked;
  }

  /** Returns the requests that backends are serving. */
  public LiveBook live() {
    return live;
  }

  /** Returns the budgets of retries. */
  public Budgets retries() {
    return retries;
  }

  /** Returns what is noted of how backends serve requests. */
  public OutcomeNotes outcomes() {
    return outcomes;
  }

  /** Returns what answers do to sessions. */
  public SessionAnswers sessions() {
    return sessions;
  }

  /** Returns the published table's holder. */
  public RoutingTableRef tables() {
    return tables;
  }

  /** Returns what the loop counts. */
  public LoopMeters meters() {
    return meters;
  }

  /** Returns the Vert.x that the loop belongs to. */
  public Vertx vertx() {
    return vertx;
  }

  /** Returns the index of the loop in the meters. */
  public int loop() {
    return loop;
  }

  /** Tells the log of a request that is over; see {@link Tally#log}. */
  public void log(
      Tally tally,
      ServedRequest request,
      RoutingTable table,
      int status,
      EndedBy endedBy,
      long durationNanos) {
    fields.identify(request, tally);
    tally.log(log, request, table, status, endedBy, durationNanos);
  }

  /** Returns what decides where requests go. */
  public Router router() {
    return router;
  }

  /** Returns the clock of Date fields. */
  public HttpDate date() {
    return date;
  }

  /** Returns what answers failures. */
  public FailureResponder failures() {
    return failures;
  }

  /** Returns the entry of an instance in Via fields. */
  public ViaField via(String instance) {
    if (!instance.equals(viaInstance)) {
      viaInstance = instance;
      via = new ViaField(instance);
    }
    return via;
  }

  /** Returns 64 random bits. */
  public long randomBits() {
    return random.nextLong();
  }

  /** Returns 16 random bytes. */
  public byte[] newNonce() {
    byte[] nonce = new byte[16];
    random.nextBytes(nonce);
    return nonce;
  }
}
