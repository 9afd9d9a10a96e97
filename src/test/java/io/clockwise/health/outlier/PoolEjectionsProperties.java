package io.clockwise.health.outlier;

import static io.clockwise.health.outlier.Sights.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.OutlierConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/** Whatever backends do, the rules about how many may be away hold. */
class PoolEjectionsProperties {
  private static final int LOOKS = 60;

  private final Map<String, Integer> weights = new HashMap<>();

  private List<Sight> sights(Random random, int count) {
    List<Sight> sights = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String id = "b" + i;
      Sight.Role role =
          random.nextInt(8) == 0 ? Sight.Role.values()[random.nextInt(3)] : Sight.Role.USABLE;
      Sight sight =
          random.nextBoolean()
              ? Sights.failing(id, random.nextInt(12), 1 + random.nextInt(6))
              : Sights.well(id, random.nextInt(100));
      sights.add(Sights.with(sight, weights.computeIfAbsent(id, x -> random.nextInt(4)), role));
    }
    return sights;
  }

  private double away(PoolEjections ejections) {
    return weights.keySet().stream().filter(ejections::isAway).mapToInt(weights::get).sum();
  }

  @Property(tries = 300)
  void noMoreThanTheShareAndNeverTheLastOne(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 12) int count,
      @ForAll @DoubleRange(min = 0, max = 1) double share) {
    Random random = new Random(seed);
    OutlierConfig rule =
        new OutlierConfig(5, 3, Duration.ofSeconds(2), Duration.ofSeconds(9), share, 0);
    PoolEjections ejections = new PoolEjections();
    weights.clear();
    for (int i = 0; i < LOOKS; i++) {
      List<Sight> sights = sights(random, count);
      long now = i * SECOND / 2;
      boolean someWereAway = sights.stream().anyMatch(s -> ejections.isAway(s.id()));
      int ejected = 0;
      for (Step step : ejections.look(sights, rule, now)) {
        ejected += step instanceof Step.Eject ? 1 : 0;
        if (step instanceof Step.Ask) {
          ejections.told(step.id(), random.nextBoolean(), rule, now);
        }
      }
      int weight = weights.values().stream().mapToInt(each -> each).sum();
      if (ejected > (someWereAway ? 0 : 1)) {
        assertThat(away(ejections)).isLessThanOrEqualTo(share * weight + 1e-6);
      }
      if (ejected > 0) {
        assertThat(sights)
            .anyMatch(
                s -> s.role() == Sight.Role.USABLE && s.weight() > 0 && !ejections.isAway(s.id()));
      }
    }
  }
}
