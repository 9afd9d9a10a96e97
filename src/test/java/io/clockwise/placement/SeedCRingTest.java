package io.clockwise.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.SeedSettings.CRing;
import io.clockwise.placement.build.Placements;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeedCRingTest extends ForeignContract {

  @Override
  PlacementSettings settings() {
    return CRing.DEFAULT;
  }

  private static Placement ring(CRing settings, List<Member> members) {
    return Placements.build(settings, members);
  }

  private static List<Member> servers(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> new Member("server" + i, 1)).toList();
  }

  private static String owner(Placement placement, String key) {
    int owner = placement.pick(key(placement, key), MemberFilter.ANY);
    return placement.members().get(owner).name();
  }

  @ParameterizedTest
  @CsvSource({"user:1001, server2", "order:2005, server3", "product:3009, server1", "'', server1"})
  void keysGoWhereTheTutorialsProgramSendsThem(String key, String server) {
    assertThat(owner(ring(CRing.DEFAULT, servers(3)), key)).isEqualTo(server);
  }

  /* These two names share 30 of 100 points, so the order of equal hashes counts. */
  @Test
  void equalHashesAreOrderedAsTheTutorialsSortLeavesThem() {
    List<Member> members =
        List.of(new Member("cart-token-26", 1), new Member("feed-thumb-55", 1), servers(1).get(0));
    Placement placement = ring(new CRing(100, 500), members);
    assertThat(owner(placement, "user:1001")).isEqualTo("feed-thumb-55");
    assertThat(placement.share(0)).isPositive().isLessThan(placement.share(1));
  }

  @Test
  void pointsBeyondTheCapacityAreDropped() {
    Placement cut = ring(new CRing(100, 500), servers(7));
    Placement five = ring(new CRing(100, 0), servers(5));
    for (int i = 0; i < 300; i++) {
      assertThat(owner(cut, "k" + i)).isEqualTo(owner(five, "k" + i));
    }
    assertThat(cut.share(5)).isZero();
    Placement half = ring(new CRing(100, 550), servers(7));
    assertThat(half.share(5)).isPositive().isLessThan(half.share(4));
  }

  @Test
  void membersWithoutPointsAreTheLastResort() {
    Placement cut = ring(new CRing(100, 500), servers(7));
    assertThat(cut.pick(key(cut, "k"), member -> member >= 5)).isEqualTo(5);
    int[] all = new int[9];
    assertThat(cut.candidates(key(cut, "k"), all)).isEqualTo(7);
    assertThat(List.of(all[5], all[6])).containsExactly(5, 6);
  }

  @Test
  void aWeightIsThatManyTimesThePoints() {
    Placement weighted = ring(new CRing(20, 0), List.of(new Member("a", 3), new Member("b", 1)));
    Placement plain = ring(new CRing(60, 80), List.of(new Member("a", 1), new Member("b", 1)));
    assertThat(weighted.share(0)).isEqualTo(plain.share(0));
  }

  @Test
  void keysAndNamesEndAtAZeroByte() {
    Placement placement = ring(CRing.DEFAULT, servers(3));
    assertThat(key(placement, "user:1001\0rest").hash())
        .isEqualTo(key(placement, "user:1001").hash());
    assertThat(key(placement, "\0").hash()).isEqualTo(key(placement, "").hash());
    List<Member> cut = List.of(new Member("1", 1, "server1\0x"), new Member("2", 1, "server2\0"));
    assertThat(ring(CRing.DEFAULT, cut).share(0))
        .isEqualTo(ring(CRing.DEFAULT, servers(2)).share(0));
  }

  @Test
  void settingsOutOfBoundsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring(new CRing(0, 0), servers(1)))
        .withMessage("virtualNodes 0 is not between 1 and 4194304");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring(new CRing(1, -1), servers(1)))
        .withMessage("capacity -1 is less than 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring(new CRing(4_000_000, 0), servers(2)))
        .withMessage(
            "the ring would have 8000000 points, more than 4194304: lower virtualNodes, the"
                + " weights or the capacity");
  }
}
