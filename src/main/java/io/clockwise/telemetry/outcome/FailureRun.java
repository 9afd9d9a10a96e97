package io.clockwise.telemetry.outcome;

import io.clockwise.model.FailureKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The failures that one event loop met at a backend since something went well there. */
final class FailureRun {
  /*
   * Length, keys, cause and generation share one long, so that no reader sees the length of one run
   * with the keys of another. The rest is the writer's alone. The keys have an array from the first
   * failure on, which grows to what a setting may ask for: nothing is allocated where all is well,
   * nor in a run that goes on.
   *
   *   bits 0-23 length, 24-31 distinct keys, 32-47 cause, 48-63 generation
   */
  /** More distinct keys than these are not told apart. */
  static final int MOST_KEYS = 64;

  private static final int MOST_LENGTH = (1 << 24) - 1;
  private static final int FIRST_STATUS = 100; // below, a cause is the ordinal of a kind
  private static final long[] NO_KEYS = {};
  private static final FailureKind[] KINDS = FailureKind.values();
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(FailureRun.class, "state", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("UnusedVariable") // through STATE
  private long state;

  private long[] keys = NO_KEYS;
  private long beganNanos;
  private long latestNanos;

  /** Adds a failure; by the owning thread only. */
  void add(long key, int cause, int generation, long nowNanos) {
    long old = (long) STATE.getOpaque(this);
    boolean goesOn = length(old) > 0 && generation(old) == (generation & 0xffff);
    if (!goesOn) {
      beganNanos = nowNanos;
    }
    latestNanos = nowNanos;
    int length = goesOn ? Math.min(MOST_LENGTH, length(old) + 1) : 1;
    int count = noteKey(key, goesOn ? keys(old) : 0);
    long next =
        (long) (generation & 0xffff) << 48
            | (long) (cause & 0xffff) << 32
            | (long) count << 24
            | length;
    STATE.setOpaque(this, next);
  }

  private int noteKey(long key, int known) {
    for (int i = 0; i < known; i++) {
      if (keys[i] == key) {
        return known;
      }
    }
    if (known == MOST_KEYS) {
      return known;
    }
    if (known == keys.length) {
      keys = Arrays.copyOf(keys, Math.max(8, 2 * known));
    }
    keys[known] = key;
    return known + 1;
  }

  /** Ends the run; by the owning thread only. */
  void end() {
    if ((long) STATE.getOpaque(this) != 0) {
      STATE.setOpaque(this, 0L);
    }
  }

  /** Returns how long it has lasted, one nanosecond at least; 0: there is none. By the owner. */
  long nanos(long nowNanos) {
    return length((long) STATE.getOpaque(this)) == 0 ? 0 : Math.max(1, nowNanos - beganNanos);
  }

  /** Tells whether there is one with a failure in this time; by the owner. */
  boolean hasAny(long withinNanos, long nowNanos) {
    return length((long) STATE.getOpaque(this)) > 0 && nowNanos - latestNanos <= withinNanos;
  }

  /** Returns the run of this generation as it is now; null: it is shorter than this. */
  @Nullable Run read(int generation, int leastLength) {
    long now = (long) STATE.getOpaque(this);
    if (length(now) < Math.max(1, leastLength) || generation(now) != (generation & 0xffff)) {
      return null;
    }
    int cause = (int) (now >>> 32) & 0xffff;
    return cause < FIRST_STATUS
        ? new Run(length(now), keys(now), KINDS[cause], 0)
        : new Run(length(now), keys(now), null, cause);
  }

  private static int length(long state) {
    return (int) state & MOST_LENGTH;
  }

  private static int keys(long state) {
    return (int) (state >>> 24) & 0xff;
  }

  private static int generation(long state) {
    return (int) (state >>> 48) & 0xffff;
  }
}
