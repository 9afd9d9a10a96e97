package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.VertxConsistentHashing;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.hash.VertxHash;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VertxRingTest extends ForeignContract {

  @Override
  PlacementSettings settings() {
    return VertxConsistentHashing.DEFAULT;
  }

  /** The rule again, as the signed sorted map that Vert.x has. */
  @Test
  void agreesWithASortedMapOfSignedHashes() {
    List<Member> members = equalMembers(12);
    TreeMap<Long, Integer> points = new TreeMap<>();
    for (int m = 0; m < members.size(); m++) {
      for (int i = 0; i < 4; i++) {
        points.put(hash(members.get(m).name() + "-" + i), m);
      }
    }
    Placement placement = build(members);
    for (int i = 0; i < 3_000; i++) {
      Map.Entry<Long, Integer> next = points.ceilingEntry(hash("k" + i));
      int owner = (next == null ? points.firstEntry() : next).getValue();
      assertThat(placement.pick(key(placement, "k" + i), MemberFilter.ANY)).isEqualTo(owner);
    }
  }

  private static long hash(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return VertxHash.hash(bytes, 0, bytes.length);
  }

  @Test
  void theLastOfEqualPointsWinsAndWeightsDoNotCount() {
    List<Member> members =
        List.of(new Member("a", 9, "x:80"), new Member("b", 1, "x:80"), member(1, 1));
    Placement placement = build(members);
    assertThat(placement.share(0)).isZero();
    assertThat(placement.pick(key(placement, "k"), member -> member == 0)).isZero();
    Placement light = build(members.subList(1, 3));
    assertThat(placement.share(1)).isEqualTo(light.share(0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 100_001})
  void virtualNodesHaveBounds(int virtualNodes) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Placements.build(new VertxConsistentHashing(virtualNodes), equalMembers(1)))
        .withMessage("virtualNodes " + virtualNodes + " is not between 1 and 100000");
  }

  @Test
  void tooManyPointsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Placements.build(new VertxConsistentHashing(100_000), equalMembers(42)))
        .withMessage("the ring would have 4200000 points, more than 4194304: lower virtualNodes");
  }
}
