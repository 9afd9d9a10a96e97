package io.clockwise.route.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.telemetry.Meters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenBackendsTest {

  static OpenBackends open(int... weights) {
    Meters meters = new Meters(1);
    List<OpenBackends.Entry> entries = new ArrayList<>();
    for (int i = 0; i < weights.length; i++) {
      entries.add(new OpenBackends.Entry(10 + i, weights[i], meters.backend("p", "b" + i)));
    }
    return new OpenBackends(entries);
  }

  private static List<Integer> turns(OpenBackends open, int count) {
    List<Integer> turns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      turns.add(open.atTurn(i) - 10);
    }
    return turns;
  }

  @Test
  void equalWeightsTakeTurnsInTheirOrder() {
    assertThat(turns(open(1, 1, 1), 7)).containsExactly(0, 1, 2, 0, 1, 2, 0);
    assertThat(turns(open(100, 100), 4)).containsExactly(0, 1, 0, 1);
    assertThat(turns(open(7), 2)).containsExactly(0, 0);
  }

  @Test
  void aHeavyOneDoesNotGetAllItsTurnsInARow() {
    List<Integer> turns = turns(open(5, 1, 1), 7);
    assertThat(turns).containsOnlyOnce(1, 2);
    assertThat(String.valueOf(turns)).doesNotContain("0, 0, 0, 0");
  }

  @Test
  void unitsOfWeightBelongToTheirBackend() {
    OpenBackends open = open(2, 1, 3);
    assertThat(open.totalWeight()).isEqualTo(6);
    int[] owners = {10, 10, 11, 12, 12, 12};
    for (int unit = 0; unit < 6; unit++) {
      assertThat(open.atWeight(unit)).isEqualTo(owners[unit]);
    }
  }

  @Test
  void thereMayBeNone() {
    assertThat(open().size()).isZero();
    assertThat(open().totalWeight()).isZero();
  }

  @Test
  void theHeaviestPoolDoesNotOverflow() {
    int[] weights = new int[1_000];
    Arrays.fill(weights, 65_535);
    weights[0] = 1;
    OpenBackends open = open(weights);
    assertThat(open.atTurn(Long.MAX_VALUE)).isBetween(10, 1_009);
    assertThat(open.atTurn(open.totalWeight() - 1)).isBetween(10, 1_009);
  }
}
