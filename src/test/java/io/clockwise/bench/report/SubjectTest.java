package io.clockwise.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.placement.build.Placements;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SubjectTest {

  @Test
  void everyAlgorithmIsMeasured() {
    assertThat(records(PlacementSettings.class))
        .hasSizeGreaterThan(20)
        .isSubsetOf(Subject.ALL.stream().<Class<?>>map(s -> s.settings().getClass()).toList());
    assertThat(Subject.ALL).extracting(Subject::label).doesNotHaveDuplicates();
  }

  private static Stream<Class<?>> classes(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(SubjectTest::classes)
        : Stream.of(type);
  }

  private static List<Class<?>> records(Class<?> type) {
    return classes(type).toList();
  }

  static Stream<String> labels() {
    return Stream.of("ring", "slots", "maglev", "haproxy-consistent", "nginx-ip-hash");
  }

  @ParameterizedTest
  @MethodSource("labels")
  void figuresAreWhatTheyAreCalled(String label) {
    Row row = new Measured(Subject.of(label), 10, true, Effort.QUICK).row();
    assertThat(row.figures()).containsKeys(Figure.values());
    assertThat(row.value(Figure.MAX_OVER_MEAN)).isBetween(1.0, 2.0);
    assertThat(row.value(Figure.MIN_OVER_MEAN)).isBetween(0.5, 1.0);
    assertThat(row.value(Figure.ADD)).isGreaterThanOrEqualTo(1);
    assertThat(row.value(Figure.CLOSE)).isCloseTo(1, within(1e-9));
    assertThat(row.value(Figure.HOME)).isEqualTo(1);
    assertThat(row.value(Figure.FAILOVER)).isBetween(1.0, 9.0);
    assertThat(row.value(Figure.LOOKUP)).isBetween(0.5, 10_000.0);
    assertThat(row.value(Figure.BUILD)).isPositive();
  }

  @Test
  void aRemainderMovesNearlyAllKeysAndARingNoMoreThanItMust() {
    Row remainder = new Measured(Subject.of("nginx-hash"), 10, false, Effort.QUICK).row();
    assertThat(remainder.value(Figure.REMOVE)).isBetween(8.0, 10.0);
    Row ring = new Measured(Subject.of("ring"), 10, false, Effort.QUICK).row();
    assertThat(ring.value(Figure.ADD)).isEqualTo(1);
    assertThat(ring.value(Figure.REMOVE)).isEqualTo(1);
    assertThat(ring.value(Figure.REWEIGHT)).isEqualTo(1);
  }

  @Test
  void weightsThatDoNotCountAreTold() {
    Row row = new Measured(Subject.of("caddy-hrw"), 5, false, Effort.QUICK).row();
    assertThat(row.remark()).isEqualTo("weights do not count");
    assertThat(row.value(Figure.REWEIGHT)).isNaN();
  }

  @Test
  void membersWeighOneToFive() {
    Subject ring = Subject.of("ring");
    assertThat(ring.members(7, true))
        .extracting(m -> m.weight())
        .containsExactly(1, 2, 3, 4, 5, 1, 2);
    assertThat(Placements.build(ring.settings(), ring.members(7, false)).members()).hasSize(7);
    assertThatIllegalArgumentException().isThrownBy(() -> Subject.of("rings"));
  }
}
