package io.clockwise.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.model.placement.EnvoySettings.Locality;
import io.clockwise.model.placement.EnvoySettings.Maglev;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.maglev.MaglevTable;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EnvoyMaglevTest extends LookupContract {

  @Override
  PlacementSettings settings() {
    return Maglev.DEFAULT;
  }

  @Test
  void aRetryTurnsTheBitsOfTheHash() {
    List<Member> members = servers(5);
    Placement placement = build(members);
    MaglevTable table =
        MaglevTable.of(
            members.stream().map(Member::name).toList(),
            new double[] {0.2, 0.2, 0.2, 0.2, 0.2},
            65_537,
            65_537);
    for (int i = 0; i < 500; i++) {
      RoutingKey key = key(placement, "k" + i);
      int first = table.owner(key.hash());
      int attempt = 0;
      int second = first;
      while (second == first) {
        second = table.owner(key.hash() ^ -(long) ++attempt);
      }
      assertThat(placement.pick(key, m -> m != first)).isEqualTo(second);
    }
  }

  @Test
  void closedMembersAndThoseOfEmptyLocalitiesAreNotPlaced() {
    List<Member> members = servers(4);
    Placement three = build(members, Set.of("s2"));
    assertThat(three.share(2)).isZero();
    assertThat(three.share(0)).isCloseTo(1 / 3.0, within(1e-4));
    assertThat(three.pick(key(three, "k"), m -> m == 2)).isEqualTo(-1);
    Placement none = build(members, Set.of("s0", "s1", "s2", "s3"));
    assertThat(none.pick(key(none, "k"), MemberFilter.ANY)).isEqualTo(-1);
    List<Locality> localities =
        List.of(new Locality(3, List.of("s3", "s0")), new Locality(1, List.of("s1", "s2")));
    Placement zoned = Placements.build(new Maglev(65_537, localities), members);
    assertThat(zoned.share(0)).isCloseTo(3 / 8.0, within(1e-3));
    assertThat(zoned.share(2)).isCloseTo(1 / 8.0, within(1e-3));
  }

  @Test
  void theSizeOfTheTableIsAPrime() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Placements.build(new Maglev(65_536, List.of()), servers(1)))
        .withMessage("tableSize 65536 is not a prime: the next one is 65537");
  }
}
