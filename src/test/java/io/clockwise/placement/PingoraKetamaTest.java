package io.clockwise.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.NginxSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PingoraKetamaTest extends ForeignContract {

  @Override
  PlacementSettings settings() {
    return new NginxSettings.PingoraKetama();
  }

  private Placement of(String... names) {
    return build(List.of(names).stream().map(name -> new Member(name, 1)).toList());
  }

  @Test
  void agreesWithNginxWhereAddressesAreIpv4WithPorts() {
    Placement placement = build(equalMembers(10));
    Placement nginx = Placements.build(new NginxSettings.HashConsistent(), equalMembers(10));
    for (int i = 0; i < 1_000; i++) {
      int owner = nginx.pick(key(nginx, "k" + i), MemberFilter.ANY);
      assertThat(placement.pick(key(placement, "k" + i), MemberFilter.ANY)).isEqualTo(owner);
    }
    assertThat(placement.keySpace()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "[2001:DB8:0:0::5]:80, [2001:db8::5]:80",
    "[::ffff:10.0.0.1]:80, [::ffff:a00:1]:80",
    "10.0.0.1:080, 10.0.0.1:80"
  })
  void theCanonicalTextOfAnAddressCounts(String one, String other) {
    assertThat(of(one, other).share(1)).isZero();
  }

  @Test
  void aMappedAddressIsNotTheOneThatItMaps() {
    assertThat(of("[::ffff:10.0.0.1]:80", "10.0.0.1:80").share(1)).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10.0.0.1",
        "10.0.0.1:",
        "10.0.0.1:70000",
        "a.example:80",
        "::1:80",
        "[::1]",
        "[]:80",
        "[10.0.0.1]:80",
        "[::1:80",
        "unix:/run/a.sock",
        "[fe80::1%eth0]:80",
        ":80",
        "[:80",
        "]:80"
      })
  void onlySocketAddressesArePlaced(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> build(List.of(new Member("a", 1, name))))
        .withMessage(
            "pingora-ketama places socket addresses, such as 10.0.0.1:80 or [2001:db8::1]:80, but '"
                + name
                + "' is none: give the backend such a placementName");
  }

  @Test
  void theEmptyKeyIsHashed() {
    Placement placement = build(equalMembers(5));
    assertThat(key(placement, "").hash()).isZero();
    Placement first = build(equalMembers(5).subList(3, 5));
    assertThat(first.pick(key(first, ""), MemberFilter.ANY)).isBetween(0, 1);
  }

  @Test
  void closedMembersArePassedPointByPointWithoutALimit() {
    Placement all = build(equalMembers(30));
    for (int i = 0; i < 300; i++) {
      int open = i % 30;
      int other = (i + 7) % 30;
      Placement two = build(List.of(member(open, 1), member(other, 1)));
      RoutingKey key = key(all, "k" + i);
      int owner = two.pick(key, MemberFilter.ANY) == 0 ? open : other;
      assertThat(all.pick(key, member -> member == open || member == other)).isEqualTo(owner);
    }
  }
}
