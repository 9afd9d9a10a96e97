package io.clockwise.health.outlier;

import static io.clockwise.health.outlier.Sights.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.telemetry.outcome.BackendOutcomes;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SlownessTest {
  private final Slowness slowness = new Slowness();
  private final Map<String, BackendOutcomes> backends = new TreeMap<>();
  private long now = 100 * SECOND;

  private void answers(String id, int count, long nanos) {
    BackendOutcomes of = backends.computeIfAbsent(id, name -> new BackendOutcomes(2));
    for (int i = 0; i < count; i++) {
      of.waited(i % 2, nanos);
    }
  }

  private void look(long seconds) {
    now += seconds * SECOND;
    slowness.look(backends, now);
  }

  private void three() {
    answers("a", 0, 0);
    answers("b", 0, 0);
    answers("c", 0, 0);
    look(0);
  }

  @Test
  void isMeasuredByTheMedianOfThePool() {
    three();
    answers("a", 50, 1_000);
    answers("b", 50, 2_000);
    answers("c", 50, 9_000);
    look(1);
    assertThat(slowness.of("c")).isCloseTo(4.5, within(1e-9));
    assertThat(slowness.of("a")).isCloseTo(0.5, within(1e-9));
    answers("d", 0, 0);
    look(1);
    answers("d", 50, 4_000);
    look(1);
    assertThat(slowness.of("c")).isCloseTo(3, within(1e-9));
  }

  @Test
  void fewAnswersOrFewBackendsSayNothing() {
    three();
    answers("a", 50, 1_000);
    answers("b", 50, 1_000);
    answers("c", 49, 9_000);
    look(1);
    assertThat(slowness.of("c")).isZero();
    assertThat(slowness.of("a")).isZero();
    answers("c", 1, 9_000);
    look(1);
    assertThat(slowness.of("c")).isCloseTo(9, within(1e-9));
    backends.remove("b");
    look(1);
    assertThat(slowness.of("c")).isZero();
  }

  @Test
  void whatIsOlderThanTenSecondsIsForgotten() {
    three();
    answers("a", 50, 1_000);
    answers("b", 50, 1_000);
    answers("c", 50, 9_000);
    look(1);
    look(9);
    assertThat(slowness.of("c")).isCloseTo(9, within(1e-9));
    look(1);
    assertThat(slowness.of("c")).isZero();
  }

  @Test
  void whatWasBeforeTheFirstLookDoesNotCount() {
    answers("a", 500, 1_000);
    answers("b", 500, 1_000);
    answers("c", 500, 9_000);
    look(0);
    look(1);
    assertThat(slowness.of("c")).isZero();
  }
}
