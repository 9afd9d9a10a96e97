package io.clockwise.telemetry.hot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** What Space-Saving promises, for any stream. */
class SpaceSavingProperties {
  private static final int COUNTERS = 8;

  private static void holds(SpaceSaving sketch, int counters, List<Long> stream) {
    Map<Long, Long> truth = new HashMap<>();
    stream.forEach(key -> truth.merge(key, 1L, Long::sum));
    assertThat(sketch.total()).isEqualTo(stream.size());
    assertThat(sketch.used()).isEqualTo(Math.min(counters, truth.size()));
    Set<Long> there = new HashSet<>();
    long sum = 0;
    int before = Integer.MAX_VALUE;
    for (int rank = 0; rank < sketch.used(); rank++) {
      int counter = sketch.counter(rank);
      long key = sketch.key(counter);
      assertThat(there.add(key)).as("once").isTrue();
      long had = truth.getOrDefault(key, 0L);
      assertThat(sketch.count(counter)).isBetween((int) had, before);
      assertThat((long) sketch.count(counter) - sketch.error(counter)).isLessThanOrEqualTo(had);
      assertThat(sketch.error(counter)).isLessThanOrEqualTo(sketch.least());
      before = sketch.count(counter);
      sum += sketch.count(counter);
    }
    assertThat(sum).isEqualTo(stream.size());
    assertThat((long) sketch.least() * counters).isLessThanOrEqualTo(stream.size());
    truth.forEach(
        (key, count) -> {
          if (count > stream.size() / counters) {
            assertThat(there).contains(key);
          }
          if (!there.contains(key)) {
            assertThat(count).isLessThanOrEqualTo(sketch.least());
          }
        });
  }

  @Property
  void boundsHoldForAnyStream(
      @ForAll @Size(max = 400) List<@LongRange(min = -12, max = 12) Long> stream) {
    SpaceSaving sketch = new SpaceSaving(COUNTERS);
    stream.forEach(sketch::note);
    holds(sketch, COUNTERS, stream);
  }

  @Property(tries = 100)
  void boundsHoldForSkewedStreamsAndAfterClearing(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 20_000) int length) {
    Random random = new Random(seed);
    SpaceSaving sketch = new SpaceSaving(KeySketch.COUNTERS);
    for (int round = 0; round < 2; round++) {
      sketch.clear();
      List<Long> stream = new ArrayList<>();
      for (int i = 0; i < length; i++) {
        double u = random.nextDouble();
        stream.add((long) Math.pow(100_000, u * u) * 0x1_0001L);
      }
      stream.forEach(sketch::note);
      holds(sketch, KeySketch.COUNTERS, stream);
    }
  }
}
