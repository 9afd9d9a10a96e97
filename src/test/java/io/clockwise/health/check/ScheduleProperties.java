package io.clockwise.health.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class ScheduleProperties {
  private static final long MILLI = 1_000_000;

  @Property
  void theNextProbeIsATenthAroundTheIntervalAway(
      @ForAll long started,
      @ForAll @IntRange(min = 100, max = 3_600_000) int millis,
      @ForAll @DoubleRange(max = 1) double chance,
      @ForAll @LongRange(max = 10_000) long tookMillis) {
    Duration interval = Duration.ofMillis(millis);
    long now = started + tookMillis * MILLI; // it may run over
    long wait = Spread.next(started, interval, chance, now) - now;
    assertThat(wait).isNotNegative();
    if (wait > 0) {
      assertThat((wait + tookMillis * MILLI) / (double) interval.toNanos()).isBetween(0.899, 1.101);
    } else {
      assertThat(tookMillis * MILLI).isGreaterThanOrEqualTo((long) (interval.toNanos() * 0.899));
    }
  }

  @Property
  void aSecondHasSoManyStartsAtMost(
      @ForAll @IntRange(min = 10, max = 5000) int perSecond,
      @ForAll @IntRange(min = 1, max = 40) int everyMillis,
      @ForAll @LongRange(min = -1_000_000_000_000L, max = 1_000_000_000_000L) long begin) {
    Pace pace = new Pace(perSecond, 10 * MILLI, begin);
    long started = 0;
    for (long at = 0; at < 1000 * MILLI; at += everyMillis * MILLI) {
      while (pace.take(begin + at)) {
        started++;
      }
    }
    long gap = 1_000_000_000 / perSecond;
    assertThat(started).isLessThanOrEqualTo(1_010 * MILLI / gap + 1);
    if (everyMillis <= 10) {
      assertThat(started).isGreaterThanOrEqualTo(perSecond * 95L / 100 - 1);
    }
  }

  @Example
  void aLongRestIsNotMadeUpFor() {
    Pace pace = new Pace(1000, 10 * MILLI, 0);
    int started = 0;
    while (pace.take(60_000 * MILLI)) {
      started++;
    }
    assertThat(started).isEqualTo(11);
  }
}
