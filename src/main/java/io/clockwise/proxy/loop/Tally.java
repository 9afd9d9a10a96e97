package io.clockwise.proxy.loop;

import io.clockwise.model.FailureKind;
import io.clockwise.model.OffOwner;
import io.clockwise.proxy.gate.peer.TlsFacts;
import io.clockwise.proxy.live.LiveEntry;
import io.clockwise.proxy.policy.RequestLog;
import io.clockwise.proxy.session.Visit;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.Decision;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.rule.ErrorPages;
import io.clockwise.telemetry.accesslog.AccessRecord;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.clockwise.telemetry.recent.Interest;
import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is told of one request when it is over; may be used again for the next one. */
public final class Tally {
  private List<AccessRecord.Try> tries = List.of();
  private final Timeline timeline = new Timeline();
  private final KeptDecision kept = new KeptDecision();
  private final Visit visit = new Visit();
  private @Nullable Choice choice;
  private @Nullable Account account;
  private long upstream;
  private boolean upstreamReused;
  private @Nullable FailureKind failure;
  private final RequestId id = new RequestId();
  private long requestBytes;
  private long responseBytes;

  /** Begins anew, with a request whose head has been read at this moment. */
  public void begin(long epochMillis, long nanos) {
    timeline.begin(epochMillis, nanos);
    tries = List.of();
    kept.clear();
    visit.clear();
    choice = null;
    account = null;
    upstream = 0;
    upstreamReused = false;
    failure = null;
    id.clear();
    requestBytes = 0;
    responseBytes = 0;
  }

  /** Returns when the steps happened. */
  public Timeline timeline() {
    return timeline;
  }

  /** Notes that the client is told how its request was decided. */
  public void accountable(Account newAccount) {
    account = newAccount;
  }

  /**
   * Writes what the client is told of the decision, if it is.
   *
   * @param answered whether the backend that is tried answers
   * @param fields of the answer
   */
  public void tell(boolean answered, MultiMap fields) {
    if (account != null) {
      account.write(choice(), tries, answered, fields);
    }
  }

  /** Notes that a connection to a backend is looked for. */
  public void searching() {
    upstream = 0;
    upstreamReused = false;
    timeline.searching();
  }

  /**
   * Notes that one was obtained.
   *
   * @param reused whether it has served an earlier request
   */
  public void leased(long number, boolean reused, long nowNanos) {
    upstream = number;
    upstreamReused = reused;
    timeline.leased(nowNanos);
  }

  /** Notes where the request goes. */
  public void chosen(@Nullable Choice newChoice) {
    choice = newChoice;
  }

  /** Notes where the request goes, as the event loop's decision says now. */
  public void chosen(Decision decision) {
    kept.keep(decision);
    visit.keep(decision);
  }

  /** Returns what the affinity cookie said. */
  public Visit visit() {
    return visit;
  }

  /** Returns the pool of the backend that is tried; null: none. */
  public @Nullable PoolSnapshot target() {
    return choice == null ? kept.target() : choice.target();
  }

  /** Returns the dense index of the backend that is tried, or -1. */
  public int backend() {
    return choice == null ? kept.backend() : choice.backend();
  }

  /** Returns what tells its key from others; a request without one is told from all others. */
  long keyMark() {
    Choice chosen = choice;
    long alone = timeline.startNanos();
    if (chosen == null) {
      return kept.keyHash(alone);
    }
    Choice.Key key = chosen.key();
    return key == null ? alone : key.value().hash();
  }

  /** Tells an entry where the first attempt goes, as the event loop's decision said. */
  public LiveEntry describe(LiveEntry entry) {
    return kept.describe(entry);
  }

  /** Tells whether the request goes to the backend that it names: its session does not follow. */
  public boolean isOverridden() {
    return choice != null && choice.isOverridden();
  }

  /** Returns the request's route; null before it was found. */
  public @Nullable CompiledRoute route() {
    return choice == null ? kept.route() : choice.route();
  }

  /** Returns how long a body the route allows; -1: as long as it likes. */
  public long mostBodyBytes() {
    CompiledRoute own = route();
    return own == null ? -1 : own.config().limits().body();
  }

  /** Returns the own error pages of the request's route. */
  public ErrorPages pages() {
    CompiledRoute own = route();
    return own == null ? ErrorPages.NONE : own.errorPages();
  }

  /** Returns where the request goes; null: nowhere yet. */
  public @Nullable Choice choice() {
    if (choice == null) {
      choice = kept.choice();
    }
    return choice;
  }

  /** Notes an attempt that came to nothing. */
  public void tried(AccessRecord.Try attempt) {
    if (tries.isEmpty()) {
      tries = new ArrayList<>(2); // the one before, if any, is the log's
    }
    tries.add(attempt);
  }

  /** Returns the request's id, as the backends are told. */
  public RequestId id() {
    return id;
  }

  /** Notes how many body bytes have passed so far. */
  public void bytes(long ofRequest, long ofResponse) {
    requestBytes = ofRequest;
    responseBytes = ofResponse;
  }

  /** Notes why no backend answered; the first reason counts. */
  public boolean failed(FailureKind kind) {
    if (failure != null) {
      return false;
    }
    failure = kind;
    return true;
  }

  /**
   * Notes that an answer has ended as such.
   *
   * @param early why it ended before its time; null: all of it has been passed on
   * @return who has ended it
   */
  public EndedBy ended(@Nullable FailureKind early) {
    if (early == null) {
      timeline.done();
      return EndedBy.COMPLETE;
    }
    failed(early);
    return EndedBy.CLOCKWISE;
  }

  public boolean hasFailed() {
    return failure != null;
  }

  /** Tells whether the client was too slow to send the request. */
  public boolean isLate() {
    return failure == FailureKind.REQUEST_TIMEOUT;
  }

  public long requestBytes() {
    return requestBytes;
  }

  public long responseBytes() {
    return responseBytes;
  }

  /** Tells the log, if it wants to know, what there is to know in the end. */
  public void log(
      RequestLog log,
      ServedRequest request,
      RoutingTable table,
      int status,
      EndedBy endedBy,
      long durationNanos) {
    AccessRecord record = log.next(interest(status), timeline.startNanos() + durationNanos);
    if (record == null) {
      return;
    }
    fill(record, request);
    record.result(status, requestBytes, responseBytes, failure, endedBy, timeline.phase());
    timeline.fill(record, durationNanos);
    record.table(table.revision(), table.epoch());
    log.publish();
  }

  private Interest interest(int status) {
    if (failure != null || status >= 500) {
      return Interest.FAILED;
    }
    OffOwner why = choice == null ? kept.offOwner() : choice.offOwner();
    return tries.isEmpty() && why == null ? Interest.PLAIN : Interest.MOVED;
  }

  private void fill(AccessRecord record, ServedRequest request) {
    record.line(
        request.method(),
        request.target(),
        request.versionText(),
        request.scheme(),
        request.host());
    record.client(request.clientText(), request.userAgent(), request.referer());
    id.fill(record);
    record.connections(request.connection(), upstream, upstreamReused);
    TlsFacts tls = request.tls();
    if (tls != null) {
      record.tls(tls.protocol(), tls.cipher(), tls.serverName());
    }
    if (choice == null) {
      kept.fill(record);
    } else {
      choice.fill(record);
    }
    record.tries(tries);
    record.cookie(visit.verdict());
  }
}
