package io.clockwise.placement.bound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.Placement;
import io.clockwise.placement.build.Placements;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The forms of bounded load, each beside its rule written down again. */
class BoundFormsTest {
  private static final long SEED = 11;
  private final BoundScratch scratch = new BoundScratch();

  private static Placement build(PlacementSettings settings, int... weights) {
    return Placements.build(
        settings,
        IntStream.range(0, weights.length)
            .mapToObj(i -> new Member("m" + i, weights[i], "10.0.0." + i + ":80"))
            .toList());
  }

  private static int[] equal(int count) {
    int[] weights = new int[count];
    Arrays.fill(weights, 1);
    return weights;
  }

  private static RoutingKey key(Placement placement, int number) {
    return placement.key(("user:" + number).getBytes(UTF_8));
  }

  /** The paper's rule again: candidates in rank order, the first below its capacity. */
  @Test
  void thePapersFormTakesTheFirstCandidateBelowItsCapacity() {
    int[] weights = {1, 4, 2, 3, 1, 1};
    Placement placement = build(Ring.DEFAULT, weights);
    Random random = new Random(SEED);
    int[] ranked = new int[weights.length];
    for (int round = 0; round < 2000; round++) {
      int factor = 100 + random.nextInt(100);
      long[] loads = random.longs(weights.length, 0, 12).toArray();
      int refused = random.nextInt(weights.length);
      RoutingKey key = key(placement, round);
      placement.candidates(key, ranked);
      long inFlight = LongStream.of(loads).sum() - loads[refused];
      int weight = 12 - weights[refused];
      int expected =
          Arrays.stream(ranked)
              .filter(m -> m != refused)
              .filter(m -> loads[m] < capacity(factor, inFlight, weights[m], weight))
              .findFirst()
              .orElseThrow();
      assertThat(
              BoundedLoad.of(placement, factor)
                  .pick(key, m -> m != refused, m -> loads[m], scratch))
          .isEqualTo(expected);
    }
  }

  private static long capacity(int factor, long inFlight, int weight, int weights) {
    long product = factor * (inFlight + 1) * weight;
    long divisor = 100L * weights;
    return product / divisor + (product % divisor == 0 ? 0 : 1);
  }

  /* Envoy's order from the rule: a shuffle by a twister that the hash seeds. */
  @Test
  void envoysFormWalksInAnOrderOfTheKeysOwn() {
    Placement placement = build(EnvoySettings.Maglev.DEFAULT, equal(7));
    Random random = new Random(SEED);
    for (int round = 0; round < 1000; round++) {
      long[] loads = random.longs(7, 0, 9).toArray();
      RoutingKey key = RoutingKey.ofHash(random.nextLong());
      int expected = envoys(placement.pick(key, m -> true), key.hash(), loads);
      assertThat(BoundedLoad.of(placement, 105).pick(key, m -> true, m -> loads[m], scratch))
          .isEqualTo(expected);
    }
  }

  private static int envoys(int first, long hash, long[] loads) {
    long all = ((LongStream.of(loads).sum() + 1) * 105 + 99) / 100;
    double slots = Math.max(1, Math.ceil(all * (1 * 1.0 / 7)));
    if (loads[first] <= slots) {
      return first;
    }
    MersenneTwister twister = new MersenneTwister();
    twister.seed((int) hash);
    List<Integer> order = new java.util.ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6));
    int best = first;
    for (int i = 0; i < 7; i++) {
      long drawn = Long.MAX_VALUE;
      while (drawn >= 7 - i) {
        drawn = (twister.next() & 0xffffffffL) / (0x100000000L / (7 - i));
      }
      java.util.Collections.swap(order, i, i + (int) drawn);
      int host = order.get(i);
      if (host != first && loads[host] <= slots) {
        return host;
      }
      best = loads[host] < loads[best] ? host : best;
    }
    return best;
  }

  /* The C++ standard names the 10,000th number of the default seed. */
  @Test
  void theTwisterIsTheStandardOne() {
    MersenneTwister twister = new MersenneTwister();
    for (int again = 0; again < 2; again++) {
      twister.seed(5489);
      assertThat(twister.next() & 0xffffffffL).isEqualTo(3_499_211_612L);
      for (int i = 2; i < 10_000; i++) {
        twister.next();
      }
      assertThat(twister.next() & 0xffffffffL).isEqualTo(4_123_659_995L);
    }
    for (int bound = 1; bound < 50; bound++) {
      assertThat(twister.below(bound)).isBetween(0, bound - 1);
    }
  }
}
