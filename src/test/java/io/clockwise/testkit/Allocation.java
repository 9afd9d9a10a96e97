package io.clockwise.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntUnaryOperator;

/** Checks that code on the request path allocates nothing. */
public final class Allocation {
  private static final int WARM_UP = 30_000;
  private static final int CALLS = 10_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocation() {}

  /**
   * Fails when the code, called many times after a warm-up, allocates on this thread.
   *
   * @param code takes the number of the call; what it returns is used, so that no call is left out
   */
  public static void assertNone(IntUnaryOperator code) {
    int sum = 0;
    for (int i = 0; i < WARM_UP; i++) {
      sum += code.applyAsInt(i);
    }
    long before = allocated();
    for (int i = 0; i < CALLS; i++) {
      sum += code.applyAsInt(i);
    }
    long bytes = allocated() - before;
    assertThat(bytes).as("bytes allocated in %d calls (%d)", CALLS, sum).isLessThan(CALLS);
  }

  private static long allocated() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
