package io.clockwise.proxy.gate.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FloodCountTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  @Test
  void aWindowForgetsTheOneBefore() {
    FloodCount count = new FloodCount(2, Duration.ofSeconds(10), 0);

    assertThat(count.add(SECOND)).isFalse();
    assertThat(count.add(2 * SECOND)).isFalse();
    assertThat(count.add(3 * SECOND)).isTrue();
    assertThat(count.add(11 * SECOND)).isFalse();
    assertThat(count.add(20 * SECOND)).isFalse();
    assertThat(count.add(21 * SECOND)).isTrue();
    assertThat(count.add(22 * SECOND)).isFalse();
  }
}
