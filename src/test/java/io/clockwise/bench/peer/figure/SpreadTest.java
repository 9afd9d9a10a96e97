package io.clockwise.bench.peer.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void quartilesLieBetweenNeighbours() {
    assertThat(Spread.of(List.of(4.0, 1.0, 3.0, 2.0)))
        .isEqualTo(new Spread(2.5, 1.75, 3.25, 1, 4, 4));
    assertThat(Spread.of(List.of(5.0, 1.0, 9.0))).isEqualTo(new Spread(5, 3, 7, 1, 9, 3));
    assertThat(Spread.of(List.of(7.0))).isEqualTo(new Spread(7, 7, 7, 7, 7, 1));
  }

  @Test
  void oneFarValueMovesNeitherTheMiddleNorTheRange() {
    Spread near = Spread.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0));
    Spread far = Spread.of(List.of(1.0, 2.0, 3.0, 4.0, 500.0));

    assertThat(far.median()).isEqualTo(near.median());
    assertThat(far.relativeRange())
        .isEqualTo(near.relativeRange())
        .isCloseTo(2 / 3.0, within(1e-9));
  }

  @Test
  void nothingHasNoSpread() {
    assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(List.of()));
    assertThat(Spread.of(List.of(0.0, 0.0)).relativeRange()).isZero();
  }

  @Test
  void aProxyIsWarmWhenTwoWindowsAgreeOrTheTimeIsUp() {
    Steadiness steadiness = new Steadiness(20, 45, 0.05);

    assertThat(steadiness.reached(19, 100, 100)).isFalse();
    assertThat(steadiness.reached(21, 100, 95)).isTrue();
    assertThat(steadiness.reached(21, 100, 106)).isFalse();
    assertThat(steadiness.reached(21, 100, 94)).isFalse();
    assertThat(steadiness.reached(45, 100, 50)).isTrue();
    double silent = Double.POSITIVE_INFINITY;
    assertThat(steadiness.reached(21, silent, silent)).isFalse();
    assertThat(steadiness.reached(21, silent, 100)).isFalse();
    assertThat(steadiness.reached(21, 100, silent)).isFalse();
  }

  @Test
  void figuresAreShownInTheirUnit() {
    assertThat(Figure.REQUEST_CPU.text(17.04)).isEqualTo("17.0");
    assertThat(Figure.P99.text(1_234)).isEqualTo("1.234");
    assertThat(Figure.RATE.text(40_321.7)).isEqualTo("40322");
    assertThat(Figure.values()).filteredOn(Figure::isProcessorTime).hasSize(2);
  }
}
