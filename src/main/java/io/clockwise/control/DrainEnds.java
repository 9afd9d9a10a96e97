package io.clockwise.control;

import io.clockwise.control.drain.DrainWatch;
import io.clockwise.control.flow.SerialQueue;
import io.clockwise.control.intent.Reduction;
import io.clockwise.control.intent.StateReducer;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentLog;
import io.clockwise.event.IntentState;
import io.vertx.core.Future;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From drains that have come to an end to accepted records; used on the controller's context. */
final class DrainEnds {
  private static final Logger log = LoggerFactory.getLogger(DrainEnds.class);

  private final ControlPorts ports;
  private final IntentFollower follower;
  private final Commits commits;
  private final SerialQueue changes;
  private final DrainWatch watch;
  private boolean busy;

  DrainEnds(
      ControlPorts ports,
      IntentFollower follower,
      Commits commits,
      SerialQueue changes,
      DrainWatch watch) {
    this.ports = ports;
    this.follower = follower;
    this.commits = commits;
    this.changes = changes;
    this.watch = watch;
  }

  /** Looks whether a drain is over; those that are become one record each. */
  void look() {
    if (busy || follower.state().head().drains().isEmpty()) {
      return;
    }
    List<BackendChange.End> due =
        watch.due(follower.state(), ports.clock().instant(), System.nanoTime());
    if (due.isEmpty()) {
      return;
    }
    busy = true;
    List<Future<Boolean>> all =
        due.stream().map(end -> changes.run(() -> commits.commit(new Attempt(end)))).toList();
    Future.join(all)
        .onComplete(
            done -> {
              busy = false;
              if (done.failed()) {
                log.error("the end of a drain could not be noted", done.cause());
              }
            });
  }

  private final class Attempt implements Commits.Attempt<Boolean> {
    private final BackendChange.End end;

    Attempt(BackendChange.End end) {
      this.end = end;
    }

    /* The name is the same whoever notes the end, so that it is noted once; with a blank, which no name
    that somebody gives can have. */
    @Override
    public Commits.Step<Boolean> next(IntentState state) {
      ChangeRecord.Cause cause =
          new ChangeRecord.Cause(
              ChangeRecord.Kind.SYSTEM, "system", "", ports.clock().instant(), ports.instance());
      String name = "end " + end.pool() + "/" + end.id() + ":" + end.drain();
      Reduction planned =
          StateReducer.plan(
              state, new ChangeRecord(name, cause, List.of(end)), fingerprint -> null);
      boolean changes =
          planned instanceof Reduction.Accepted accepted
              && !accepted.record().effect().edits().isEmpty();
      return changes
          ? new Commits.Step.Append<>((Reduction.Accepted) planned)
          : new Commits.Step.End<>(false);
    }

    @Override
    public IntentLog.Durability durability() {
      return IntentLog.Durability.AT_BEST;
    }

    @Override
    public Boolean accepted(Reduction.Accepted accepted, boolean kept) {
      new ControlLines().accepted(accepted.record());
      return true;
    }

    @Override
    public Boolean failed(String reason) {
      log.error("the end of the drain of {}/{} is not noted: {}", end.pool(), end.id(), reason);
      return false;
    }
  }
}
