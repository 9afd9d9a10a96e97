package io.clockwise.health.check;

import io.clockwise.health.HealthBoard;
import io.clockwise.health.check.probe.Attempt;
import io.clockwise.health.check.probe.ProbeResult;
import io.clockwise.health.check.probe.ProbeTarget;
import org.jspecify.annotations.Nullable;

/** A backend that is probed: what is known of it, and when it is its turn. */
final class Watched {
  private final HealthBoard.Key key;
  private final long addedNanos;
  private ProbeTarget target;
  private CheckState state;
  private long changedNanos;
  private long dueNanos;
  private long startedNanos;
  private @Nullable Attempt attempt;
  private boolean gone;
  private boolean repeats;

  Watched(HealthBoard.Key key, ProbeTarget target, long nowNanos) {
    this.key = key;
    this.target = target;
    this.state = CheckState.first(target.check().initial());
    this.addedNanos = nowNanos;
    this.changedNanos = nowNanos;
    this.dueNanos = nowNanos;
  }

  HealthBoard.Key key() {
    return key;
  }

  ProbeTarget target() {
    return target;
  }

  CheckState state() {
    return state;
  }

  /** Takes another state; returns how long the health was what it was, if it changes. */
  long become(CheckState next, long nowNanos) {
    long lasted = nowNanos - changedNanos;
    if (next.health() != state.health()) {
      changedNanos = nowNanos;
    }
    state = next;
    return lasted;
  }

  /** Probes something else from now on, at once; what is known stays. Tells whether it is news. */
  boolean aim(ProbeTarget next, long nowNanos) {
    if (next.equals(target)) {
      return false;
    }
    boolean moves = !next.address().equals(target.address());
    state = moves ? state.moved() : state.recounted();
    repeats = false;
    target = next;
    stop();
    dueNanos = nowNanos;
    return true;
  }

  /** Tells whether its first result should have been there. */
  boolean isOverdue(long nowNanos) {
    return nowNanos - addedNanos > target.check().timeout().toNanos();
  }

  void start(Attempt begun, long nowNanos) {
    attempt = begun;
    startedNanos = nowNanos;
  }

  long startedNanos() {
    return startedNanos;
  }

  /**
   * Tells whether a probe is asked once more before its result counts: the first one, when no more
   * is known than that its time was over. A process that has just started is slow itself.
   */
  boolean asksAgain(ProbeResult result) {
    boolean again = result.late() && state.decides() && !repeats;
    repeats = again;
    return again;
  }

  /** Notes that the probe is over, and when the next one is due. */
  void ended(long nextNanos) {
    attempt = null;
    dueNanos = nextNanos;
  }

  long dueNanos() {
    return dueNanos;
  }

  /** Tells whether its turn comes at this time, and not at another, or never again. */
  boolean awaits(long nanos) {
    return !gone && attempt == null && dueNanos == nanos;
  }

  /** Is not probed any more. */
  void leave() {
    gone = true;
    stop();
  }

  /** Tells whether a probe of it is on its way. */
  boolean isRunning() {
    return attempt != null;
  }

  private void stop() {
    if (attempt != null) {
      attempt.cancel();
      attempt = null;
    }
  }
}
