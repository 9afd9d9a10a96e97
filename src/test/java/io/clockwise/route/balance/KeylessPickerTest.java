package io.clockwise.route.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.MissingKeyPolicy;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeylessPickerTest {
  private final KeylessPicker picker = new KeylessPicker(new Random(20_260_101));

  private int[] hits(OpenBackends open, MissingKeyPolicy policy, int requests) {
    int[] hits = new int[open.size()];
    for (int i = 0; i < requests; i++) {
      hits[picker.pick("p", open, policy) - 10]++;
    }
    return hits;
  }

  @ParameterizedTest
  @EnumSource
  void nobodyIsPickedWhenThereIsNobody(MissingKeyPolicy policy) {
    assertThat(picker.pick("p", OpenBackendsTest.open(), policy)).isEqualTo(-1);
  }

  @Test
  void turnsGoByWeight() {
    int[] hits = hits(OpenBackendsTest.open(1, 2, 5), MissingKeyPolicy.ROUND_ROBIN, 80);
    assertThat(hits).containsExactly(10, 20, 50);
  }

  @Test
  void eachPoolHasItsOwnTurns() {
    OpenBackends open = OpenBackendsTest.open(1, 1);
    for (int i = 0; i < 10; i++) {
      assertThat(picker.pick("a", open, MissingKeyPolicy.ROUND_ROBIN)).isEqualTo(10 + i % 2);
      assertThat(picker.pick("b", open, MissingKeyPolicy.ROUND_ROBIN)).isEqualTo(10 + i % 2);
    }
  }

  @Test
  void poolsThatAreGoneAreForgotten() {
    OpenBackends open = OpenBackendsTest.open(1, 1, 1);
    picker.pick("a", open, MissingKeyPolicy.ROUND_ROBIN);
    picker.pick("b", open, MissingKeyPolicy.ROUND_ROBIN);
    picker.retain(Set.of("a"));
    assertThat(picker.pick("a", open, MissingKeyPolicy.ROUND_ROBIN)).isEqualTo(11);
    assertThat(picker.pick("b", open, MissingKeyPolicy.ROUND_ROBIN)).isEqualTo(10);
  }

  @Test
  void chanceGoesByWeight() {
    int[] hits = hits(OpenBackendsTest.open(1, 2, 5), MissingKeyPolicy.RANDOM, 8_000);
    assertThat(hits[0]).isBetween(880, 1_120);
    assertThat(hits[1]).isBetween(1_840, 2_160);
    assertThat(hits[2]).isBetween(4_800, 5_200);
  }

  @Test
  void theLeastLoadedForItsWeightIsPicked() {
    OpenBackends open = OpenBackendsTest.open(1, 1, 4);
    start(open, 0, 1);
    start(open, 1, 2);
    start(open, 2, 6);
    // (1 + 1) / 1, (2 + 1) / 1, (6 + 1) / 4
    assertThat(hits(open, MissingKeyPolicy.LEAST_REQUESTS, 9)).containsExactly(0, 0, 9);
    start(open, 2, 2);
    // (8 + 1) / 4 is more than 2
    assertThat(hits(open, MissingKeyPolicy.LEAST_REQUESTS, 9)).containsExactly(9, 0, 0);
  }

  @Test
  void equallyLoadedOnesTakeTurns() {
    OpenBackends open = OpenBackendsTest.open(1, 1, 1, 1);
    assertThat(hits(open, MissingKeyPolicy.LEAST_REQUESTS, 40)).containsOnly(10);
  }

  @Test
  void requestsThatStaySpreadByWeight() {
    OpenBackends open = OpenBackendsTest.open(1, 3);
    for (int i = 0; i < 40; i++) {
      start(open, picker.pick("p", open, MissingKeyPolicy.LEAST_REQUESTS) - 10, 1);
    }
    assertThat(open.entry(0).meters().inFlight()).isBetween(9L, 11L);
    assertThat(open.entry(1).meters().inFlight()).isBetween(29L, 31L);
  }

  @Test
  void aRejectedRequestIsNotPickedFor() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> picker.pick("p", OpenBackendsTest.open(1), MissingKeyPolicy.REJECT));
  }

  private static void start(OpenBackends open, int place, int requests) {
    for (int i = 0; i < requests; i++) {
      open.entry(place).meters().started(0);
    }
  }
}
