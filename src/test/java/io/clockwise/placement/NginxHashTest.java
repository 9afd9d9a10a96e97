package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.NginxSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class NginxHashTest extends ForeignContract {

  @Override
  PlacementSettings settings() {
    return new NginxSettings.Hash();
  }

  private static long crc(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(UTF_8));
    return crc.getValue();
  }

  /** The rule again, with a peer for each unit of weight. */
  private static int expected(List<Integer> units, int members, String key, BitSet open) {
    long sum = 0;
    for (int attempt = 0; attempt <= 20; attempt++) {
      sum += crc(attempt == 0 ? key : attempt + key) >>> 16 & 0x7fff;
      int member = units.get((int) (sum % units.size()));
      if (open.get(member)) {
        return member;
      }
    }
    int from = (int) (crc(key) % members);
    int next = open.nextSetBit(from);
    return next >= 0 ? next : open.nextSetBit(0);
  }

  @Test
  void hashesAgainWithTheNumberOfTheAttemptAndThenTakesThemInTurn() {
    List<Member> members = List.of(member(0, 1), member(1, 2), member(2, 5), member(3, 2));
    List<Integer> units = List.of(0, 1, 1, 2, 2, 2, 2, 2, 3, 3);
    Placement placement = build(members);
    Random random = new Random(SEED);
    for (int i = 0; i < 3_000; i++) {
      BitSet open = BitSet.valueOf(new long[] {random.nextInt(16)});
      String key = "user:" + random.nextInt();
      assertThat(placement.pick(key(placement, key), open::get))
          .isEqualTo(expected(units, 4, key, open));
    }
  }

  @Test
  void anEmptyKeyTakesTheMembersInTurn() {
    Placement placement = build(equalMembers(4));
    RoutingKey empty = key(placement, "");
    assertThat(placement.pick(empty, MemberFilter.ANY)).isZero();
    assertThat(placement.pick(empty, member -> member > 1)).isEqualTo(2);
    assertThat(placement.readsKey()).isTrue();
  }

  /* 15 bits are not enough for larger weights: nginx gives the rest nothing at the first attempt. */
  @Test
  void membersBehindTheFirst32768PlacesOwnNothing() {
    Placement placement = build(List.of(member(0, 30_000), member(1, 30_000), member(2, 30_000)));
    assertThat(placement.share(0)).isCloseTo(30_000 / 32_768.0, within(1e-12));
    assertThat(placement.share(1)).isCloseTo(2_768 / 32_768.0, within(1e-12));
    assertThat(placement.share(2)).isZero();
    assertThat(placement.pick(key(placement, "k"), member -> member == 2)).isEqualTo(2);
  }

  @Test
  void aClosedMemberKeepsItsPlacesSoOthersKeepTheirKeys() {
    Placement placement = build(equalMembers(7));
    for (int i = 0; i < 500; i++) {
      RoutingKey key = key(placement, "k" + i);
      int owner = placement.pick(key, MemberFilter.ANY);
      int open = placement.pick(key, member -> member != 3);
      assertThat(open).isNotEqualTo(3).matches(member -> owner == 3 || member == owner);
    }
  }
}
