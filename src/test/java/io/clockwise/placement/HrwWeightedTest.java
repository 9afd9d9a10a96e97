package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.HrwWeighted;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.placement.hash.XxHash64;
import java.util.List;
import org.junit.jupiter.api.Test;

class HrwWeightedTest extends PlacementContract {

  @Override
  PlacementSettings settings() {
    return new HrwWeighted();
  }

  @Override
  double shareTolerance() {
    return 0.02; // the shares are exact, only keys scatter
  }

  private static double score(String key, Member member) {
    byte[] text = (member.id() + "\0" + key).getBytes(UTF_8);
    double x = ((XxHash64.hash(text, 0, text.length) >>> 11) + 0.5) / 0x1p53;
    return -member.weight() / StrictMath.log(x);
  }

  @Test
  void theLargestScoreWins() {
    List<Member> members =
        List.of(new Member("a", 1), new Member("b", 2), new Member("c", 90), new Member("d", 3));
    Placement placement = build(members);
    for (int i = 0; i < 3_000; i++) {
      String key = "k" + i;
      int best = 0;
      for (int m = 1; m < members.size(); m++) {
        best = score(key, members.get(m)) > score(key, members.get(best)) ? m : best;
      }
      assertThat(placement.pick(key(placement, key), MemberFilter.ANY)).isEqualTo(best);
    }
  }

  @Test
  void aMemberIsPlacedByItsIdWhateverItsName() {
    Placement placement = build(List.of(new Member("a", 1, "x"), new Member("b", 1, "y")));
    Placement other = build(List.of(new Member("a", 1, "y"), new Member("b", 1, "x")));
    assertThat(owners(placement)).isEqualTo(owners(other));
    assertThat(placement.digest()).isEqualTo(other.digest());
    assertThat(placement.readsKey()).isTrue();
  }
}
