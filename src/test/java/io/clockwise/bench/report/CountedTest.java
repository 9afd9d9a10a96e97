package io.clockwise.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.placement.Placement;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.measure.KeySample;
import org.junit.jupiter.api.Test;

class CountedTest {
  private static Counted count(String label, int backends) {
    Subject subject = Subject.of(label);
    Placement placement = Placements.build(subject.settings(), subject.members(backends, true));
    return Counted.of(placement, new KeySample(50_000, subject.keys()));
  }

  @Test
  void aFairHashKeepsToTheSharesThatAreStated() {
    Counted counted = count("rendezvous", 20);
    assertThat(counted.excess()).isZero();
    assertThat(counted.shares()[4]).isPositive();
    double sum = 0;
    for (double share : counted.shares()) {
      sum += share;
    }
    assertThat(sum).isCloseTo(1, within(1e-9));
  }

  @Test
  void aHashThatDoesNotIsFoundOut() {
    assertThat(count("traefik-hrw", 20).excess()).isGreaterThan(0.05);
    Row row = new Measured(Subject.of("traefik-hrw"), 10, false, Effort.QUICK).row();
    assertThat(row.remark()).isEqualTo("balance by counted keys");
    assertThat(row.value(Figure.MAX_OVER_MEAN)).isGreaterThan(1.05);
  }
}
