package io.clockwise.telemetry.recent;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.testkit.Allocation;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SampleRuleTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MINUTE = 60 * SECOND;
  private static final int BURST = 250;

  @Test
  void aQuietLoopsRequestsAreAllTaken() {
    SampleRule rule = new SampleRule(BURST, -5 * MINUTE);
    for (int i = 0; i < 1_000; i++) { // 4 a second
      assertThat(rule.takes(Interest.PLAIN, -5 * MINUTE + i * SECOND / 4)).isTrue();
    }
  }

  @Test
  void aBurstIsTakenWholeAndTheNextWhenItsTimeHasCome() {
    SampleRule rule = new SampleRule(BURST, 0);
    for (int i = 0; i < BURST; i++) {
      assertThat(rule.takes(Interest.PLAIN, 7)).isTrue();
    }
    assertThat(rule.takes(Interest.PLAIN, 7)).isFalse();
    assertThat(rule.takes(Interest.FAILED, 7)).as("another kind").isTrue();
    assertThat(rule.takes(Interest.PLAIN, 7 + MINUTE / BURST - 1)).isFalse();
    assertThat(rule.takes(Interest.PLAIN, 7 + MINUTE / BURST)).isTrue();
  }

  @Test
  void noMinuteHasMoreThanTwoBursts() {
    SplittableRandom random = new SplittableRandom(3);
    SampleRule rule = new SampleRule(BURST, 0);
    long[] taken = new long[20_000];
    int count = 0;
    long now = 0;
    for (int i = 0; i < 200_000; i++) {
      now += random.nextInt(100) == 0 ? random.nextLong(MINUTE) : random.nextLong(SECOND / 100);
      if (count < taken.length && rule.takes(Interest.MOVED, now)) {
        taken[count++] = now;
      }
    }
    assertThat(count).isEqualTo(taken.length);
    for (int i = 2 * BURST + 1; i < count; i++) {
      assertThat(taken[i] - taken[i - 2 * BURST - 1]).isGreaterThanOrEqualTo(MINUTE);
    }
  }

  @Test
  void aDecisionCostsNoObjects() {
    RecentRequests recent = new RecentRequests(1, 1_000, 0);
    Allocation.assertNone(
        i -> recent.takes(0, Interest.PLAIN, i * 50_000L) ? 1 : 0); // 20,000 a second
  }
}
