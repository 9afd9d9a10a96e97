package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.placement.EnvoySettings.HashFunction;
import io.clockwise.model.placement.EnvoySettings.Locality;
import io.clockwise.model.placement.EnvoySettings.RingHashPolicy;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.hash.XxHash64;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvoyRingHashTest extends LookupContract {

  @Override
  PlacementSettings settings() {
    return RingHashPolicy.DEFAULT;
  }

  private static Placement ring(int least, int most, List<Member> members, Locality... localities) {
    return Placements.build(
        new RingHashPolicy(least, most, HashFunction.XX_HASH, List.of(localities)), members);
  }

  /** Returns the owners of points host_0 to host_(count - 1) of some hosts, by hash. */
  private static TreeMap<Long, Integer> points(List<Member> members, int... counts) {
    TreeMap<Long, Integer> points = new TreeMap<>(Long::compareUnsigned);
    for (int member = 0; member < counts.length; member++) {
      for (int i = 0; i < counts[member]; i++) {
        byte[] text = (members.get(member).name() + "_" + i).getBytes(UTF_8);
        points.put(XxHash64.hash(text, 0, text.length), member);
      }
    }
    return points;
  }

  private static void assertPoints(Placement placement, TreeMap<Long, Integer> points) {
    points.forEach(
        (hash, owner) ->
            assertThat(placement.pick(RoutingKey.ofHash(hash), MemberFilter.ANY)).isEqualTo(owner));
    KeySpace space = placement.keySpace();
    assertThat(space).isNotNull();
    assertThat(space.coordinate()).isEqualTo("xxh64");
    assertThat(space.starts().length).isBetween(points.size(), points.size() + 1);
  }

  /* 4 points for each unit of weight: half a point of the first host is carried to the second. */
  @Test
  void fractionsAreCarriedOver() {
    List<Member> members = List.of(new Member("a", 3), new Member("b", 3), new Member("c", 2));
    assertPoints(ring(4, 4, members), points(members, 2, 1, 1));
    assertPoints(ring(8, 100, members), points(members, 3, 3, 2));
    assertPoints(ring(7, 100, members), points(members, 3, 3, 2));
    assertPoints(ring(9, 100, members), points(members, 5, 4, 3));
  }

  @Test
  void aRingThatTheMemoryDoesNotHoldIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring((1 << 22) + 1, 1 << 23, List.of(new Member("a", 1))))
        .withMessageContaining("the ring would have 4194305 points, more than 4194304");
  }

  /* With the maximum biting, what comes late in the order may own nothing. */
  @Test
  void aTinyWeightMayHaveNoPoints() {
    List<Member> members = List.of(new Member("a", 10_000), new Member("b", 1));
    Placement placement = ring(10, 10, members);
    assertPoints(placement, points(members, 10, 0));
    assertThat(placement.share(1)).isZero();
    assertThat(placement.pick(RoutingKey.ofHash(1), m -> m == 1)).isEqualTo(-1);
  }

  @Test
  void localitiesWeighAsOne() {
    List<Member> members =
        List.of(new Member("a", 1), new Member("b", 5), new Member("c", 1), new Member("d", 1));
    Placement placement =
        ring(
            8,
            100,
            members,
            new Locality(3, List.of("d")),
            new Locality(0, List.of("b")),
            new Locality(1, List.of("a", "c", "gone")));
    assertPoints(placement, points(members, 1, 0, 1, 6));
    Placement none = ring(8, 100, members.subList(0, 1), new Locality(0, List.of("a")));
    assertThat(none.pick(RoutingKey.ofHash(1), MemberFilter.ANY)).isEqualTo(-1);
  }

  @Test
  void localitiesHoldEveryMemberOnce() {
    List<Member> members = List.of(new Member("a", 1), new Member("b", 1), new Member("c", 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring(8, 9, members, new Locality(1, List.of("a"))))
        .withMessageContaining("backend 'b' is in no locality");
    Locality all = new Locality(1, List.of("a", "b"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring(8, 9, members, all, new Locality(1, List.of("b"))))
        .withMessage("backend 'b' is in two localities");
  }

  @Test
  void aClosedMemberChangesTheRing() {
    List<Member> members = List.of(new Member("a", 1), new Member("b", 2), new Member("c", 1));
    RingHashPolicy policy = new RingHashPolicy(4, 100, HashFunction.XX_HASH, List.of());
    assertPoints(Placements.build(policy, members), points(members, 1, 2, 1));
    Placement two = Placements.build(policy, members, Set.of("b"), null);
    assertPoints(two, points(members, 2, 0, 2));
    Placement none = Placements.build(policy, members, Set.of("a", "b", "c"), null);
    assertThat(none.pick(RoutingKey.ofHash(0), MemberFilter.ANY)).isEqualTo(-1);
  }

  @Test
  void aRetryGoesOnPointByPoint() {
    List<Member> members = List.of(new Member("a", 1), new Member("b", 1), new Member("c", 1));
    Placement placement = ring(30, 30, members);
    TreeMap<Long, Integer> points = points(members, 10, 10, 10);
    for (int refused = 0; refused < 3; refused++) {
      int tried = refused;
      for (long hash : points.keySet()) {
        Long at = hash;
        while (points.get(at) == tried) {
          at = points.higherKey(at) == null ? points.firstKey() : points.higherKey(at);
        }
        assertThat(placement.pick(RoutingKey.ofHash(hash), m -> m != tried))
            .isEqualTo(points.get(at));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"-1, 10", "11, 10", "1, 8388609"})
  void sizesHaveBounds(int least, int most) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring(least, most, servers(1)))
        .withMessageContaining("minimumRingSize " + least + " and maximumRingSize " + most);
  }
}
