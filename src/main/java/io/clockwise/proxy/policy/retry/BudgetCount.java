package io.clockwise.proxy.policy.retry;

import io.clockwise.config.RetryBudget;

/**
 * How many retries a pool may still make: a share of its recent requests, and a floor that a quiet
 * pool has too. For one event loop; time is an argument.
 */
public final class BudgetCount {
  /*
   * The window is cut into slices that are forgotten one at a time, so that the budget never jumps
   * by more than a slice's worth. The floor is for all event loops together.
   */
  private static final int SLICES = 10;

  private final double ratio;
  private final double floor;
  private final long sliceNanos;
  private final int[] requests = new int[SLICES];
  private final int[] retries = new int[SLICES];
  private long slice = Long.MIN_VALUE;
  private int requestSum;
  private int retrySum;

  /** Makes the share of one of so many event loops. */
  public BudgetCount(RetryBudget config, int loops) {
    this.ratio = config.ratio();
    this.sliceNanos = Math.max(1, config.window().toNanos() / SLICES);
    this.floor = config.minPerSecond() * (config.window().toMillis() / 1000.0) / loops;
  }

  /** Counts a request. */
  public void request(long nowNanos) {
    forget(nowNanos);
    requests[index()]++;
    requestSum++;
  }

  /**
   * Takes one retry out of the budget; false when nothing is left.
   *
   * @param hopeful whether there is somebody who may answer it; if not, there is no floor: retries
   *     would only double what falls upon a pool that is down
   */
  public boolean take(long nowNanos, boolean hopeful) {
    forget(nowNanos);
    if (retrySum + 1 > Math.max(hopeful ? floor : 0, ratio * requestSum)) {
      return false;
    }
    retries[index()]++;
    retrySum++;
    return true;
  }

  private int index() {
    return (int) Math.floorMod(slice, (long) SLICES);
  }

  private void forget(long nowNanos) {
    long now = Math.floorDiv(nowNanos, sliceNanos);
    if (now == slice) {
      return;
    }
    long first = slice == Long.MIN_VALUE ? now : Math.max(slice + 1, now - SLICES + 1);
    for (long each = first; each <= now; each++) {
      int i = (int) Math.floorMod(each, (long) SLICES);
      requestSum -= requests[i];
      retrySum -= retries[i];
      requests[i] = 0;
      retries[i] = 0;
    }
    slice = now;
  }
}
