package io.clockwise.control;

import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigResult;
import io.clockwise.control.flow.SerialQueue;
import io.clockwise.control.intent.Reduction;
import io.clockwise.control.intent.StateReducer;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.ControlPort;
import io.clockwise.event.IntentLog;
import io.clockwise.event.IntentState;
import io.clockwise.event.ReloadOutcome;
import io.clockwise.event.source.ConfigReading;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.List;

/*
 * Readings of the document follow each other from reading to applying, so that an older one never
 * overtakes a newer one. They wait for the queue of changes only once they are understood: a file
 * system that hangs does not hold up proposals.
 */
/** From the configuration source to an accepted document; used on the controller's context only. */
final class Reloads {
  private final Context context;
  private final ControlPorts ports;
  private final IntentFollower follower;
  private final Commits commits;
  private final SerialQueue changes;
  private final SerialQueue readings = new SerialQueue();
  private final ControlLines lines = new ControlLines();
  private final ReadDocument first;

  /**
   * Shares the queue of changes with the proposals.
   *
   * @param first the document at the start: later ones have its name and its directory
   */
  Reloads(
      Context context,
      ControlPorts ports,
      IntentFollower follower,
      Commits commits,
      SerialQueue changes,
      ReadDocument first) {
    this.context = context;
    this.ports = ports;
    this.follower = follower;
    this.commits = commits;
    this.changes = changes;
    this.first = first;
  }

  /** Reads the source and takes what it gives; completes before the table is published. */
  Future<ReloadOutcome> reload(String actor) {
    return readings.run(
        () ->
            Future.fromCompletionStage(ports.source().read(), context)
                .compose(reading -> take(reading, actor)));
  }

  /** Takes what the source gave; completes before the table is published. */
  Future<ReloadOutcome> watched(ConfigReading reading, String actor) {
    return readings.run(() -> take(reading, actor));
  }

  /* The source is not asked: what it hands out counts as seen. */
  /** Tells what a document would do; it is not taken. */
  Future<ControlPort.Checked> check(byte[] text) {
    ConfigDocument given = new ConfigDocument(first.name(), first.directory(), text);
    return context
        .executeBlocking(() -> ReadDocument.of(given, ports.reader()), false)
        .map(
            document ->
                document.result() instanceof ConfigResult.Valid valid
                    ? checked(document, valid)
                    : ControlPort.Checked.invalid(
                        ((ConfigResult.Invalid) document.result()).problems(),
                        follower.state().revision()));
  }

  private ControlPort.Checked checked(ReadDocument document, ConfigResult.Valid valid) {
    IntentState state = follower.state();
    Reduction planned =
        StateReducer.plan(state, ports.fileDraft("", document), wanted -> valid.config());
    if (planned instanceof Reduction.Invalid invalid) {
      return ControlPort.Checked.invalid(invalid.problems(), state.revision());
    }
    Reduction.Accepted accepted = (Reduction.Accepted) planned;
    ControlPort.Effect effect =
        new ControlPort.Effect(
            accepted.record().effect().pools().stream().sorted().toList(),
            accepted.superseded(),
            StateReducer.needsRestart(accepted.state()));
    boolean changed = !valid.config().equals(state.file());
    return new ControlPort.Checked(List.of(), valid.warnings(), state.revision(), changed, effect);
  }

  private Future<ReloadOutcome> take(ConfigReading reading, String actor) {
    if (reading instanceof ConfigReading.Unreadable unreadable) {
      lines.unreadable(unreadable.problem(), follower.state().revision());
      return Future.succeededFuture(new ReloadOutcome.Unreadable(unreadable.problem()));
    }
    ConfigReading.Document read = (ConfigReading.Document) reading;
    return context
        .executeBlocking(() -> ReadDocument.of(read.document(), ports.reader()), false)
        .compose(
            document -> {
              if (document.result() instanceof ConfigResult.Valid valid) {
                return changes.run(() -> apply(document, valid, actor));
              }
              return Future.succeededFuture(
                  refused(document, (ConfigResult.Invalid) document.result()));
            });
  }

  private ReloadOutcome refused(ReadDocument document, ConfigResult.Invalid invalid) {
    lines.refused(document.name(), follower.state().revision(), invalid.problems());
    return new ReloadOutcome.Invalid(invalid.problems());
  }

  private Future<ReloadOutcome> apply(
      ReadDocument document, ConfigResult.Valid valid, String actor) {
    IntentState state = follower.state();
    if (document.fingerprint().equals(follower.fingerprint())
        && valid.config().equals(state.file())) {
      return Future.succeededFuture(
          new ReloadOutcome.Applied(
              state,
              false,
              StateReducer.needsRestart(state),
              List.of(),
              valid.warnings(),
              List.of()));
    }
    follower.offer(document.fingerprint(), valid.config());
    return commits.commit(new Load(document, valid, ports.fileDraft(actor, document)));
  }

  private final class Load implements Commits.Attempt<ReloadOutcome> {
    private final ReadDocument document;
    private final ConfigResult.Valid valid;
    private final ChangeRecord draft;

    Load(ReadDocument document, ConfigResult.Valid valid, ChangeRecord draft) {
      this.document = document;
      this.valid = valid;
      this.draft = draft;
    }

    @Override
    public Commits.Step<ReloadOutcome> next(IntentState state) {
      Reduction planned = follower.plan(draft);
      return planned instanceof Reduction.Invalid invalid
          ? new Commits.Step.End<>(refused(document, new ConfigResult.Invalid(invalid.problems())))
          : new Commits.Step.Append<>((Reduction.Accepted) planned);
    }

    /* The document itself is kept where it came from. */
    @Override
    public IntentLog.Durability durability() {
      return IntentLog.Durability.AT_BEST;
    }

    @Override
    public ReloadOutcome accepted(Reduction.Accepted accepted, boolean kept) {
      IntentState state = accepted.state();
      List<String> needsRestart = StateReducer.needsRestart(state);
      lines.loaded(document.name(), draft.cause().actor(), state.revision(), valid.warnings());
      lines.superseded(document.name(), accepted.superseded());
      lines.needsRestart(document.name(), needsRestart);
      return new ReloadOutcome.Applied(
          state, true, needsRestart, accepted.superseded(), valid.warnings(), List.of());
    }

    @Override
    public ReloadOutcome failed(String reason) {
      String problem = document.name() + " cannot be taken: " + reason;
      lines.unreadable(problem, follower.state().revision());
      return new ReloadOutcome.Unreadable(problem);
    }
  }
}
