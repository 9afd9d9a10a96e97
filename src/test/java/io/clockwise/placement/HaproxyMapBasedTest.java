package io.clockwise.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.placement.HaproxySettings.MapBased;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HaproxyMapBasedTest extends LookupContract {

  @Override
  PlacementSettings settings() {
    return MapBased.DEFAULT;
  }

  private static List<Member> weighted(int... weights) {
    return IntStream.range(0, weights.length)
        .mapToObj(i -> new Member("m" + i, weights[i]))
        .toList();
  }

  private static String owners(Placement placement, MemberFilter filter, int count) {
    return IntStream.range(0, count)
        .mapToObj(hash -> String.valueOf(placement.pick(RoutingKey.ofHash(hash), filter)))
        .collect(Collectors.joining());
  }

  /* By hand from the rule: 1 + 2 of 3, then the same with a common divisor, and so on. */
  @ParameterizedTest
  @CsvSource({"1 2, 011", "10 20, 011", "1 1 1, 012", "3, 000", "1 0 1, 02", "2 3, 01011"})
  void theTableIsDealtOutByWeight(String weights, String table) {
    int[] numbers =
        java.util.Arrays.stream(weights.split(" ")).mapToInt(Integer::parseInt).toArray();
    Placement placement = build(weighted(numbers));
    assertThat(owners(placement, MemberFilter.ANY, table.length())).isEqualTo(table);
    assertThat(owners(placement, MemberFilter.ANY, 60)).startsWith(table.repeat(2));
  }

  @Test
  void aClosedMemberLeavesTheTable() {
    List<Member> members = weighted(1, 1, 1);
    assertThat(owners(build(members, Set.of("m1")), MemberFilter.ANY, 6)).isEqualTo("020202");
    Placement none = build(members, Set.of("m0", "m1", "m2"));
    assertThat(none.pick(RoutingKey.ofHash(5), MemberFilter.ANY)).isEqualTo(-1);
    assertThat(none.share(1)).isZero();
  }

  @Test
  void aRefusedMemberIsPassedSlotBySlot() {
    Placement placement = build(weighted(1, 1, 1, 1));
    assertThat(owners(placement, m -> m != 1, 4)).isEqualTo("0223");
    assertThat(owners(placement, m -> m == 0, 4)).isEqualTo("0000");
    Placement heavy = build(weighted(255, 1));
    assertThat(owners(heavy, m -> m == 1, 256)).isEqualTo("1".repeat(256));
  }

  @Test
  void tooLargeATableIsRefused() {
    List<Member> many = IntStream.range(0, 20_000).mapToObj(i -> new Member("m" + i, 1)).toList();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> build(many))
        .withMessageContaining("20000 slots for 20000 backends");
  }
}
