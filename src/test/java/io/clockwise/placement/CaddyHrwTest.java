package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.HrwSettings.Caddy;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.hash.Fnv1a;
import io.clockwise.placement.hash.XxHash64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CaddyHrwTest extends ForeignContract {

  @Override
  PlacementSettings settings() {
    return Caddy.DEFAULT;
  }

  private static long hash(Caddy.Rule rule, String key, String upstream) {
    byte[] text = (rule == Caddy.Rule.V2_6_2 ? key + upstream : upstream + key).getBytes(UTF_8);
    return rule == Caddy.Rule.V2_8
        ? XxHash64.hash(text, 0, text.length)
        : Fnv1a.hash32(text, 0, text.length);
  }

  @ParameterizedTest
  @EnumSource
  void theLargestHashWinsByTheRuleOfTheVersion(Caddy.Rule rule) {
    List<Member> members = equalMembers(8);
    Placement placement = Placements.build(new Caddy(rule), members);
    for (int i = 0; i < 500; i++) {
      String key = "user:" + i;
      int best = 0;
      for (int m = 1; m < 8; m++) {
        long hash = hash(rule, key, members.get(m).name());
        long other = hash(rule, key, members.get(best).name());
        best = Long.compareUnsigned(hash, other) > 0 ? m : best;
      }
      int owner = best;
      assertThat(placement.pick(key(placement, key), MemberFilter.ANY)).isEqualTo(owner);
      assertThat(placement.pick(key(placement, key), m -> m != owner)).isNotEqualTo(owner);
    }
    assertThat(placement.readsKey()).isEqualTo(rule != Caddy.Rule.V2_6_2);
  }

  @Test
  void weightsDoNotCount() {
    Placement placement = build(List.of(member(0, 1), member(1, 9), member(2, 0)));
    assertThat(List.of(placement.share(0), placement.share(1), placement.share(2)))
        .containsExactly(0.5, 0.5, 0.0);
  }

  @Test
  void theFirstOfEqualHashesWins() {
    Placement placement =
        build(List.of(new Member("a", 1, "x:80"), new Member("b", 1, "x:80"), member(0, 1)));
    for (int i = 0; i < 100; i++) {
      int owner = placement.pick(key(placement, key(i)), MemberFilter.ANY);
      assertThat(owner).isNotEqualTo(1);
      assertThat(placement.pick(key(placement, key(i)), member -> member > 0))
          .isEqualTo(owner == 0 ? 1 : 2);
    }
  }
}
