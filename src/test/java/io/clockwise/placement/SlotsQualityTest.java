package io.clockwise.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Slots;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.measure.PlacementDiff;
import io.clockwise.placement.measure.PlacementReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the default settings promise: how even, how few moved keys. */
class SlotsQualityTest {
  private static final int CHANGES = 9;

  private static List<Member> members(int count, boolean equal) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Member("backend-" + i, equal ? 1 : 1 + i % 5))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"3, true", "10, true", "30, true", "100, true", "10, false", "100, false"})
  void nobodyIsMoreThanTheSlackAboveTheShare(int count, boolean equal) {
    Placement placement = Placements.build(Slots.DEFAULT, members(count, equal));
    PlacementReport report = PlacementReport.of(placement, 0);
    assertThat(report.maxOverMean()).isLessThanOrEqualTo(1.021);
    assertThat(report.minOverMean()).isGreaterThan(0.94);
  }

  /* What moves beside what must; the rest are the moves that the quotas cost. */
  @ParameterizedTest
  @CsvSource({"10, true, 1.0005", "30, true, 1.0005", "100, true, 1.04", "30, false, 1.0005"})
  void aChangeMovesHardlyMoreThanItMust(int count, boolean equal, double most) {
    List<Member> members = members(count, equal);
    assertThat(medianMoves(members, i -> with(members, new Member("new-" + i, 1))))
        .isBetween(1.0, most);
    assertThat(medianMoves(members, i -> without(members, i * count / CHANGES)))
        .isBetween(1.0, most);
    assertThat(medianMoves(members, i -> heavier(members, i * count / CHANGES)))
        .isBetween(1.0, most);
  }

  /* Unequal weights at a hundred backends: a heavier one displaces more than it must. */
  @Test
  void oneToFiveAtAHundredBackendsCostsAFewPerCent() {
    List<Member> members = members(100, false);
    assertThat(medianMoves(members, i -> without(members, i * 100 / CHANGES))).isBetween(1.0, 1.05);
    assertThat(medianMoves(members, i -> heavier(members, i * 100 / CHANGES))).isBetween(1.0, 1.07);
  }

  private static double medianMoves(List<Member> members, IntFunction<List<Member>> change) {
    Placement before = Placements.build(Slots.DEFAULT, members);
    double[] ratios =
        IntStream.range(0, CHANGES)
            .mapToDouble(
                i -> {
                  Placement after =
                      Placements.build(Slots.DEFAULT, change.apply(i), Set.of(), before);
                  PlacementDiff diff = PlacementDiff.between(before, after);
                  assertThat(diff.exact()).isTrue();
                  return diff.overMinimum();
                })
            .sorted()
            .toArray();
    return Arrays.stream(ratios).skip(CHANGES / 2).findFirst().orElseThrow();
  }

  private static List<Member> with(List<Member> members, Member added) {
    List<Member> all = new ArrayList<>(members);
    all.add(added);
    return all;
  }

  private static List<Member> without(List<Member> members, int index) {
    List<Member> all = new ArrayList<>(members);
    all.remove(index);
    return all;
  }

  private static List<Member> heavier(List<Member> members, int index) {
    List<Member> all = new ArrayList<>(members);
    Member old = all.get(index);
    all.set(index, new Member(old.id(), old.weight() + 1));
    return all;
  }
}
