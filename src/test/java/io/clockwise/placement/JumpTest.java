package io.clockwise.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.own.JumpPlacement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JumpTest extends ForeignContract {

  @Override
  PlacementSettings settings() {
    return new OwnSettings.Jump();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0",
    "1, 10, 6",
    "18446744073709551615, 10, 9",
    "9223372036854775808, 10, 5",
    "1, 1000, 549",
    "18446744073709551615, 1000, 313"
  })
  void bucketsAreThoseOfThePaper(String key, int buckets, long bucket) {
    assertThat(JumpPlacement.bucket(Long.parseUnsignedLong(key), buckets)).isEqualTo(bucket);
  }

  @Test
  void aWeightIsThatManyConsecutiveBuckets() {
    List<Member> members = List.of(member(0, 2), member(1, 0), member(2, 3), member(3, 65_535));
    Placement placement = build(members);
    for (int i = 0; i < 500; i++) {
      RoutingKey key = key(placement, "k" + i);
      long bucket = JumpPlacement.bucket(key.hash(), 65_540);
      int owner = bucket < 2 ? 0 : bucket < 5 ? 2 : 3;
      assertThat(placement.pick(key, MemberFilter.ANY)).isEqualTo(owner);
    }
    assertThat(placement.share(2)).isEqualTo(3 / 65_540.0);
  }

  @Test
  void aMemberThatIsAddedLastMovesKeysToItselfOnly() {
    Placement before = build(equalMembers(9));
    Placement after = build(equalMembers(10));
    int moved = 0;
    for (int i = 0; i < 5_000; i++) {
      int old = before.pick(key(before, "k" + i), MemberFilter.ANY);
      int now = after.pick(key(after, "k" + i), MemberFilter.ANY);
      moved += now == 9 ? 1 : 0;
      assertThat(now).matches(member -> member == old || member == 9);
    }
    assertThat(moved).isBetween(400, 600);
  }

  @Test
  void keysOfAClosedMemberSpreadAndTheOthersStay() {
    Placement placement = build(equalMembers(5));
    int[] refuges = new int[5];
    for (int i = 0; i < 5_000; i++) {
      RoutingKey key = key(placement, "k" + i);
      int owner = placement.pick(key, MemberFilter.ANY);
      int open = placement.pick(key, member -> member != 2);
      if (owner == 2) {
        refuges[open]++;
      } else {
        assertThat(open).isEqualTo(owner);
      }
    }
    assertThat(refuges).satisfies(counts -> assertThat(counts[2]).isZero());
    for (int other : new int[] {0, 1, 3, 4}) {
      assertThat(refuges[other]).isBetween(180, 320);
    }
  }
}
