package io.clockwise.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.NginxSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NginxIpHashTest extends ForeignContract {

  @Override
  PlacementSettings settings() {
    return new NginxSettings.IpHash();
  }

  @Override
  String key(int number) {
    return (number >>> 24) + "." + (number >>> 16 & 0xff) + "." + (number >>> 8 & 0xff) + ".7";
  }

  /** The rule again, with a peer for each unit of weight. */
  private static int expected(List<Integer> units, int members, int[] bytes, BitSet open) {
    int hash = 89;
    int first = -1;
    for (int attempt = 0; attempt <= 20; attempt++) {
      for (int one : bytes) {
        hash = (hash * 113 + one) % 6271;
      }
      first = attempt == 0 ? hash : first;
      int member = units.get(hash % units.size());
      if (open.get(member)) {
        return member;
      }
    }
    int next = open.nextSetBit(first % members);
    return next >= 0 ? next : open.nextSetBit(0);
  }

  @Test
  void hashesTheAddressOnceMoreOnTopAndThenTakesThemInTurn() {
    List<Member> members = List.of(member(0, 1), member(1, 2), member(2, 5), member(3, 2));
    List<Integer> units = List.of(0, 1, 1, 2, 2, 2, 2, 2, 3, 3);
    Placement placement = build(members);
    Random random = new Random(SEED);
    for (int i = 0; i < 3_000; i++) {
      BitSet open = BitSet.valueOf(new long[] {random.nextInt(16)});
      int address = random.nextInt();
      int[] three = {address >>> 24, address >>> 16 & 0xff, address >>> 8 & 0xff};
      assertThat(placement.pick(key(placement, key(address)), open::get))
          .isEqualTo(expected(units, 4, three, open));
      int low = random.nextInt(0x10000);
      int[] all = {0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, low >>> 8, low & 0xff};
      String v6 = "2001:db8::" + Integer.toHexString(low);
      assertThat(placement.pick(key(placement, v6), open::get))
          .isEqualTo(expected(units, 4, all, open));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 4",
    "127.255.255.254, 2",
    "127.132.79.174, 3",
    "127.119.97.53, 1",
    "127.172.248.1, 2"
  })
  void addressesGoWhereNginxSendsThem(String address, int owner) {
    List<Member> members =
        List.of(member(1, 1), member(2, 2), member(3, 3), member(4, 1), member(5, 5));
    Placement placement = build(members);
    assertThat(placement.pick(key(placement, address), MemberFilter.ANY)).isEqualTo(owner);
  }

  @Test
  void aWholeNetworkOf24BitsIsOneKey() {
    Placement placement = build(equalMembers(9));
    RoutingKey key = key(placement, "10.1.2.3");
    assertThat(key(placement, "10.1.2.250").hash()).isEqualTo(key.hash());
    assertThat(key(placement, "10.1.3.3").hash()).isNotEqualTo(key.hash());
    assertThat(placement.readsKey()).isFalse();
  }

  @Test
  void aKeyThatIsNoAddressCountsAsZeros() {
    Placement placement = build(equalMembers(9));
    assertThat(key(placement, "user:1").hash()).isEqualTo(key(placement, "0.0.0.0").hash());
  }
}
