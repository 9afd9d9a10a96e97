package io.clockwise.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Slots;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.build.Placements;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotsTest extends PlacementContract {
  private static final IntUnaryOperator EQUAL = j -> 1;
  private static final IntUnaryOperator ONE_TO_FIVE = j -> 1 + j % 5;

  @Override
  PlacementSettings settings() {
    return new Slots(1 << 16, 20, "");
  }

  @Override
  double shareTolerance() {
    return 0.03;
  }

  @Override
  double strayMoves() {
    return 0.02; // what the quotas of 65,536 slots cost at ten members
  }

  private static List<Member> members(int count, IntUnaryOperator weight) {
    return IntStream.range(0, count)
        .mapToObj(j -> new Member("backend-" + j, weight.applyAsInt(j)))
        .toList();
  }

  private static Placement slots(int count, int slack, String seed, List<Member> members) {
    return Placements.build(new Slots(count, slack, seed), members);
  }

  private static IntUnaryOperator weights(String name) {
    return switch (name) {
      case "equal" -> EQUAL;
      case "seven" -> j -> 7;
      case "1-5" -> ONE_TO_FIVE;
      case "1000/1" -> j -> j % 2 == 0 ? 1000 : 1;
      default -> throw new IllegalArgumentException(name);
    };
  }

  /* The check values of the definition: another one means that keys move. */
  @ParameterizedTest
  @CsvSource({
    "65536, 20, '', 1, equal, d2f5b9f87f482b63, '0,-,-,-', '0,-,-,-', '0,-,-,-'",
    "65536, 20, '', 3, equal, a5b9497f3ddfaca3, '1,0,2,-', '1,0,2,-', '1,0,2,-'",
    "262144, 20, '', 3, equal, 35ddde6ecbfb175c, '1,0,2,-', '1,0,2,-', '1,0,2,-'",
    "262144, 20, '', 10, equal, 372645c495ec98d1, '3,7,1,9', '7,6,5,4', '8,3,1,0'",
    "262144, 20, '', 10, seven, 372645c495ec98d1, '3,7,1,9', '7,6,5,4', '8,3,1,0'",
    "262144, 20, blue, 10, equal, 50fb9555a0b6454f, '9,6,8,1', '3,7,4,1', '3,5,7,6'",
    "262144, 20, '', 10, 1-5, a571f6cf1cdfa9b7, '3,7,1,9', '7,6,4,8', '8,3,1,4'",
    "65536, 20, '', 30, 1000/1, 587892c5380d6321, '10,14,28,0', '22,6,24,26', '8,18,16,10'",
    "65536, 20, '', 100, equal, 6aaaff3145ad2dc9, '3,7,55,10', '89,54,22,63', '64,86,78,56'",
    "65536, 0, '', 100, equal, 3909dfbdd5105802, '3,7,55,10', '89,54,22,63', '64,86,78,56'",
    "65536, 20, '', 100, 1-5, bb509c8609a0dafb, '3,89,84,7', '89,54,63,24', '64,78,86,57'",
    "262144, 20, '', 100, equal, ca098b493fecf9fc, '3,7,55,10', '89,54,22,63', '64,86,78,56'",
    "262144, 20, '', 1000, equal, abcd76861a1261e2, '192,3,431,686', '653,997,147,980',"
        + " '837,387,64,490'",
    "262144, 50, '', 1000, 1-5, e5ad5fdcfb79edf1, '192,3,431,686', '653,997,147,732',"
        + " '837,64,387,414'",
    "1048576, 20, '', 100, equal, 9ddbda5a79e87e66, '3,7,55,10', '89,54,22,63', '64,86,78,56'",
  })
  void hasTheCheckValues(
      int count,
      int slack,
      String seed,
      int members,
      String weights,
      String digest,
      String slot0,
      String slot1,
      String slot12345) {
    Placement placement = slots(count, slack, seed, members(members, weights(weights)));
    assertThat(String.format("%016x", placement.digest())).isEqualTo(digest);
    assertThat(ranks(placement, count, 0)).isEqualTo(slot0);
    assertThat(ranks(placement, count, 1)).isEqualTo(slot1);
    assertThat(ranks(placement, count, 12345)).isEqualTo(slot12345);
  }

  /** Returns the numbers in the ids of a slot's four members. */
  private static String ranks(Placement placement, int count, long slot) {
    int[] four = new int[Math.min(4, placement.members().size())];
    placement.candidates(RoutingKey.ofHash(slot * (Long.MIN_VALUE / (count / 2) * -1)), four);
    String known =
        IntStream.of(four)
            .mapToObj(i -> placement.members().get(i).id().substring("backend-".length()))
            .collect(Collectors.joining(","));
    return known + ",-".repeat(4 - four.length);
  }

  @ParameterizedTest
  @CsvSource({"20, equal", "20, 1-5", "100, equal", "100, 1-5", "9, equal", "100, 1000/1"})
  void buildsTheSameTableFromThePreviousOne(int members, String weights) {
    List<Member> before = members(members, weights(weights));
    Placement old = slots(1 << 16, 20, "", before);
    List<List<Member>> changes = new ArrayList<>();
    changes.add(with(before, new Member("backend-0x", 3)));
    changes.add(with(before, new Member("zzz", before.get(0).weight())));
    changes.add(without(before, "backend-3"));
    changes.add(without(before, before.get(before.size() - 1).id()));
    changes.add(with(before, new Member("backend-5", before.get(5).weight() + 1)));
    changes.add(with(without(before, "backend-1"), new Member("new", 1)));
    int lighter = before.get(4).weight() == 1 ? 1 : before.get(4).weight() - 1;
    changes.add(with(before, new Member("backend-4", lighter)));
    for (List<Member> change : changes) {
      Placement fresh = slots(1 << 16, 20, "", change);
      Placement updated = Placements.build(new Slots(1 << 16, 20, ""), change, Set.of(), old);
      assertThat(updated.digest()).isEqualTo(fresh.digest());
      assertThat(updated.members()).isEqualTo(fresh.members());
    }
  }

  @Test
  void otherSettingsTakeNothingFromThePreviousTable() {
    List<Member> members = members(20, EQUAL);
    Placement old = slots(1 << 16, 20, "", members);
    for (Slots settings :
        List.of(
            new Slots(1 << 15, 20, ""), new Slots(1 << 16, 20, "x"), new Slots(1 << 16, 0, ""))) {
      assertThat(Placements.build(settings, members, Set.of(), old).digest())
          .isEqualTo(Placements.build(settings, members).digest());
    }
  }

  @Test
  void aLongHistoryOfUpdatesLeavesNoTrace() {
    Random random = new Random(SEED);
    List<Member> members = new ArrayList<>(members(24, ONE_TO_FIVE));
    Slots settings = new Slots(1 << 14, 20, "");
    Placement placement = Placements.build(settings, members);
    for (int step = 0; step < 60; step++) {
      int what = random.nextInt(3);
      int at = random.nextInt(members.size());
      if (what == 0 && members.size() > 12) {
        members.remove(at);
      } else if (what == 1) {
        members.set(at, new Member(members.get(at).id(), 1 + random.nextInt(9)));
      } else {
        members.add(new Member("added-" + step, 1 + random.nextInt(9)));
      }
      if (step % 3 != 0) { // some come with the next one
        placement = Placements.build(settings, members, Set.of(), placement);
        assertThat(placement.digest()).isEqualTo(Placements.build(settings, members).digest());
      }
    }
    Collections.shuffle(members, random);
    assertThat(placement.digest()).isEqualTo(Placements.build(settings, members).digest());
  }

  @ParameterizedTest
  @CsvSource({
    "8192, 20, 'count 8192 is not a power of two, 16384 to 4194304'",
    "65535, 20, 'count 65535 is not a power of two, 16384 to 4194304'",
    "8388608, 20, 'count 8388608 is not a power of two, 16384 to 4194304'",
    "65536, -1, 'slack -0.001 is not between 0 and 1'",
    "65536, 1001, 'slack 1.001 is not between 0 and 1'"
  })
  void settingsHaveBounds(int count, int slack, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> slots(count, slack, "", members(3, EQUAL)))
        .withMessage(message);
  }
}
