package io.clockwise.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.SeedSettings.RustRing;
import io.clockwise.placement.build.Placements;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeedRustRingTest extends ForeignContract {

  @Override
  PlacementSettings settings() {
    return RustRing.DEFAULT;
  }

  @Override
  double countTolerance() {
    return 0.2; // one point a node: some arcs are short
  }

  private static Placement ring(int virtualNodes, Member... members) {
    return Placements.build(new RustRing(virtualNodes), List.of(members));
  }

  private static Member server(int number, int weight) {
    return new Member("server-" + number, weight);
  }

  @ParameterizedTest
  @CsvSource({
    "0, '', server-2",
    "0, user:1001, server-1",
    "0, order:2005, server-2",
    "100, user:1001, server-2",
    "100, order:55, server-1",
    "100, product:3009, server-3"
  })
  void keysGoWhereTheTutorialsProgramSendsThem(int virtualNodes, String key, String server) {
    Placement placement = ring(virtualNodes, server(1, 1), server(2, 1), server(3, 1));
    int owner = placement.pick(key(placement, key), MemberFilter.ANY);
    assertThat(placement.members().get(owner).name()).isEqualTo(server);
  }

  @Test
  void thePlainFormKnowsNoWeights() {
    Placement light = ring(0, server(1, 1), server(2, 1));
    Placement heavy = ring(0, server(1, 9), server(2, 1));
    assertThat(heavy.share(0)).isEqualTo(light.share(0));
    assertThat(ring(50, server(1, 9), server(2, 1)).share(0))
        .isGreaterThan(ring(50, server(1, 1), server(2, 1)).share(0));
  }

  @Test
  void oneVirtualNodeIsNotThePlainForm() {
    assertThat(ring(1, server(1, 1), server(2, 1)).share(0))
        .isNotEqualTo(ring(0, server(1, 1), server(2, 1)).share(0));
  }

  @Test
  void theLastOfEqualPointsWins() {
    Placement placement =
        ring(0, new Member("a", 1, "same"), new Member("b", 1, "same"), server(1, 1));
    assertThat(placement.share(0)).isZero();
    assertThat(placement.share(1)).isPositive();
    assertThat(placement.pick(key(placement, "k"), member -> member == 0)).isZero();
  }

  @Test
  void settingsOutOfBoundsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring(-1, server(1, 1)))
        .withMessage("virtualNodes -1 is not between 0 and 4194304");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring(100_000, server(1, 50)))
        .withMessageEndingWith("lower virtualNodes or divide the weights");
  }
}
