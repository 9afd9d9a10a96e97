package io.clockwise.route.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class OpenBackendsProperties {

  @Property(tries = 200)
  void aRoundGivesEachExactlyItsWeight(
      @ForAll @Size(min = 1, max = 10) List<@IntRange(min = 1, max = 60) Integer> weights,
      @ForAll @IntRange(min = 0, max = 10_000) int start) {
    OpenBackends open =
        OpenBackendsTest.open(weights.stream().mapToInt(Integer::intValue).toArray());
    int[] hits = new int[weights.size()];
    for (long turn = 0; turn < open.totalWeight(); turn++) {
      hits[open.atTurn(start + turn) - 10]++;
    }
    for (int i = 0; i < hits.length; i++) {
      assertThat(hits[i]).isEqualTo(weights.get(i));
    }
  }
}
