package io.clockwise.telemetry.outcome;

import io.clockwise.model.FailureKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one backend has served requests: each event loop writes its own record, readers look at all.
 */
public final class BackendOutcomes {
  private static final VarHandle GENERATION;

  static {
    try {
      GENERATION =
          MethodHandles.lookup().findVarHandle(BackendOutcomes.class, "generation", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final RunRecord[] loops;

  @SuppressWarnings("UnusedVariable") // through GENERATION
  private int generation;

  /** Makes those of so many event loops. */
  public BackendOutcomes(int loops) {
    this.loops = new RunRecord[loops];
    for (int i = 0; i < loops; i++) {
      this.loops[i] = new RunRecord();
    }
  }

  /**
   * Notes that the backend has failed a request; by the loop of that index only.
   *
   * @param key what its routing key is told from others by
   * @param inAnswer whether the head of the answer had come
   */
  public void failed(int loop, long key, FailureKind kind, boolean inAnswer, long nowNanos) {
    loops[loop].failed(key, kind, inAnswer, (int) GENERATION.getOpaque(this), nowNanos);
  }

  /** Notes an answer by which the backend refuses; by the loop of that index only. */
  public void refused(int loop, long key, int status, long nowNanos) {
    loops[loop].refused(key, status, (int) GENERATION.getOpaque(this), nowNanos);
  }

  /** Notes that the backend has answered; by the loop of that index only. */
  public void answered(int loop) {
    loops[loop].answered();
  }

  /** Notes how long it let the loop of that index wait for an answer; by that loop only. */
  public void waited(int loop, long nanos) {
    loops[loop].waited(nanos);
  }

  /** Notes that all of an answer has come; by the loop of that index only. */
  public void whole(int loop) {
    loops[loop].whole();
  }

  /** Returns for how long it has failed this loop without an answer; 0: it has not. By the loop. */
  public long failingNanos(int loop, long nowNanos) {
    return loops[loop].heads().nanos(nowNanos);
  }

  /**
   * Tells whether the last that this loop has met there, in this time, was a failure; by the loop.
   */
  public boolean isFailing(int loop, long withinNanos, long nowNanos) {
    return loops[loop].heads().hasAny(withinNanos, nowNanos);
  }

  /** Leaves all runs behind that there are, as seen by readers; by one thread only. */
  public void restart() {
    GENERATION.setOpaque(this, (int) GENERATION.getOpaque(this) + 1);
  }

  /** Returns the runs of so many failures, or more. */
  public List<Run> runs(int leastLength) {
    int current = (int) GENERATION.getOpaque(this);
    List<Run> found = List.of();
    for (RunRecord each : loops) {
      found = with(found, each.heads().read(current, leastLength));
      found = with(found, each.bodies().read(current, leastLength));
    }
    return found;
  }

  private static List<Run> with(List<Run> found, @Nullable Run run) {
    if (run == null) {
      return found;
    }
    List<Run> all = found.isEmpty() ? new ArrayList<>() : found;
    all.add(run);
    return all;
  }

  /** Returns the answers that were no failures. */
  public long answers() {
    long sum = 0;
    for (RunRecord each : loops) {
      sum += each.answers();
    }
    return sum;
  }

  /** Returns how many answers were waited for. */
  public long waits() {
    long sum = 0;
    for (RunRecord each : loops) {
      sum += each.waits();
    }
    return sum;
  }

  /** Returns how long they were waited for, all together. */
  public long waitNanos() {
    long sum = 0;
    for (RunRecord each : loops) {
      sum += each.waitNanos();
    }
    return sum;
  }
}
