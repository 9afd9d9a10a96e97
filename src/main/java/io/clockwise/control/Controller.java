package io.clockwise.control;

import io.clockwise.config.ConfigProblem;
import io.clockwise.control.drain.DrainWatch;
import io.clockwise.control.flow.Listeners;
import io.clockwise.control.flow.OpenAnswers;
import io.clockwise.control.flow.Patience;
import io.clockwise.control.flow.SerialQueue;
import io.clockwise.control.load.HotKeyWatch;
import io.clockwise.control.table.Answering;
import io.clockwise.control.table.Previews;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.event.ChangeOutcome;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.ControlPort;
import io.clockwise.event.IntentLog;
import io.clockwise.event.IntentState;
import io.clockwise.event.ReloadOutcome;
import io.clockwise.event.source.ConfigReading;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.Meters;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * One context runs everything here; other threads only hand over. It is a worker context, so that
 * merging a large document costs no event loop anything. Proposals and understood documents go
 * through one queue, from check to applying; the queue does not wait for a publish, so a burst of
 * changes shares a table, and each answer waits for its own.
 */
/** The single writer: the only one who changes the accepted intent and publishes tables. */
public final class Controller implements ControlPort {
  private static final Logger log = LoggerFactory.getLogger(Controller.class);
  private static final String WATCH = "file";
  private static final long TIDY_MILLIS = 10_000;
  private static final long DRAIN_MILLIS = 100;

  private final Context context;
  private final ControlPorts ports;
  private final RoutingTableRef ref;
  private final IntentFollower follower;
  private final Proposals proposals;
  private final Reloads reloads;
  private final DrainEnds drainEnds;
  private final SerialQueue changes;
  private final Patience patience;
  private final PublishLoop publishing;
  private final OpenAnswers answers = new OpenAnswers();
  private final Listeners listeners = new Listeners();
  private final IntentLog.Watch watch;
  private volatile Seen seen;
  private volatile IntentState inUse;

  private record Seen(ControlStatus.Reload last, Instant lastSuccess) {}

  Controller(
      Context context,
      ControlPorts ports,
      Beginning.Good beginning,
      TableAssembler assembler,
      Duration patience) {
    this.context = context;
    this.ports = ports;
    this.ref = new RoutingTableRef(beginning.table());
    this.publishing =
        new PublishLoop(
            context,
            assembler,
            beginning.state(),
            new PublishLoop.Door(beginning.table(), ref::publish, ref::lagging, patience));
    this.follower =
        new IntentFollower(beginning.state(), beginning.document().fingerprint(), this::publish);
    Commits commits = new Commits(context, ports.log(), follower, patience);
    this.changes = new SerialQueue();
    this.patience = new Patience(context, patience);
    Previews previews = new Previews(context, assembler, ref::current, ports.clock());
    this.proposals =
        new Proposals(context, ports, commits, changes, previews, new Answering(ref::current));
    this.drainEnds =
        new DrainEnds(
            ports, follower, commits, changes, new DrainWatch(ref, ports.clock().instant()));
    this.reloads = new Reloads(context, ports, follower, commits, changes, beginning.document());
    this.inUse = beginning.state();
    this.seen = firstSeen(beginning, ports.clock().instant());
    this.watch =
        ports
            .log()
            .watch(beginning.state().revision(), news -> context.runOnContext(v -> hear(news)));
    ControlLines lines = new ControlLines();
    String name = beginning.document().name();
    lines.loaded(name, "start", beginning.state().revision(), beginning.warnings());
    lines.superseded(name, beginning.superseded());
  }

  private static Seen firstSeen(Beginning.Good beginning, Instant now) {
    return new Seen(new ControlStatus.Reload(beginning.outcome(), "start", now), now);
  }

  /**
   * Reads the document, publishes the first table, and watches from then on.
   *
   * @param patience how long an event loop may take to use a new table before a change is answered
   *     without it; 2 s outside tests
   * @return the outcome; it fails only by a programming error
   */
  public static Future<StartOutcome> start(
      Vertx vertx, ControlPorts ports, TableAssembler assembler, Duration patience) {
    return Beginning.of(vertx, ports, assembler)
        .compose(
            beginning -> {
              if (beginning instanceof Beginning.Bad bad) {
                return Future.succeededFuture(bad.outcome());
              }
              Beginning.Good good = (Beginning.Good) beginning;
              return ControllerLife.begin(
                  vertx, new ControllerLife(ports, good, assembler, patience));
            });
  }

  /** Publishes what is known of the health of backends by now; from any thread. */
  public void refresh() {
    context.runOnContext(turn -> publishing.refresh());
  }

  /** Returns where all that changes something of this controller runs. */
  public Context context() {
    return context;
  }

  /** Returns the door that this controller publishes through. */
  public RoutingTableRef table() {
    return ref;
  }

  @Override
  public IntentState state() {
    return inUse;
  }

  @Override
  public CompletionStage<List<ChangeRecord>> history() {
    return ports.log().history();
  }

  /** Returns the newest accepted intent, in use or not yet. */
  IntentState accepted() {
    return follower.state();
  }

  /** Returns how the control plane does; from any thread. */
  public ControlStatus status() {
    Seen now = seen;
    int overlay = state().overlay().values().stream().mapToInt(Map::size).sum();
    return new ControlStatus(
        now.last(),
        now.lastSuccess(),
        follower.fingerprint(),
        publishing.lastBuild(),
        overlay,
        follower.fault());
  }

  /** {@inheritDoc} The stage completes on a thread of the controller. */
  @Override
  public CompletionStage<ChangeOutcome> propose(ChangeProposal proposal) {
    return answers.answer(
        context,
        stopping("nothing was changed"),
        stopping("whether the change was made is not known; GET /v1/revisions tells later"),
        open ->
            proposals
                .propose(proposal)
                .compose(
                    made -> {
                      open.orElse(made.outcome()); // accepted is accepted, whoever follows
                      return whenInUse(made.outcome()).compose(made::told);
                    }));
  }

  /** {@inheritDoc} The stage completes on a thread of the controller. */
  @Override
  public CompletionStage<ReloadOutcome> reload(String actor) {
    ReloadOutcome stops = new ReloadOutcome.Unreadable("Clockwise stops");
    return answers.answer(
        context,
        stops,
        stops,
        open -> remember(reloads.reload(actor), actor).compose(this::whenInUse));
  }

  /** {@inheritDoc} The stage completes on a thread of the controller. */
  @Override
  public CompletionStage<Checked> check(byte[] document) {
    ConfigProblem stops = new ConfigProblem("", 0, "a document", "one before the stop", "");
    Checked stopped = Checked.invalid(List.of(stops), state().revision());
    return answers.answer(context, stopped, stopped, open -> reloads.check(document));
  }

  @Override
  public Runnable listen(Listener listener) {
    return listeners.add(listener);
  }

  /* Whoever listens hears of a record before of the table that carries it out. */
  private void hear(IntentLog.News news) {
    if (news instanceof IntentLog.News.Committed committed) {
      listeners.accepted(committed.record());
    }
    follower.hear(news);
  }

  /** Stops watching and answers who still waits; the table stays. */
  public Future<Void> close() {
    return context.owner().undeploy(context.deploymentID());
  }

  /** Looks now and then at what time alone brings about. */
  void live(Meters meters) {
    HotKeyWatch hot = new HotKeyWatch(ref::current, meters, publishing::refresh);
    context.owner().setPeriodic(HotKeyWatch.MILLIS, timer -> hot.look(ports.clock().millis()));
    context.owner().setPeriodic(TIDY_MILLIS, timer -> publishing.rest());
    context.owner().setPeriodic(DRAIN_MILLIS, timer -> drainEnds.look());
    ports.source().watch(this::watched);
  }

  /* What is on its way to the log ends, and is told; not for ever. */
  /** Ends it; completes when no table is being built. */
  Future<Void> end() {
    ports.source().close();
    answers.refuse();
    return patience
        .with(changes.run(Future::succeededFuture))
        .compose(
            quiet -> {
              watch.close();
              answers.close();
              return publishing.idle();
            });
  }

  private void watched(ConfigReading reading) {
    context.runOnContext(
        v ->
            remember(reloads.watched(reading, WATCH), WATCH)
                .onFailure(failure -> log.error("a reload failed", failure)));
  }

  private static ChangeOutcome stopping(String whatOfIt) {
    return new ChangeOutcome.Refused(
        ChangeOutcome.Why.STOPPING, "", "Clockwise stops; " + whatOfIt);
  }

  private Future<ReloadOutcome> remember(Future<ReloadOutcome> outcome, String actor) {
    return outcome.onSuccess(
        known -> {
          Instant now = ports.clock().instant();
          ControlStatus.Reload last = new ControlStatus.Reload(known, actor, now);
          seen = new Seen(last, last.good() ? now : seen.lastSuccess());
          listeners.reloaded(known, actor);
        });
  }

  private Future<ChangeOutcome> whenInUse(ChangeOutcome outcome) {
    if (!(outcome instanceof ChangeOutcome.Applied applied)) {
      return Future.succeededFuture(outcome);
    }
    return publishing.inUse(applied.state().revision()).map(applied::with);
  }

  private Future<ReloadOutcome> whenInUse(ReloadOutcome outcome) {
    if (!(outcome instanceof ReloadOutcome.Applied applied)) {
      return Future.succeededFuture(outcome);
    }
    return publishing.inUse(applied.state().revision()).map(applied::with);
  }

  /* Accepted is not yet in use: whoever reads the state and then sends a request expects that the
  request meets it. So it is shown when every event loop has it, or the patience is over. */
  private void publish(IntentState accepted) {
    publishing.want(accepted);
    publishing
        .inUse(accepted.revision())
        .onSuccess(
            pending -> {
              if (accepted.revision() > inUse.revision()) {
                inUse = accepted;
              }
            });
  }
}
