package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.HrwSettings;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.placement.hash.Fnv1a;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraefikHrwTest extends ForeignContract {

  @Override
  PlacementSettings settings() {
    return new HrwSettings.Traefik();
  }

  @Override
  double countTolerance() {
    return 0.15; // FNV-1a mixes the last bytes of short texts badly
  }

  private static double score(String key, Member member) {
    byte[] text = (key + member.name()).getBytes(UTF_8);
    long hash = Fnv1a.hash64(text, 0, text.length);
    double x = new BigInteger(Long.toUnsignedString(hash)).doubleValue() / 0x1p64;
    return 1.0 / -StrictMath.log(x) * member.weight();
  }

  @Test
  void theLargestScoreWins() {
    List<Member> members = List.of(member(0, 1), member(1, 2), member(2, 30), member(3, 4));
    Placement placement = build(members);
    for (int i = 0; i < 2_000; i++) {
      String key = "10.0.0." + i;
      int best = 0;
      for (int m = 1; m < members.size(); m++) {
        best = score(key, members.get(m)) > score(key, members.get(best)) ? m : best;
      }
      assertThat(placement.pick(key(placement, key), MemberFilter.ANY)).isEqualTo(best);
    }
    assertThat(placement.readsKey()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"'', c", "user:1001, d", "user:1002, a", "order:2005, b", "product:200, e"})
  void keysGoWhereTraefikSendsThem(String key, String server) {
    Placement placement =
        build(
            List.of(
                new Member("a", 1, "http://cache-a.example:8080"),
                new Member("b", 1, "http://cache-b.example:8080"),
                new Member("c", 2, "http://cache-c.example:8080"),
                new Member("d", 1, "http://cache-d.example:9090"),
                new Member("e", 3, "http://cache-e.example:11211")));
    int owner = placement.pick(key(placement, key), MemberFilter.ANY);
    assertThat(placement.members().get(owner).id()).isEqualTo(server);
  }

  @Test
  void theFirstOfEqualScoresWins() {
    Placement placement = build(List.of(new Member("a", 1, "x"), new Member("b", 1, "x")));
    assertThat(placement.pick(key(placement, "k"), MemberFilter.ANY)).isZero();
    assertThat(placement.pick(key(placement, "k"), member -> member == 1)).isEqualTo(1);
  }
}
