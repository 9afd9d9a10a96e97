package io.clockwise.model.placement.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.model.placement.EnvoySettings.Locality;
import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.model.placement.HrwSettings;
import io.clockwise.model.placement.KetamaSettings;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.NginxSettings;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RedisClusterSlot;
import io.clockwise.model.placement.RingHash;
import io.clockwise.model.placement.SeedSettings;
import io.clockwise.model.placement.VertxConsistentHashing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PlacementLimitsTest {
  private static List<Member> members(int count, int weight) {
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(new Member("m" + i, weight));
    }
    return members;
  }

  private static List<LimitBreach> breaches(PlacementSettings settings, Member... members) {
    return PlacementLimits.breaches(settings, List.of(members));
  }

  /** Settings, how many backends of which weight just fit, and what the next ones are. */
  static Stream<Arguments> largest() {
    HaproxySettings.MapBased table = HaproxySettings.MapBased.DEFAULT;
    return Stream.of(
        Arguments.of(new OwnSettings.Ring(RingHash.MD5, 1024), 4096, 1, 4097, 1),
        Arguments.of(new SeedSettings.CRing(1 << 21, 0), 2, 1, 1, 3),
        Arguments.of(new SeedSettings.CRing(1 << 22, 1 << 22), 65_535, 65_535, 65_536, 1),
        Arguments.of(new SeedSettings.RustRing(1 << 21), 1, 2, 3, 1),
        Arguments.of(new NginxSettings.HashConsistent(), 1, 26_214, 1, 26_215),
        Arguments.of(HaproxySettings.Consistent.DEFAULT, 1024, 256, 1025, 256),
        Arguments.of(HaproxySettings.Consistent.DEFAULT, 1, 256, 1, 257),
        Arguments.of(table, 32_768, 65_535, 32_769, 1),
        Arguments.of(OwnSettings.MultiProbe.DEFAULT, 64, 65_535, 65, 65_535),
        Arguments.of(new OwnSettings.Jump(), 64, 65_535, 65, 65_535),
        Arguments.of(new VertxConsistentHashing(100_000), 41, 100, 42, 1),
        Arguments.of(new KetamaSettings.LibKetama(), 26_214, 65_535, 26_215, 1),
        Arguments.of(KetamaSettings.Spymemcached.DEFAULT, 26_214, 1, 26_215, 1),
        Arguments.of(new KetamaSettings.Libmemcached(), 41_943, 1, 41_944, 1),
        Arguments.of(new KetamaSettings.Libmemcached(), 26_214, 2, 26_215, 2),
        Arguments.of(new SeedSettings.RustRing(0), 65_535, 65_535, 65_536, 1),
        Arguments.of(new NginxSettings.Hash(), 65_535, 65_535, 65_536, 1),
        Arguments.of(new HrwSettings.Traefik(), 65_535, 65_535, 65_536, 1),
        Arguments.of(EnvoySettings.Maglev.DEFAULT, 65_535, 65_535, 65_536, 1),
        Arguments.of(OwnSettings.Rendezvous.DEFAULT, 65_535, 65_535, 65_536, 1),
        Arguments.of(new OwnSettings.Anchor(65_535), 65_535, 0, 65_536, 0),
        Arguments.of(new OwnSettings.Anchor(7), 7, 1, 8, 0));
  }

  @ParameterizedTest
  @MethodSource("largest")
  void takesTheLargestPoolAndNoMore(
      PlacementSettings settings, int fit, int weight, int beyond, int weightBeyond) {
    assertThat(PlacementLimits.breaches(settings, members(fit, weight))).isEmpty();
    assertThat(PlacementLimits.breaches(settings, members(beyond, weightBeyond))).isNotEmpty();
  }

  @Test
  void countsBackendsWithoutAWeightOnlyWhereTheyHaveAPlace() {
    List<Member> members = members(65_535, 1);
    members.add(new Member("more", 0));

    assertThat(PlacementLimits.breaches(OwnSettings.Maglev.DEFAULT, members)).isEmpty();
    assertThat(PlacementLimits.breaches(new NginxSettings.Hash(), members))
        .containsExactly(
            new LimitBreach("backends", "65536 backends", "at most 65535", "split the pool"));
  }

  @Test
  void dividesTheWeightsOfATableByTheirCommonNumber() {
    List<Member> members = members(65, 65_534);
    members.add(new Member("odd", 32_767));

    assertThat(PlacementLimits.breaches(HaproxySettings.MapBased.DEFAULT, members)).isEmpty();
    members.set(65, new Member("odd", 1));
    assertThat(PlacementLimits.breaches(HaproxySettings.MapBased.DEFAULT, members))
        .containsExactly(
            new LimitBreach(
                "backends",
                "4259711 entries of the table (weights 4259711)",
                "at most 4194304 entries of the table",
                "divide the weights by a common number"));
  }

  @ParameterizedTest
  @CsvSource({
    "262144, 4, 262140, ''",
    "262144, 5, 1310716, placement.count: 524288 would do; another count moves keys",
    "16384, 1, 16384, placement.count: 32768 would do; another count moves keys",
    "16384, 1, 16383, ''",
    "4194304, 1, 4194303, ''",
    "4194304, 1, 4194304,"
        + " 'not even the largest count, 4194304, would do: bring the weights closer together"
        + " or split the pool'"
  })
  void refusesASlotTableInWhichABackendMayOwnNothing(
      int count, int weight, int others, String advice) {
    List<Member> members = new ArrayList<>(List.of(new Member("none", 0)));
    members.add(new Member("small", weight));
    for (int left = others; left > 0; left -= 65_535) {
      members.add(new Member("m" + left, Math.min(left, 65_535)));
    }

    List<LimitBreach> breaches =
        PlacementLimits.breaches(new OwnSettings.Slots(count, 20, ""), members);

    if (advice.isEmpty()) {
      assertThat(breaches).isEmpty();
    } else {
      assertThat(breaches).extracting(LimitBreach::hint).containsExactly(advice);
    }
  }

  @Test
  void takesAPoolWithoutAnyWeight() {
    assertThat(breaches(OwnSettings.Slots.DEFAULT)).isEmpty();
    assertThat(breaches(OwnSettings.Slots.DEFAULT, new Member("a", 0))).isEmpty();
    assertThat(breaches(HaproxySettings.MapBased.DEFAULT, new Member("a", 0))).isEmpty();
  }

  @Test
  void wantsEachPlacedBackendInOneLocality() {
    Member a = new Member("a", 1);
    Member b = new Member("b", 0);
    var one = new EnvoySettings.Maglev(7, List.of(new Locality(1, List.of("a"))));
    var twice =
        new EnvoySettings.Maglev(
            7, List.of(new Locality(1, List.of("a", "x")), new Locality(2, List.of("a"))));

    assertThat(breaches(one, a, b)).isEmpty();
    assertThat(breaches(one, a, new Member("c", 1)))
        .extracting(LimitBreach::field)
        .containsExactly("placement.localities");
    assertThat(breaches(twice, a, b))
        .extracting(LimitBreach::field)
        .containsExactly(
            "placement.localities[0].backends[1]", "placement.localities[1].backends[0]");
    assertThat(breaches(EnvoySettings.RingHashPolicy.DEFAULT, a, b)).isEmpty();
  }

  /* Envoy's ring grows until the smallest share has whole points. */
  @Test
  void boundsTheRingOfEnvoy() {
    List<Member> heavy = new ArrayList<>();
    for (int i = 0; i < 121; i++) {
      heavy.add(new Member("h" + i, 65_535));
    }
    EnvoySettings.RingHashPolicy plain = EnvoySettings.RingHashPolicy.DEFAULT;
    assertThat(PlacementLimits.breaches(plain, heavy)).isEmpty();
    heavy.add(new Member("light", 1));
    assertThat(PlacementLimits.breaches(plain, heavy))
        .extracting(LimitBreach::given)
        .containsExactly("7929736 points (the smallest share is 1.3e-07)");
    EnvoySettings.RingHashPolicy far =
        new EnvoySettings.RingHashPolicy(
            1024,
            1 << 23,
            EnvoySettings.HashFunction.XX_HASH,
            List.of(new Locality(10_000_000, List.of("a")), new Locality(1, List.of("b"))));
    assertThat(breaches(far, new Member("a", 1), new Member("b", 1))).hasSize(1);
    EnvoySettings.RingHashPolicy large =
        new EnvoySettings.RingHashPolicy(
            (1 << 22) + 1, 1 << 23, EnvoySettings.HashFunction.XX_HASH, List.of());
    assertThat(breaches(large, new Member("a", 1))).hasSize(1);
  }

  @Test
  void wantsEachSlotOnce() {
    Map<String, String> ranges = new LinkedHashMap<>();
    ranges.put("a", "0-99,200-16383");
    ranges.put("b", "100-199");
    Member a = new Member("a", 1);
    Member b = new Member("b", 0);

    assertThat(breaches(new RedisClusterSlot(ranges), a, b, new Member("c", 1))).isEmpty();
    assertThat(breaches(RedisClusterSlot.DEFAULT, a, b)).isEmpty();
    ranges.put("b", "100-200");
    ranges.put("c", "1-0");
    assertThat(breaches(new RedisClusterSlot(ranges), a, b))
        .extracting(LimitBreach::field, LimitBreach::hint)
        .containsExactly(
            tuple("placement.ranges.b", "slot 200 has a backend already"),
            tuple(
                "placement.ranges.c",
                "correct the name, or take it out before the backend is removed"),
            tuple("placement.ranges.c", ""));
    ranges.remove("c");
    ranges.put("b", "100,100,102-199");
    assertThat(breaches(new RedisClusterSlot(ranges), a, b))
        .extracting(LimitBreach::field, LimitBreach::given)
        .containsExactly(
            tuple("placement.ranges.b", "\"100,100,102-199\""),
            tuple("placement.ranges", "none that has slot 101"));
  }

  @Test
  void wantsServerIdsOfHaproxyOnce() {
    assertThat(
            breaches(
                HaproxySettings.Consistent.DEFAULT,
                new Member("a", 1, "7"),
                new Member("b", 1, "x"),
                new Member("c", 1, "07"),
                new Member("d", 1, "0"),
                new Member("e", 1, "0")))
        .containsExactly(
            new LimitBreach(
                "backends[2].placementName",
                "the server id 7 again",
                "a placementName of its own",
                "\"a\" has it already"));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "007, 7", "2147483647, 2147483647", "2147483648, 0", "'', 0", "1a, 0"})
  void readsServerIdsAsHaproxyDoes(String name, int id) {
    assertThat(ServerNames.haproxyId(name)).isEqualTo(id);
  }

  @ParameterizedTest
  @CsvSource({"10.0.0.1:80, true", "'[::1]:80', true", "h:80, false", "10.0.0.1, false"})
  void wantsAddressesForPingora(String name, boolean fits) {
    assertThat(breaches(new NginxSettings.PingoraKetama(), new Member("a", 1, name)))
        .extracting(LimitBreach::field)
        .isEqualTo(fits ? List.of() : List.of("backends[0].placementName"));
  }

  @ParameterizedTest
  @CsvSource({"0-16383, true", "7, true", "16384, false", "2-1, false", "'0,', false", "0-, false"})
  void readsRanges(String text, boolean valid) {
    assertThat(SlotRange.parse(text).isEmpty()).isEqualTo(!valid);
  }

  @Test
  void readsRangesInTheirOrder() {
    assertThat(SlotRange.parse("5-9,0")).containsExactly(new SlotRange(5, 9), new SlotRange(0, 0));
  }
}
