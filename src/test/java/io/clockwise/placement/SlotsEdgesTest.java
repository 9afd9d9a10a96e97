package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Slots;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pools of an unusual shape. */
class SlotsEdgesTest {
  private static List<Member> members(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Member("backend-" + i, 1)).toList();
  }

  private static Placement build(int count, int slack, List<Member> members) {
    return Placements.build(new Slots(count, slack, ""), members);
  }

  @Test
  void nobodyIsBackendsOfWeightZeroOrNone() {
    for (List<Member> members : List.of(List.<Member>of(), List.of(new Member("a", 0)))) {
      Placement placement = build(1 << 14, 20, members);
      assertThat(placement.members()).isEmpty();
      assertThat(placement.pick(placement.key(new byte[3]), MemberFilter.ANY)).isEqualTo(-1);
      assertThat(placement.candidates(placement.key(new byte[3]), new int[2])).isZero();
    }
  }

  @Test
  void aWeightOfZeroIsLikeNotBeingThere() {
    List<Member> members = new ArrayList<>(members(5));
    Placement five = build(1 << 14, 20, members);
    members.add(new Member("idle", 0));
    assertThat(build(1 << 14, 20, members).digest()).isEqualTo(five.digest());
  }

  @Test
  void oneToAThousandIsKept() {
    Placement placement =
        build(1 << 18, 20, List.of(new Member("light", 1), new Member("heavy", 1000)));
    assertThat(placement.members().get(1).id()).isEqualTo("light");
    assertThat(placement.share(1) * 1001).isBetween(0.75, 1.03);
    assertThat(placement.pick(RoutingKey.ofHash(0), member -> member == 1)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"10, 0", "10, 20", "64, 20", "100, 0", "100, 1000"})
  void nobodyOwnsMoreThanTheQuota(int count, int slack) {
    List<Member> members =
        IntStream.range(0, count).mapToObj(i -> new Member("m" + i, 1 + i % 3)).toList();
    Placement placement = build(1 << 14, slack, members);
    long weights = members.stream().mapToLong(Member::weight).sum();
    double sum = 0;
    for (int i = 0; i < count; i++) {
      long weight = placement.members().get(i).weight();
      long owned = Math.round(placement.share(i) * (1 << 14));
      long exact = (1L << 14) * weight * (1000 + slack);
      assertThat(owned * 1000 * weights).isLessThan(exact + 1000 * weights);
      sum += placement.share(i);
    }
    assertThat(sum).isEqualTo(1);
  }

  @Test
  void fortyPerCentClosedSpillEvenlyAndMoveNobodyElse() {
    Placement placement = build(1 << 18, 20, members(20));
    MemberFilter open = member -> member % 5 >= 2;
    int[] got = new int[20];
    int moved = 0;
    int keys = 200_000;
    for (int i = 0; i < keys; i++) {
      RoutingKey key = placement.key(("user:" + i).getBytes(UTF_8));
      int owner = placement.pick(key, MemberFilter.ANY);
      int taken = placement.pick(key, open);
      assertThat(open.accepts(taken)).isTrue();
      if (open.accepts(owner)) {
        assertThat(taken).isEqualTo(owner);
      } else {
        moved++;
      }
      got[taken]++;
    }
    assertThat(moved / (double) keys).isBetween(0.38, 0.42);
    assertThat(Arrays.stream(got).filter(n -> n > 0).max().orElseThrow() / (keys / 12.0))
        .isLessThan(1.06);
    assertThat(Arrays.stream(got).filter(n -> n > 0).count()).isEqualTo(12);
  }

  /* The walk goes over the four of a slot, fifteen more slots, then everybody. */
  @Test
  void theOnlyOneThatIsOpenIsFoundByEveryKey() {
    Placement placement = build(1 << 14, 20, members(500));
    for (int i = 0; i < 2_000; i++) {
      int only = i % 500;
      RoutingKey key = RoutingKey.ofHash(i * 0x9e3779b97f4a7c15L);
      assertThat(placement.pick(key, member -> member == only)).isEqualTo(only);
      int[] all = new int[500];
      if (i < 20) {
        assertThat(placement.candidates(key, all)).isEqualTo(500);
        assertThat(Arrays.stream(all).distinct().count()).isEqualTo(500);
      }
    }
  }

  @Test
  void asManyBackendsAsSlotsWork() {
    int most = (1 << 15) - 1;
    Placement placement = build(1 << 15, 1000, members(most));
    assertThat(placement.members()).hasSize(most);
    assertThat(IntStream.range(0, most).mapToDouble(placement::share).max().orElseThrow())
        .isLessThanOrEqualTo(3.0 / (1 << 15));
    assertThat(placement.pick(RoutingKey.ofHash(7), member -> member == most - 1))
        .isEqualTo(most - 1);
  }

  @Test
  void twoOfOneIdAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> build(1 << 14, 20, List.of(new Member("a", 1), new Member("a", 2))))
        .withMessage("two backends have the id 'a': ids are unique");
  }

  @Test
  void theKeySpaceIsWhatTheTableSays() {
    Placement placement = build(1 << 14, 20, members(7));
    KeySpace space = placement.keySpace();
    assertThat(space).isNotNull();
    double[] shares = space.shares(7);
    for (int i = 0; i < 7; i++) {
      assertThat(shares[i]).isEqualTo(placement.share(i));
    }
    for (int i = 0; i < space.starts().length; i++) {
      RoutingKey key = RoutingKey.ofHash(space.starts()[i]);
      assertThat(placement.pick(key, MemberFilter.ANY)).isEqualTo(space.owners()[i]);
      if (i > 0) {
        key.setHash(space.starts()[i] - 1);
        assertThat(placement.pick(key, MemberFilter.ANY)).isEqualTo(space.owners()[i - 1]);
      }
    }
  }

  @Test
  void theTableTakesTwoMebibytes() {
    assertThat(Placements.build(Slots.DEFAULT, members(100)).sizeInBytes())
        .isBetween(2L << 20, 2_621_440L);
  }
}
