package io.clockwise.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.OwnSettings.Anchor;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.own.AnchorPlacement;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnchorTest extends ForeignContract {

  @Override
  PlacementSettings settings() {
    return OwnSettings.Anchor.DEFAULT;
  }

  private static Placement closing(int members, String... closed) {
    return Placements.build(new Anchor(16), equalMembers(members), Set.of(closed), null);
  }

  private static int owner(Placement placement, String key) {
    return placement.pick(key(placement, key), MemberFilter.ANY);
  }

  @ParameterizedTest
  @CsvSource({"'', 9", "user:1001, 2", "user:1002, 0", "order:2005, 8", "product:3009, 1"})
  void ownersAreFrozen(String key, int owner) {
    assertThat(owner(closing(10, "backend-3"), key)).isEqualTo(owner);
  }

  @Test
  void aClosedMemberGivesAwayItsOwnKeysOnlyAndEvenly() {
    Placement all = closing(10);
    Placement less = closing(10, "backend-3");
    int[] refuges = new int[10];
    for (int i = 0; i < 20_000; i++) {
      int owner = owner(all, "k" + i);
      int now = owner(less, "k" + i);
      if (owner == 3) {
        refuges[now]++;
      } else {
        assertThat(now).isEqualTo(owner);
      }
    }
    assertThat(refuges[3]).isZero();
    for (int other : new int[] {0, 1, 2, 4, 9}) {
      assertThat(refuges[other]).isBetween(150, 300); // of about 222
    }
    assertThat(less.share(3)).isZero();
    assertThat(less.share(4)).isEqualTo(1 / 9.0);
  }

  @Test
  void aMemberThatIsAddedLastMovesKeysToItselfOnly() {
    Placement before = closing(9);
    Placement after = closing(10);
    for (int i = 0; i < 5_000; i++) {
      int old = owner(before, "k" + i);
      assertThat(owner(after, "k" + i)).matches(member -> member == old || member == 9);
    }
  }

  @Test
  void aMemberWithoutAWeightIsAsGoodAsClosed() {
    Placement weightless =
        Placements.build(new Anchor(16), List.of(member(0, 1), member(1, 0), member(2, 1)));
    Placement closed = closing(3, "backend-1");
    for (int i = 0; i < 500; i++) {
      assertThat(owner(weightless, "k" + i)).isEqualTo(owner(closed, "k" + i));
    }
  }

  @Test
  void theOrderOfRemovalsCounts() {
    Membership ten = new Membership(equalMembers(10), new BitSet(), 7);
    Placement one = AnchorPlacement.of(ten, 64, new int[] {9, 0, 5});
    Placement other = AnchorPlacement.of(ten, 64, new int[] {0, 5, 9});
    int different = 0;
    for (int i = 0; i < 2_000; i++) {
      int owner = owner(one, "k" + i);
      assertThat(owner).isNotIn(0, 5, 9);
      different += owner == owner(other, "k" + i) ? 0 : 1;
    }
    assertThat(different).isPositive();
    assertThat(one.digest()).isEqualTo(7);
  }

  @Test
  void nobodyIsLeftWhenAllAreRemoved() {
    Placement none = closing(2, "backend-0", "backend-1");
    assertThat(owner(none, "k")).isEqualTo(-1);
    assertThat(none.share(0) + none.share(1)).isZero();
    assertThat(owner(closing(2, "backend-0"), "k")).isEqualTo(1);
  }

  @Test
  void theCapacityMayBeUsedUp() {
    Placement full = Placements.build(new Anchor(4), equalMembers(4));
    assertThat(owner(full, "k")).isBetween(0, 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Placements.build(new Anchor(4), equalMembers(5)))
        .withMessage(
            "the anchor has a capacity of 4, less than the pool's 5 backends: raise the capacity,"
                + " which moves keys, to the most there may ever be");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 65_536})
  void theCapacityHasBounds(int capacity) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Placements.build(new Anchor(capacity), List.of()))
        .withMessage("capacity " + capacity + " is not between 1 and 65535");
  }

  @Test
  void aMemberThatIsRefusedAllTheSameMakesTheKeyStartAgain() {
    Placement placement = closing(5, "backend-1");
    for (int i = 0; i < 200; i++) {
      RoutingKey key = key(placement, "k" + i);
      int owner = placement.pick(key, MemberFilter.ANY);
      assertThat(placement.pick(key, member -> member != owner)).isNotIn(owner, 1, -1);
      assertThat(placement.pick(key, member -> member == 1)).isEqualTo(-1);
    }
  }
}
