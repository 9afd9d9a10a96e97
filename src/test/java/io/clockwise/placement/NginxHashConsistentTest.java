package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.NginxSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NginxHashConsistentTest extends ForeignContract {

  @Override
  PlacementSettings settings() {
    return new NginxSettings.HashConsistent();
  }

  private static Member server(String line) {
    return new Member(line, 1);
  }

  /** The points of a ring, drawn once more from host, port and weight. */
  private static void draw(TreeMap<Long, Integer> ring, int member, String base, int weight) {
    int before = 0;
    for (int i = 0; i < 160 * weight; i++) {
      CRC32 crc = new CRC32();
      crc.update(base.getBytes(UTF_8));
      crc.update(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(before).array());
      before = (int) crc.getValue();
      ring.putIfAbsent(crc.getValue(), member);
    }
  }

  private static int expected(List<Integer> points, int from, int members, long hash, Set<?> shut) {
    for (int tries = 0; tries <= 20; tries++) {
      int member = points.get((from + tries) % points.size());
      if (!shut.contains(member)) {
        return member;
      }
    }
    for (int i = 0; i < members; i++) {
      int member = (int) ((hash + i) % members);
      if (!shut.contains(member)) {
        return member;
      }
    }
    return -1;
  }

  /* Most members are shut, so that many walks meet 20 useless points, some 21. */
  @Test
  void walksTwentyUselessPointsAndThenTakesThemInTurn() {
    int n = 30;
    TreeMap<Long, Integer> ring = new TreeMap<>();
    for (int i = 0; i < n; i++) {
      draw(ring, i, "10.0.0." + (i + 1) + "\0" + 8080, 1);
    }
    List<Integer> owners = new ArrayList<>(ring.values());
    List<Long> points = new ArrayList<>(ring.keySet());
    Placement placement = build(equalMembers(n));
    Random random = new Random(SEED);
    int inTurn = 0;
    for (int round = 0; round < 2_000; round++) {
      Set<Integer> shut = new HashSet<>();
      while (shut.size() < 26) {
        shut.add(random.nextInt(n));
      }
      RoutingKey key = key(placement, "k" + round);
      Map.Entry<Long, Integer> next = ring.ceilingEntry(key.hash());
      int from = next == null ? 0 : points.indexOf(next.getKey());
      int owner = expected(owners, from, n, key.hash(), shut);
      assertThat(placement.pick(key, member -> !shut.contains(member))).isEqualTo(owner);
      boolean walked = false;
      for (int tries = 0; tries <= 20; tries++) {
        walked |= !shut.contains(owners.get((from + tries) % owners.size()));
      }
      inTurn += walked ? 0 : 1;
    }
    assertThat(inTurn).isBetween(50, 300); // (26/30)^21 of 2000 is 99
  }

  @Test
  void anEmptyKeyTakesTheMembersInTurn() {
    Placement placement = build(equalMembers(4));
    RoutingKey empty = key(placement, "");
    assertThat(placement.pick(empty, MemberFilter.ANY)).isZero();
    assertThat(placement.pick(empty, member -> member > 1)).isEqualTo(2);
    assertThat(placement.readsKey()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "a, a:80, false",
    "a:, a, true", // no port is an empty one
    "unix:/run/a.sock, UNIX:/run/a.sock, true",
    "unix:/run/a:1, /run/a:1, false",
    "[::1]:80, ::1:80, false",
    "a:080, a:80, false",
    "8080, :8080, false"
  })
  void thePlaceHangsOnTheTextOfTheServerLine(String one, String other, boolean same) {
    Placement placement = build(List.of(server(one), server(other)));
    assertThat(placement.share(0)).isPositive();
    assertThat(placement.share(1) == 0).isEqualTo(same);
  }

  @Test
  void theFirstOfTwoLinesWithEqualPointsHasThemAll() {
    Placement placement = build(List.of(server("unix:/a"), server("Unix:/a"), server("b")));
    assertThat(placement.share(1)).isZero();
    RoutingKey key = key(placement, "k");
    assertThat(placement.pick(key, member -> member == 1)).isEqualTo(1); // in turn
  }

  @Test
  void theAddressesOfALineShareItsPoints() {
    Placement placement =
        build(
            List.of(
                new Member("a#0", 1, "a:80"),
                new Member("b", 1, "b:80"),
                new Member("a#1", 1, "a:80"),
                new Member("a#2", 1, "a:80")));
    Placement lines = build(List.of(server("a:80"), server("b:80")));
    assertThat(placement.share(0)).isEqualTo(lines.share(0));
    assertThat(placement.share(2)).isZero();
    for (int i = 0; i < 200; i++) {
      RoutingKey key = key(placement, "k" + i);
      boolean first = lines.pick(key(lines, "k" + i), MemberFilter.ANY) == 0;
      assertThat(placement.pick(key, MemberFilter.ANY)).isEqualTo(first ? 0 : 1);
      assertThat(placement.pick(key, member -> member != 0)).isEqualTo(first ? 2 : 1);
      assertThat(placement.pick(key, member -> member == 1 || member == 3))
          .isEqualTo(first ? 3 : 1);
    }
  }

  @Test
  void aMemberThatLeavesGivesAwayItsOwnKeysOnly() {
    Placement before = build(equalMembers(6));
    Placement after = build(equalMembers(6).subList(0, 5));
    for (int i = 0; i < 500; i++) {
      int owner = before.pick(key(before, "k" + i), MemberFilter.ANY);
      int now = after.pick(key(after, "k" + i), MemberFilter.ANY);
      assertThat(now).matches(member -> owner == 5 || member == owner);
      assertThat(before.pick(key(before, "k" + i), member -> member != 5)).isEqualTo(now);
    }
  }

  @Test
  void tooManyPointsAreRefused() {
    Member heavy = new Member("heavy:80", 30_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Placements.build(settings(), List.of(heavy)))
        .withMessage(
            "the ring would have 4800000 points, more than 4194304: divide the weights by a"
                + " common number");
  }
}
