package io.clockwise.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.Drain.Outcome;
import io.clockwise.model.Drain.Then;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DrainTest {
  private static final Instant SINCE = Instant.ofEpochMilli(1_000_000);

  private static Drain drain(Duration time, Then then) {
    Drain.Terms terms = new Drain.Terms(then, Duration.ZERO, Duration.ZERO, false, false);
    return new Drain("1", SINCE, SINCE.plus(time), terms, Outcome.OPEN);
  }

  @Test
  void closesStreamsInTheLastTenthAMinuteAtMost() {
    assertThat(drain(Duration.ofSeconds(100), Then.CUT).cutSpanMillis()).isEqualTo(10_000);
    assertThat(drain(Duration.ofHours(1), Then.CUT).cutSpanMillis()).isEqualTo(60_000);
    assertThat(drain(Duration.ZERO, Then.CUT).cutSpanMillis()).isZero();
    assertThat(drain(Duration.ofSeconds(-100), Then.CUT).cutSpanMillis()).isZero();
  }

  @Test
  void closesThemFromThenOnWhileItIsOpen() {
    Drain cut = drain(Duration.ofSeconds(100), Then.CUT);
    assertThat(cut.cutsStreams(SINCE.toEpochMilli() + 89_999)).isFalse();
    assertThat(cut.cutsStreams(SINCE.toEpochMilli() + 90_000)).isTrue();
    assertThat(cut.cutsStreams(SINCE.toEpochMilli() + 200_000)).isTrue();
    assertThat(cut.ended(Outcome.DRAINED).cutsStreams(Long.MAX_VALUE)).isFalse();
    assertThat(drain(Duration.ofSeconds(100), Then.MOVE).cutsStreams(Long.MAX_VALUE)).isFalse();
  }
}
