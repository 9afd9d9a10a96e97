package io.clockwise.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.model.placement.RingHash;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.ring.PointRing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class RingProperties {

  @Provide
  Arbitrary<Map<String, Integer>> pools() {
    Arbitrary<String> ids = Arbitraries.strings().ascii().ofMinLength(1).ofMaxLength(12);
    return Arbitraries.maps(ids, Arbitraries.integers().between(1, 20)).ofMinSize(1).ofMaxSize(12);
  }

  private static Placement build(Map<String, Integer> pool, int pointsPerWeight) {
    List<Member> members = new ArrayList<>();
    pool.forEach((id, weight) -> members.add(new Member(id, weight)));
    return Placements.build(new Ring(RingHash.XXH3, pointsPerWeight), members);
  }

  @Property(tries = 200)
  void sharesSumToOne(
      @ForAll("pools") Map<String, Integer> pool, @ForAll @IntRange(min = 1, max = 50) int points) {
    Placement placement = build(pool, points);
    double sum = 0;
    for (int i = 0; i < placement.members().size(); i++) {
      sum += placement.share(i);
    }
    assertThat(sum).isCloseTo(1, within(1e-12));
  }

  @Property(tries = 200)
  void aPickIsTheFirstAcceptedCandidate(
      @ForAll("pools") Map<String, Integer> pool,
      @ForAll @IntRange(min = 1, max = 50) int points,
      @ForAll long hash,
      @ForAll Set<@IntRange(min = 0, max = 11) Integer> open) {
    Placement placement = build(pool, points);
    int[] ranked = new int[placement.members().size()];
    assertThat(placement.candidates(RoutingKey.ofHash(hash), ranked)).isEqualTo(ranked.length);
    int expected = Arrays.stream(ranked).filter(open::contains).findFirst().orElse(-1);
    assertThat(placement.pick(RoutingKey.ofHash(hash), open::contains)).isEqualTo(expected);
  }

  @Property(tries = 200)
  void aMemberThatLeavesGivesAwayItsOwnKeysOnly(
      @ForAll("pools") Map<String, Integer> pool,
      @ForAll @IntRange(min = 1, max = 20) int points,
      @ForAll List<Long> hashes) {
    Placement before = build(pool, points);
    String gone = before.members().get(0).id();
    pool.remove(gone);
    Placement after = build(pool, points);
    for (long hash : hashes) {
      Member old = before.members().get(before.pick(RoutingKey.ofHash(hash), MemberFilter.ANY));
      if (!old.id().equals(gone)) {
        assertThat(after.members().get(after.pick(RoutingKey.ofHash(hash), MemberFilter.ANY)))
            .isEqualTo(old);
      }
    }
  }

  @Property(tries = 300)
  void sortsLikeAStableComparison(@ForAll List<@IntRange(min = -3, max = 3) Integer> small) {
    long[] keys = small.stream().mapToLong(i -> (long) i << 60 | i & 1).toArray();
    char[] values = new char[keys.length];
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < keys.length; i++) {
      values[i] = (char) i;
      order.add(i);
    }
    long[] original = keys.clone();
    order.sort((a, b) -> Long.compareUnsigned(original[a], original[b]));
    PointRing ring = PointRing.sorted(keys, values, Long.SIZE);
    for (int i = 0; i < keys.length; i++) {
      assertThat(ring.owner(i)).isEqualTo(order.get(i));
      assertThat(ring.point(i)).isEqualTo(original[order.get(i)]);
    }
  }
}
