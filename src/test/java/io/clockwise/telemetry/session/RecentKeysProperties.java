package io.clockwise.telemetry.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The table of one loop against a map with times. */
class RecentKeysProperties {
  private static final int IDLE = 20;

  /** One step: time goes on, a key is noted. */
  record Step(int pause, int key, int backend) {}

  /** What a map knows of a key. */
  private record Known(int backend, long second) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Integer> waits =
        Arbitraries.frequencyOf(
            Tuple.of(20, Arbitraries.just(0)),
            Tuple.of(4, Arbitraries.integers().between(1, 3)),
            Tuple.of(1, Arbitraries.integers().between(10, 60)));
    return Combinators.combine(
            waits, Arbitraries.integers().between(0, 300), Arbitraries.integers().between(1, 5))
        .as(Step::new)
        .list()
        .ofMaxSize(600);
  }

  /* As a placement's hash would: also such that fall upon each other. */
  private static long hash(int key) {
    return key % 7 == 0 ? key : key * 0x9e3779b97f4a7c15L;
  }

  @Property(tries = 300)
  void itKnowsWhatAMapKnows(@ForAll("steps") List<Step> steps) {
    RecentKeys keys = new RecentKeys(new RecentKeys.Bounds(IDLE, 10_000));
    Map<Long, Known> model = new HashMap<>();
    long now = 1_000_000;
    for (Step step : steps) {
      now += step.pause();
      long hash = hash(step.key()) == 0 ? 1 : hash(step.key());
      assertThat(keys.note(hash, step.backend(), now)).isTrue();
      model.put(hash, new Known(step.backend(), now));
    }
    long since = now - IDLE;
    Map<Long, Known> fresh = new HashMap<>(model);
    fresh.values().removeIf(known -> known.second() < since);
    Map<Long, Known> shown = new HashMap<>();
    keys.forEach(
        since,
        (key, meta) ->
            assertThat(shown.put(key, new Known(RecentKeys.backend(meta), RecentKeys.second(meta))))
                .isNull());
    assertThat(shown).isEqualTo(fresh);
    model.forEach(
        (hash, known) -> {
          long meta = keys.find(hash);
          if (known.second() >= since) {
            assertThat(RecentKeys.backend(meta)).isEqualTo(known.backend());
            assertThat(RecentKeys.second(meta)).isEqualTo(known.second());
          } else { // it may be there still, but not as something else
            assertThat(meta)
                .isIn(RecentKeys.ABSENT, RecentKeys.meta(known.backend(), known.second()));
          }
        });
  }

  @Property(tries = 200)
  void aBoundHoldsAndFreshKeysStay(@ForAll("steps") List<Step> steps) {
    int most = 40;
    RecentKeys keys = new RecentKeys(new RecentKeys.Bounds(IDLE, most));
    Map<Long, Known> noted = new HashMap<>();
    long now = 1_000_000;
    long refused = 0;
    for (Step step : steps) {
      now += step.pause();
      long hash = hash(step.key()) == 0 ? 1 : hash(step.key());
      if (keys.note(hash, step.backend(), now)) {
        noted.put(hash, new Known(step.backend(), now));
      } else {
        refused++;
      }
      assertThat(keys.size()).isLessThanOrEqualTo(most);
    }
    assertThat(keys.full()).isEqualTo(refused);
    long since = now - IDLE;
    noted.forEach(
        (hash, known) -> {
          if (known.second() >= since) {
            assertThat(keys.find(hash)).isEqualTo(RecentKeys.meta(known.backend(), known.second()));
          }
        });
  }
}
