package io.clockwise.placement.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.model.placement.Member;
import io.clockwise.placement.hash.Mix64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostsTest {
  @ParameterizedTest
  @CsvSource({
    "0x1p-1, bfe62e42fefa39ef",
    "0x1.8p-1, bfd269621134db93",
    "0x1.3333333333333p-2, bff34378fcbda720",
    "0x1p-53, c0425e4f7b2737fa"
  })
  void theLogarithmHasTheseBits(String x, String bits) {
    double ln = Logarithm.ln(Double.parseDouble(x));
    assertThat(Long.toHexString(Double.doubleToRawLongBits(ln))).isEqualTo(bits);
  }

  @Test
  void theLogarithmIsOne() {
    Random random = new Random(7);
    for (int i = 0; i < 100_000; i++) {
      double x = (random.nextLong() >>> 12) * 0x1p-52 + 0x1p-53;
      assertThat(Logarithm.ln(x))
          .isCloseTo(StrictMath.log(x), within(1e-15 * (1 - StrictMath.log(x))));
    }
    assertThat(Logarithm.ln(1 - 0x1p-53)).isEqualTo(-0x1p-53);
  }

  @Test
  void mixingHasItsCheckValues() {
    assertThat(Mix64.mix(1)).isEqualTo(0x5692161d100b05e5L);
    assertThat(Mixing.ofSlot(0)).isEqualTo(0xe220a8397b1dcdafL);
    assertThat(Mixing.ofId("backend-0", 0)).isEqualTo(0x6f3088fe5da78c6eL);
  }

  @Test
  void costsHaveTheirCheckValues() {
    PairCosts equal = PairCosts.of(List.of(new Member("backend-0", 5)), 0);
    PairCosts unequal =
        PairCosts.of(List.of(new Member("backend-0", 1), new Member("backend-1", 2)), 0);
    assertThat(equal.key(Mixing.ofSlot(0), 0)).isEqualTo(0x25b6ea5f7b01L << 16);
    assertThat(unequal.key(Mixing.ofSlot(0), 0)).isEqualTo(0x3fd656e4ad90L << 16);
  }

  /* Turning a member away unseen must never turn away one of the four. */
  @Test
  void limitsLetInWhatIsCheaper() {
    Random random = new Random(11);
    for (int i = 0; i < 100_000; i++) {
      long a = random.nextLong();
      long b = i % 2 == 0 ? a + random.nextInt(1 << 18) - (1 << 17) : random.nextLong();
      if (PairCosts.equalKey(a, 3) <= PairCosts.equalKey(b, 3)) {
        assertThat(Long.compareUnsigned(a, PairCosts.leastNumber(PairCosts.equalKey(b, 3))))
            .isNotNegative();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "300"})
  void whoIsLessIsToldAsByKeys(int heavy) {
    PairCosts costs =
        PairCosts.of(List.of(new Member("a", 1), new Member("b", 1), new Member("c", heavy)), 0);
    for (int slot = 0; slot < 10_000; slot++) {
      long number = Mixing.ofSlot(slot);
      for (int pair = 0; pair < 9; pair++) {
        assertThat(costs.less(number, pair / 3, pair % 3))
            .isEqualTo(costs.key(number, pair / 3) < costs.key(number, pair % 3));
      }
    }
  }

  @Test
  void whatIsSurelyGreaterIsGreater() {
    Random random = new Random(13);
    int told = 0;
    for (int i = 0; i < 100_000; i++) {
      long z = random.nextLong();
      long other = z + (random.nextLong() >> (1 + random.nextInt(52)));
      int weight = 1 + random.nextInt(i % 2 == 0 ? 1 : 9);
      int otherWeight = 1 + random.nextInt(i % 2 == 0 ? 1 : 9);
      if (PairCosts.surelyGreater(z, weight, other, otherWeight)) {
        told++;
        assertThat(PairCosts.weightedKey(z, weight, 0))
            .isGreaterThan(PairCosts.weightedKey(other, otherWeight, 1));
      }
    }
    assertThat(told).isBetween(15_000, 50_000);
  }

  @Test
  void theRoughLogarithmIsNearTheOther() {
    Random random = new Random(17);
    for (int i = 0; i < 200_000; i++) {
      double x = PairCosts.unit(random.nextLong() >>> random.nextInt(52));
      assertThat(RoughLogarithm.ln(x)).isCloseTo(Logarithm.ln(x), within(RoughLogarithm.ERROR));
      double y = PairCosts.unit(~(random.nextLong() >>> random.nextInt(52)));
      assertThat(RoughLogarithm.ln(y)).isCloseTo(Logarithm.ln(y), within(RoughLogarithm.ERROR));
    }
  }

  /* With a light one beside heavy ones some rough costs are too close to tell. */
  @ParameterizedTest
  @CsvSource({"2, 2", "4, 5", "5, 7", "12, 1000", "12, 65535"})
  void ranksAreThoseOfTheKeys(int count, int heavy) {
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(new Member("m" + (10 + i), i == 0 ? 1 : heavy));
    }
    PairCosts costs = PairCosts.of(members, 0);
    RankBlock block = new RankBlock(costs);
    int[] slots = new int[RankBlock.SIZE];
    long[] table = new long[1 << 17];
    for (int from = 0; from < table.length; from += slots.length) {
      int first = from;
      Arrays.setAll(slots, j -> first + j);
      block.rank(slots, slots.length, table);
    }
    long[] wanted = new long[table.length];
    for (int slot = 0; slot < table.length; slot++) {
      long number = Mixing.ofSlot(slot);
      long[] keys = new long[Math.max(SlotTable.RANKS, count)];
      Arrays.setAll(keys, m -> m < count ? costs.key(number, m) : Long.MAX_VALUE);
      Arrays.sort(keys);
      wanted[slot] = SlotTable.entry(keys[0], keys[1], keys[2], keys[3]);
    }
    assertThat(table).isEqualTo(wanted);
  }

  @Test
  void theWorstSlotStandsInFront() {
    Random random = new Random(13);
    TreeSet<Long> model = new TreeSet<>(); // cost, then slot
    WorstFirst heap = new WorstFirst(50);
    for (int slot = 0; slot < 50; slot++) {
      long cost = random.nextInt(20);
      heap.add(cost, slot);
      model.add(cost << 32 | slot);
      assertThat(heap.cost() << 32 | heap.slot()).isEqualTo(model.last());
    }
    for (int slot = 50; slot < 1_000; slot++) {
      long cost = random.nextInt(20);
      boolean worse = (cost << 32 | slot) > model.last();
      assertThat(heap.refuses(cost, slot)).isEqualTo(worse);
      if (!worse) {
        heap.replaceWorst(cost, slot);
        model.pollLast();
        model.add(cost << 32 | slot);
      }
      assertThat(heap.cost() << 32 | heap.slot()).isEqualTo(model.last());
    }
    TreeSet<Integer> held = new TreeSet<>();
    for (int place = 0; place < 50; place++) {
      held.add(heap.slotAt(place));
    }
    assertThat(held).hasSize(50);
    assertThat(model).allMatch(entry -> held.contains(entry.intValue()));
  }

  @Test
  void theOwnerGoesToTheFront() {
    long entry = SlotTable.entry(5, 6, 7, 8);
    assertThat(SlotTable.withOwner(entry, 5)).isEqualTo(entry);
    assertThat(SlotTable.withOwner(entry, 6)).isEqualTo(SlotTable.entry(6, 5, 7, 8));
    assertThat(SlotTable.withOwner(entry, 8)).isEqualTo(SlotTable.entry(8, 5, 6, 7));
    assertThat(SlotTable.withOwner(entry, 9)).isEqualTo(SlotTable.entry(9, 5, 6, 7));
  }
}
