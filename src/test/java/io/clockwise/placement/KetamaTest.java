package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.KetamaSettings.LibKetama;
import io.clockwise.model.placement.KetamaSettings.Libmemcached;
import io.clockwise.model.placement.KetamaSettings.LibmemcachedWeighted;
import io.clockwise.model.placement.KetamaSettings.Spymemcached;
import io.clockwise.model.placement.KetamaSettings.Spymemcached.Format;
import io.clockwise.model.placement.KetamaSettings.Twemproxy;
import io.clockwise.model.placement.KetamaSettings.Twemproxy.Hash;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.hash.Md5;
import io.clockwise.placement.hash.TwemproxyHashes;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KetamaTest extends LookupContract {

  @Override
  PlacementSettings settings() {
    return new LibmemcachedWeighted();
  }

  private static List<Member> named(String... names) {
    return java.util.Arrays.stream(names).map(name -> new Member("id-" + name, 1, name)).toList();
  }

  /** Tells whether a point of this text lies on the ring, and is the member's. */
  private static boolean hasPoint(Placement placement, String text, int member) {
    byte[] bytes = text.getBytes(UTF_8);
    long point = Md5.first8(bytes, 0, bytes.length) & 0xffffffffL;
    KeySpace space = placement.keySpace();
    assertThat(space).isNotNull();
    return java.util.Arrays.stream(space.starts()).anyMatch(s -> s == (point + 1) << 32)
        && placement.pick(RoutingKey.ofHash(point), MemberFilter.ANY) == member;
  }

  @ParameterizedTest
  @CsvSource({"25, 39", "47, 39", "50, 39", "55, 39", "10, 40", "26, 40"})
  void binary32CostsSomeRingsADigest(int servers, int digests) {
    Placement weighted = build(servers(servers));
    assertThat(hasPoint(weighted, "10.0.0.1:8080-" + (digests - 1), 0)).isTrue();
    assertThat(hasPoint(weighted, "10.0.0.1:8080-" + digests, 0)).isFalse();
    Placement original = Placements.build(new LibKetama(), servers(servers));
    assertThat(hasPoint(original, "10.0.0.1:8080-39", 0)).isTrue();
    assertThat(hasPoint(original, "10.0.0.1:8080-40", 0)).isFalse();
    Placement spy = Placements.build(Spymemcached.DEFAULT, servers(servers));
    assertThat(hasPoint(spy, "10.0.0.1:8080-39", 0)).isTrue();
  }

  @Test
  void aTinyWeightHasNoPoints() {
    List<Member> members = List.of(new Member("a", 65_535, "a:1"), new Member("b", 1, "b:1"));
    for (PlacementSettings settings :
        List.of(new LibKetama(), new LibmemcachedWeighted(), Twemproxy.DEFAULT)) {
      Placement placement = Placements.build(settings, members);
      assertThat(placement.share(1)).isZero();
      assertThat(placement.pick(RoutingKey.ofHash(1), m -> m == 1)).isEqualTo(-1);
    }
  }

  @Test
  void aClosedMemberChangesTheCounts() {
    List<Member> members =
        List.of(new Member("a", 1, "a:1"), new Member("b", 1, "b:1"), new Member("c", 6, "c:1"));
    Placement all = build(members); // 160 points for each server, a has an eighth of 480
    assertThat(hasPoint(all, "a:1-14", 0)).isTrue();
    assertThat(hasPoint(all, "a:1-15", 0)).isFalse();
    Placement two = build(members, Set.of("c"));
    assertThat(hasPoint(two, "a:1-39", 0)).isTrue();
    assertThat(hasPoint(two, "a:1-40", 0)).isFalse();
    assertThat(two.share(2)).isZero();
    Placement none = build(members, Set.of("a", "b", "c"));
    assertThat(none.pick(RoutingKey.ofHash(1), MemberFilter.ANY)).isEqualTo(-1);
  }

  @Test
  void theDefaultPortIsNotPartOfTheText() {
    List<Member> members = named("a:11211", "b:11212");
    for (PlacementSettings settings :
        List.of(
            new LibmemcachedWeighted(),
            Twemproxy.DEFAULT,
            new Spymemcached(Format.LIBMEMCACHED, false))) {
      Placement placement = Placements.build(settings, members);
      assertThat(hasPoint(placement, "a-0", 0)).isTrue();
      assertThat(hasPoint(placement, "b:11212-0", 1)).isTrue();
    }
    assertThat(hasPoint(Placements.build(new LibKetama(), members), "a:11211-0", 0)).isTrue();
    Placement spy = Placements.build(Spymemcached.DEFAULT, members);
    assertThat(hasPoint(spy, "a:11211-0", 0)).isTrue();
  }

  @Test
  void spymemcachedsTextIsThatOfTheSocketAddress() {
    Placement placement =
        Placements.build(Spymemcached.DEFAULT, named("/10.0.0.1:1", "10.0.0.2:1", "h/10.0.0.3:1"));
    assertThat(hasPoint(placement, "10.0.0.1:1-0", 0)).isTrue();
    assertThat(hasPoint(placement, "10.0.0.2:1-0", 1)).isTrue();
    assertThat(hasPoint(placement, "h/10.0.0.3:1-0", 2)).isTrue();
  }

  /* Two names that are one text: all their points are equal. */
  @Test
  void equalPointsGoToTheFirstOrInSpymemcachedToTheLast() {
    List<Member> members =
        List.of(new Member("x", 1, "h"), new Member("y", 1, "h:11211"), new Member("z", 1, "a"));
    Placement weighted = build(members);
    assertThat(hasPoint(weighted, "h-0", 0)).isTrue();
    assertThat(weighted.share(1)).isZero();
    Placement twemproxy = Placements.build(Twemproxy.DEFAULT, members);
    assertThat(twemproxy.share(1)).isZero();
    Placement spy = Placements.build(new Spymemcached(Format.LIBMEMCACHED, false), members);
    assertThat(hasPoint(spy, "h-0", 1)).isTrue();
    assertThat(spy.share(0)).isZero();
  }

  @Test
  void oneWeightAboveOneMakesLibmemcachedsRingAWeightedOne() {
    Placement plain = Placements.build(new Libmemcached(), named("a:1", "b:1"));
    assertThat(hasPoint(plain, "a:1-0", 0)).isFalse();
    byte[] text = "a:1-99".getBytes(UTF_8);
    long point = TwemproxyHashes.oneAtATime(text, 0, text.length);
    assertThat(plain.pick(RoutingKey.ofHash(point), MemberFilter.ANY)).isZero();
    List<Member> heavy = List.of(new Member("a", 2, "a:1"), new Member("b", 1, "b:1"));
    Placement weighted = Placements.build(new Libmemcached(), heavy);
    assertThat(hasPoint(weighted, "a:1-52", 0)).isTrue();
    assertThat(hasPoint(weighted, "a:1-53", 0)).isFalse();
    assertThat(key(weighted, "user:1001").hash()).isEqualTo(0xa3ac13e0L);
    assertThat(key(plain, "user:1001").hash()).isEqualTo(0xa3ac13e0L);
    Placement closed = Placements.build(new Libmemcached(), heavy, Set.of("a"), null);
    assertThat(hasPoint(closed, "b:1-39", 1)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "{}, a{b}c, b",
    "{}, a{}c{d}, a{}c{d}",
    "{}, a}b{c}, c",
    "{}, a{b, a{b",
    "{}, a}b, a}b",
    "{}, {{b}}, {b",
    "$$, a$b$c, b",
    "$$, a$$c$, a$$c$",
    "$$, a$b, a$b",
    "'', a{b}c, a{b}c"
  })
  void onlyTheTagIsHashed(String tag, String key, String part) {
    Placement tagged = Placements.build(new Twemproxy(Hash.FNV1A_64, tag), servers(3));
    Placement plain = Placements.build(Twemproxy.DEFAULT, servers(3));
    assertThat(key(tagged, key).hash()).isEqualTo(key(plain, part).hash());
  }

  @ParameterizedTest
  @EnumSource(Hash.class)
  void anEmptyKeyHashesToZeroAndOthersByTheFunction(Hash hash) {
    for (String tag : List.of("", "{}")) {
      Placement placement = Placements.build(new Twemproxy(hash, tag), servers(3));
      assertThat(key(placement, "").hash()).isZero();
      assertThat(key(placement, "user:1001").hash()).isBetween(1L, 0xffffffffL);
    }
  }
}
