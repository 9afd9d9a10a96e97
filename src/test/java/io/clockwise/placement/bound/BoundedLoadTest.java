package io.clockwise.placement.bound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Maglev;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.placement.build.Placements;
import io.clockwise.testkit.Allocation;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedLoadTest {
  private static final long SEED = 11;
  private final BoundScratch scratch = new BoundScratch();

  static Stream<PlacementSettings> all() {
    return Stream.of(
        Ring.DEFAULT,
        Maglev.DEFAULT,
        HaproxySettings.Consistent.DEFAULT,
        HaproxySettings.MapBased.DEFAULT,
        EnvoySettings.RingHashPolicy.DEFAULT,
        EnvoySettings.Maglev.DEFAULT);
  }

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

  @ParameterizedTest
  @MethodSource("all")
  void aFactorOfZeroIsThePlacementItself(PlacementSettings settings) {
    Placement placement = build(settings, 1, 2, 3, 1);
    BoundedLoad off = BoundedLoad.of(placement, 0);
    for (int i = 0; i < 500; i++) {
      RoutingKey key = key(placement, i);
      MemberFilter filter = i % 2 == 0 ? MemberFilter.ANY : m -> m != 2;
      assertThat(off.pick(key, filter, m -> 1_000_000 * m, scratch))
          .isEqualTo(placement.pick(key, filter));
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void withoutLoadTheOwnerHasTheKey(PlacementSettings settings) {
    Placement placement = build(settings, 1, 2, 3, 1);
    BoundedLoad bounded = BoundedLoad.of(placement, 125);
    for (int i = 0; i < 500; i++) {
      RoutingKey key = key(placement, i);
      assertThat(bounded.pick(key, MemberFilter.ANY, m -> 0, scratch))
          .isEqualTo(placement.pick(key, MemberFilter.ANY));
    }
  }

  /* Requests come and none goes. Envoy lets a member be full before one more comes, and rounds up
  twice; the others end at the share rounded up, HAProxy's at the next whole slot. */
  @ParameterizedTest
  @MethodSource("all")
  void nobodyGetsMoreThanTheBound(PlacementSettings settings) {
    int[] weights = {1, 2, 3, 1, 5, 1, 1, 2};
    Placement placement = build(settings, weights);
    BoundedLoad bounded = BoundedLoad.of(placement, 120);
    long[] loads = new long[weights.length];
    Random random = new Random(SEED);
    for (int placed = 0; placed < 4000; placed++) {
      // a few hot keys: half of all requests are for one
      RoutingKey key = key(placement, random.nextBoolean() ? 1 : random.nextInt(500));
      int member = bounded.pick(key, MemberFilter.ANY, m -> loads[m], scratch);
      loads[member]++;
      double share = 1.2 * (placed + 1) * weights[member] / 16;
      assertThat(loads[member]).isLessThanOrEqualTo((long) Math.ceil(share) + 2);
    }
    assertThat(LongStream.of(loads).min().orElse(0)).isPositive();
  }

  @ParameterizedTest
  @MethodSource("all")
  void whoeverIsNotUsableIsNotPicked(PlacementSettings settings) {
    Placement placement = build(settings, 1, 1, 0, 1, 1);
    BoundedLoad bounded = BoundedLoad.of(placement, 110);
    for (int i = 0; i < 300; i++) {
      RoutingKey key = key(placement, i);
      assertThat(bounded.pick(key, m -> m == 3, m -> 50, scratch))
          .isEqualTo(
              IntStream.range(0, placement.members().size())
                  .filter(m -> m == 3)
                  .findFirst()
                  .orElse(-1));
      assertThat(bounded.pick(key, m -> m > 2, m -> m, scratch)).isGreaterThan(2);
      assertThat(bounded.pick(key, m -> false, m -> 0, scratch)).isEqualTo(-1);
    }
    Placement none = build(settings);
    assertThat(BoundedLoad.of(none, 110).pick(key(none, 1), m -> true, m -> 0, scratch))
        .isEqualTo(-1);
  }

  @ParameterizedTest
  @MethodSource("all")
  void aLookupAllocatesNothing(PlacementSettings settings) {
    Placement placement = build(settings, equal(20));
    BoundedLoad bounded = BoundedLoad.of(placement, 110);
    RoutingKey key = new RoutingKey();
    MemberLoads loads = member -> member * 3L;
    Allocation.assertNone(
        i ->
            bounded.pick(
                key.setHash(i * 0x9e3779b1L & 0xffffffffL), MemberFilter.ANY, loads, scratch));
  }

  @ParameterizedTest
  @MethodSource("all")
  void belowTheFloorThereIsAlwaysRoom(PlacementSettings settings) {
    Placement placement = build(settings, equal(4));
    BoundedLoad bounded = BoundedLoad.of(placement, 100, 8);
    for (int i = 0; i < 200; i++) {
      RoutingKey key = key(placement, i);
      int owner = placement.pick(key, MemberFilter.ANY);
      assertThat(bounded.pick(key, MemberFilter.ANY, m -> m == owner ? 7 : 0, scratch))
          .isEqualTo(owner);
      assertThat(bounded.pick(key, MemberFilter.ANY, m -> m == owner ? 8 : 0, scratch))
          .isNotEqualTo(owner);
    }
  }

  /* The sums say what they say, whatever each one has. */
  @Test
  void sumsThatAreKnownAreBelieved() {
    Placement placement = build(Ring.DEFAULT, 1, 1, 2);
    BoundedLoad bounded = BoundedLoad.of(placement, 100, 1);
    for (int i = 0; i < 200; i++) {
      RoutingKey key = key(placement, i);
      int owner = placement.pick(key, MemberFilter.ANY);
      assertThat(bounded.pick(key, MemberFilter.ANY, counted(41), scratch)).isEqualTo(owner);
      assertThat(bounded.pick(key, m -> m != owner, counted(41), scratch)).isNotEqualTo(owner);
      assertThat(bounded.pick(key, MemberFilter.ANY, counted(39), scratch))
          .isEqualTo(2); // ten are too many for the others, not for the one of weight 2
    }
  }

  private static MemberLoads counted(long sum) {
    return new MemberLoads() {
      @Override
      public long inFlight(int member) {
        return 10;
      }

      @Override
      public long atUsable() {
        return sum;
      }

      @Override
      public long usableWeight() {
        return 4;
      }
    };
  }

  /* Loads that grow between two looks at them: nobody seems to have room. */
  @ParameterizedTest
  @MethodSource("all")
  void whenNobodyHasRoomTheLeastLoadedIsTaken(PlacementSettings settings) {
    Placement placement = build(settings, 1, 1, 1);
    int[] looks = {0};
    MemberLoads growing = m -> looks[0]++ < 3 ? 0 : m == 1 ? 1000 : 2000;
    for (int i = 0; i < 50; i++) {
      looks[0] = 0;
      assertThat(
              BoundedLoad.of(placement, 100).pick(key(placement, i), m -> true, growing, scratch))
          .isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1, 99, 100_001})
  void theFactorHasBounds(int factor) {
    Placement placement = build(Ring.DEFAULT, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BoundedLoad.of(placement, factor))
        .withMessage(
            "the load factor " + factor + " is neither 0 nor between 100 and 100000 per cent");
  }
}
