package io.clockwise.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RedisClusterSlot;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.compat.RedisClusterSlots;
import io.clockwise.placement.hash.Crc16;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisClusterSlotsTest extends ForeignContract {

  @Override
  PlacementSettings settings() {
    return RedisClusterSlot.DEFAULT;
  }

  private static final List<Member> THREE = equalMembers(3);

  private static int slot(String key) {
    byte[] padded = ("{" + key + "}").getBytes(UTF_8);
    return RedisClusterSlots.slot(padded, 1, padded.length - 2);
  }

  private static Placement ranges(String... ranges) {
    Map<String, String> byId = new LinkedHashMap<>();
    for (int i = 0; i < ranges.length; i++) {
      byId.put("backend-" + i, ranges[i]);
    }
    return Placements.build(new RedisClusterSlot(byId), THREE);
  }

  private static int owner(Placement placement, int slot) {
    return placement.pick(RoutingKey.ofHash(slot), MemberFilter.ANY);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "123456789, 12739",
    "{order:2005}.3, 7081",
    "a{order:55}b{c}, 8741",
    "{}product:3009{z}, 15882"
  })
  void slotsAreThoseOfRedis(String key, int slot) {
    assertThat(slot(key)).isEqualTo(slot);
    Placement placement = build(THREE);
    assertThat(key(placement, key).hash()).isEqualTo(slot);
    assertThat(placement.readsKey()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "{user1000}.following, user1000",
    "foo{{bar}}zap, {bar",
    "foo{bar}{zap}, bar",
    "}foo{bar}, bar",
    "a{b, a{b",
    "a}b{c, a}b{c",
    "foo{}{bar}, foo{}{bar}",
    "{}, {}",
    "foo{, foo{"
  })
  void onlyTheTextInTheFirstBracesCounts(String key, String tag) {
    long whole = Crc16.hash(tag.getBytes(UTF_8), 0, tag.length());
    assertThat(slot(key)).isEqualTo((int) whole % 16_384);
  }

  @Test
  void withoutRangesThePartsAreEvenInTheOrderOfTheMembers() {
    Placement placement = build(THREE);
    int[] owners = {0, 0, 1, 1, 2, 2};
    int[] slots = {0, 5460, 5461, 10_922, 10_923, 16_383};
    for (int i = 0; i < slots.length; i++) {
      assertThat(owner(placement, slots[i])).isEqualTo(owners[i]);
    }
    assertThat(placement.share(1)).isEqualTo(5462 / 16_384.0);
    Placement more = build(equalMembers(20_000));
    for (int i = 0; i < 20_000; i++) { // fewer slots than members
      assertThat(more.share(i)).isIn(0.0, 1 / 16_384.0);
    }
  }

  @Test
  void rangesSayWhoOwnsWhat() {
    Placement placement = ranges("0-99,200 , 300-16383", "100-199", "201-299");
    assertThat(owner(placement, 99)).isZero();
    assertThat(owner(placement, 100)).isEqualTo(1);
    assertThat(owner(placement, 200)).isZero();
    assertThat(owner(placement, 299)).isEqualTo(2);
    assertThat(owner(placement, 16_383)).isZero();
    assertThat(placement.share(1)).isEqualTo(100 / 16_384.0);
  }

  @Test
  void aSlotWhoseOwnerIsNotAcceptedIsTakenInTurn() {
    Placement placement = ranges("0-8191", "8192-16383");
    assertThat(placement.pick(RoutingKey.ofHash(0), member -> member != 0)).isEqualTo(1);
    assertThat(placement.pick(RoutingKey.ofHash(2), member -> member != 0)).isEqualTo(2);
    Map<String, String> all = Map.of("backend-0", "0-16383");
    List<Member> weightless = List.of(member(0, 0), member(1, 1));
    Placement without = Placements.build(new RedisClusterSlot(all), weightless);
    assertThat(owner(without, 77)).isEqualTo(1);
    assertThat(without.share(0) + without.share(1)).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "0-16384 | '0-16384' of backend 'backend-0' is no range of slots",
        "5-4 | '5-4' of backend 'backend-0' is no range of slots",
        "\"\" | '' of backend 'backend-0' is no range of slots",
        "0-5, | '' of backend 'backend-0' is no range of slots",
        "-5 | '-5' of backend 'backend-0' is no range of slots",
        "1-2-3 | '1-2-3' of backend 'backend-0' is no range of slots",
        "0x10 | '0x10' of backend 'backend-0' is no range of slots",
        "0-16382 | slot 16383 has no owner: the ranges of all backends together must cover",
        "0-16383,7 | slot 7 is given to 'backend-0' and to 'backend-0'"
      })
  void invalidRangesAreRefused(String ranges, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ranges(ranges))
        .withMessageStartingWith(message);
  }

  @Test
  void rangesOfAnUnknownBackendAreRefused() {
    RedisClusterSlot settings = new RedisClusterSlot(Map.of("other", "0-16383"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Placements.build(settings, THREE))
        .withMessage("the ranges name a backend 'other' that the pool does not have");
  }
}
