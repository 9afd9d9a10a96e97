package io.clockwise.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntUnaryOperator;

/**
 * Checks that code on the request path allocates nothing once it is compiled.
 *
 * <p>The compiler works in the background and may be late on a busy machine; code that it has not
 * yet optimised makes objects that are gone afterwards. So one round of several must be clean: code
 * that truly allocates does so in every round.
 */
public final class Allocation {
  private static final int WARM_UP = 30_000;
  private static final int CALLS = 10_000;
  private static final int ROUNDS = 40;
  private static final long PAUSE_MILLIS = 50;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocation() {}

  /**
   * Fails when the code, called many times after a warm-up, allocates on this thread in every
   * round.
   *
   * @param code takes the number of the call; what it returns is used, so that no call is left out
   */
  public static void assertNone(IntUnaryOperator code) {
    int sum = 0;
    for (int i = 0; i < WARM_UP; i++) {
      sum += code.applyAsInt(i);
    }
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS && least >= CALLS; round++) {
      pause(round);
      long before = allocated();
      for (int i = 0; i < CALLS; i++) {
        sum += code.applyAsInt(i);
      }
      least = Math.min(least, allocated() - before);
    }
    assertThat(least).as("bytes allocated in %d calls (%d)", CALLS, sum).isLessThan(CALLS);
  }

  private static void pause(int round) {
    try {
      Thread.sleep(round == 0 ? 0 : PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long allocated() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
