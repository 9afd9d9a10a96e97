package io.clockwise.placement;

import static io.clockwise.placement.MinimalMovesContract.equalMembers;
import static io.clockwise.placement.MinimalMovesContract.owners;
import static io.clockwise.placement.MinimalMovesContract.with;
import static io.clockwise.placement.MinimalMovesContract.without;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.HaproxySettings.Consistent;
import io.clockwise.model.placement.HaproxySettings.HashKey;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Servers known by a text of their own move no keys of others; those numbered by position do. */
class HaproxyMovesTest {
  private static final Consistent BY_TEXT =
      new Consistent(Consistent.DEFAULT.keyHash(), HashKey.GUID);

  private static List<String> ownersOf(Consistent settings, List<Member> members) {
    return owners(Placements.build(settings, members));
  }

  private static double moved(List<String> from, List<String> to, IntPredicate counts) {
    long moved =
        IntStream.range(0, from.size())
            .filter(i -> !from.get(i).equals(to.get(i)))
            .filter(counts)
            .count();
    return moved / (double) from.size();
  }

  @Test
  void aServerThatComesOrGoesMovesItsOwnKeysOnly() {
    List<Member> nine = equalMembers(9);
    List<String> before = ownersOf(BY_TEXT, nine);
    List<String> after = ownersOf(BY_TEXT, with(nine, new Member("new", 1)));
    assertThat(moved(before, after, i -> !after.get(i).equals("new"))).isZero();
    assertThat(moved(before, after, i -> true)).isBetween(0.04, 0.18);
    List<String> fewer = ownersOf(BY_TEXT, without(nine, "backend-3"));
    assertThat(moved(before, fewer, i -> !before.get(i).equals("backend-3"))).isZero();
    assertThat(moved(before, fewer, i -> true)).isBetween(0.04, 0.18);
  }

  @Test
  void moreWeightMovesKeysToTheHeavierOnly() {
    List<Member> light = equalMembers(8);
    List<String> before = ownersOf(BY_TEXT, light);
    List<String> after = ownersOf(BY_TEXT, with(light, new Member("backend-5", 3)));
    assertThat(moved(before, after, i -> !after.get(i).equals("backend-5"))).isZero();
    assertThat(moved(before, after, i -> true)).isBetween(0.1, 0.3);
  }

  @Test
  void aClosedServerMovesItsOwnKeysOnly() {
    Placement placement = Placements.build(BY_TEXT, equalMembers(8));
    for (int i = 0; i < 5000; i++) {
      RoutingKey key = MinimalMovesContract.key(placement, i);
      int owner = placement.pick(key, MemberFilter.ANY);
      int refuge = placement.pick(key, member -> member != 2);
      assertThat(refuge).isNotEqualTo(2);
      assertThat(owner == 2 || owner == refuge).isTrue();
    }
  }

  @Test
  void withoutIdsRemovingAServerMovesKeysOfAllBehindIt() {
    List<String> before = ownersOf(Consistent.DEFAULT, equalMembers(10));
    List<String> after = ownersOf(Consistent.DEFAULT, without(equalMembers(10), "backend-3"));
    assertThat(moved(before, after, i -> !before.get(i).equals("backend-3"))).isGreaterThan(0.3);
  }
}
