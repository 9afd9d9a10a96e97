package io.clockwise.route.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.testkit.Allocation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Fixed keys and seeds; the bounds are five standard deviations. */
class PoolSplitTest {
  private static final int KEYS = 200_000;

  private static byte[] key(int number) {
    return ("user:" + number).getBytes(StandardCharsets.UTF_8);
  }

  private static int[] placesOf(PoolSplit split) {
    int[] places = new int[KEYS];
    for (int i = 0; i < KEYS; i++) {
      byte[] key = key(i);
      places[i] = split.ofKey(key, 0, key.length);
    }
    return places;
  }

  private static double share(int[] places, int place) {
    int count = 0;
    for (int each : places) {
      count += each == place ? 1 : 0;
    }
    return (double) count / places.length;
  }

  private static void assertShare(int[] places, int place, double expected) {
    double deviation = Math.sqrt(expected * (1 - expected) / places.length);
    assertThat(share(places, place)).isCloseTo(expected, within(5 * deviation));
  }

  @Test
  void keysAreSharedByWeight() {
    int[] places = placesOf(new PoolSplit(List.of("a", "b"), new int[] {95, 5}));
    assertShare(places, 0, 0.95);
    assertShare(places, 1, 0.05);
    int[] three = placesOf(new PoolSplit(List.of("a", "b", "c"), new int[] {1, 2, 997}));
    assertShare(three, 0, 0.001);
    assertShare(three, 1, 0.002);
  }

  @Test
  void requestsWithoutAKeyAreSharedByWeight() {
    PoolSplit split = new PoolSplit(List.of("a", "b", "c"), new int[] {70, 0, 30});
    Random random = new Random(11);
    int[] places = new int[KEYS];
    for (int i = 0; i < KEYS; i++) {
      places[i] = split.atRandom(random);
    }
    assertShare(places, 0, 0.7);
    assertThat(share(places, 1)).isZero();
    assertShare(places, 2, 0.3);
  }

  @Test
  void aRaisedWeightOnlyTakesAndTakesNoMoreThanItMust() {
    List<String> names = List.of("a", "b", "c");
    int[] before = placesOf(new PoolSplit(names, new int[] {40, 30, 30}));
    int[] after = placesOf(new PoolSplit(names, new int[] {60, 30, 30}));
    int moved = 0;
    for (int i = 0; i < KEYS; i++) {
      if (before[i] != after[i]) {
        assertThat(after[i]).isZero();
        moved++;
      }
    }
    double minimum = 60.0 / 120 - 40.0 / 100;
    double deviation = Math.sqrt(minimum * (1 - minimum) / KEYS);
    assertThat((double) moved / KEYS).isCloseTo(minimum, within(5 * deviation));
  }

  @Test
  void theOrderOfThePoolsDoesNotCountAndOneWithoutWeightGetsNothing() {
    int[] one = placesOf(new PoolSplit(List.of("a", "b", "c"), new int[] {2, 1, 0}));
    int[] other = placesOf(new PoolSplit(List.of("c", "b", "a"), new int[] {0, 1, 2}));
    for (int i = 0; i < KEYS; i++) {
      assertThat(other[i]).isEqualTo(2 - one[i]);
    }
    assertThat(share(one, 2)).isZero();
  }

  @Test
  void choosingAllocatesNothing() {
    PoolSplit split = new PoolSplit(List.of("a", "b", "c"), new int[] {3, 1, 1});
    byte[] key = key(1);
    Random random = new Random(3);
    Allocation.assertNone(
        i -> {
          key[5] = (byte) i;
          return split.ofKey(key, 0, key.length) + split.atRandom(random);
        });
  }
}
