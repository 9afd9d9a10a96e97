package io.clockwise.placement.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.placement.build.Placements;
import io.clockwise.testkit.Allocation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StagedPlacementTest {
  private static final int KEYS = 20_000;
  private static final List<String> TEN = IntStream.range(0, 10).mapToObj(i -> "b" + i).toList();

  static Stream<PlacementSettings> all() {
    return Stream.of(
        OwnSettings.Slots.DEFAULT,
        OwnSettings.Ring.DEFAULT,
        OwnSettings.Maglev.DEFAULT,
        OwnSettings.Rendezvous.DEFAULT);
  }

  private static List<Member> members(List<String> ids) {
    return ids.stream().map(id -> new Member(id, 1)).toList();
  }

  private static List<String> with(List<String> ids, String... more) {
    return Stream.concat(ids.stream(), Arrays.stream(more)).toList();
  }

  private static Placement build(PlacementSettings settings, List<String> ids) {
    return Placements.build(settings, members(ids));
  }

  private static RoutingKey key(Placement placement, int number) {
    return placement.key(("user-" + number).getBytes(StandardCharsets.UTF_8));
  }

  private static String owner(Placement placement, int number, MemberFilter filter) {
    int owner = placement.pick(key(placement, number), filter);
    return owner < 0 ? "-" : placement.members().get(owner).id();
  }

  private static String owner(Placement placement, int number) {
    return owner(placement, number, MemberFilter.ANY);
  }

  private static MemberFilter without(Placement placement, String... ids) {
    List<String> closed = List.of(ids);
    return member -> !closed.contains(placement.members().get(member).id());
  }

  @ParameterizedTest
  @MethodSource("all")
  void keysMoveOneByOneAndOnceOnly(PlacementSettings settings) {
    Placement before = build(settings, TEN);
    Placement target = build(settings, with(TEN, "new"));
    StagedPlacement staged = StagedPlacement.of(before, target, with(TEN, "new"), 0);
    List<StagedPlacement> steps =
        IntStream.rangeClosed(0, 20).mapToObj(i -> staged.withShare(i / 20.0)).toList();
    int[] moved = new int[steps.size()];
    int moving = 0;
    for (int i = 0; i < KEYS; i++) {
      String from = owner(before, i);
      String to = owner(target, i);
      boolean there = false;
      for (int step = 0; step < steps.size(); step++) {
        String now = owner(steps.get(step), i);
        assertThat(now).isIn(from, to);
        if (!from.equals(to)) {
          assertThat(there && now.equals(from)).as("back again").isFalse();
          there = now.equals(to);
          moved[step] += there ? 1 : 0;
        }
      }
      moving += from.equals(to) ? 0 : 1;
    }
    assertThat(moved[0]).isZero();
    assertThat(moved[20]).isEqualTo(moving);
    for (int step = 1; step < steps.size(); step++) {
      double share = (moved[step] - moved[step - 1]) / (double) moving;
      assertThat(share).isCloseTo(0.05, within(0.03));
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void aNewMemberThatIsClosedTakesNobodysKeys(PlacementSettings settings) {
    Placement before = build(settings, TEN);
    List<String> all = with(TEN, "new");
    Placement staged = StagedPlacement.of(before, build(settings, all), all, 0.5);
    MemberFilter open = without(staged, "new");
    for (int i = 0; i < KEYS; i++) {
      String has = owner(staged, i);
      String without = owner(staged, i, open);
      if (has.equals("new")) {
        assertThat(without).isEqualTo(owner(before, i));
      } else {
        assertThat(without).isEqualTo(has);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void keysOfWhoIsGoneGoWhereTheyBelongAtOnce(PlacementSettings settings) {
    Placement before = build(settings, TEN);
    List<String> nine = TEN.subList(1, 10);
    Placement target = build(settings, nine);
    Placement staged = StagedPlacement.of(before, target, nine, 0);
    assertThat(staged.members()).isEqualTo(target.members());
    for (int i = 0; i < KEYS; i++) {
      String had = owner(before, i);
      assertThat(owner(staged, i)).isEqualTo(had.equals("b0") ? owner(target, i) : had);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void whoLosesItsLastKeysKeepsThemForNow(PlacementSettings settings) {
    Placement before = build(settings, TEN);
    Placement target = build(settings, TEN.subList(1, 10));
    StagedPlacement staged = StagedPlacement.of(before, target, TEN, 0);
    assertThat(staged.members()).hasSize(10).endsWith(new Member("b0", 1));
    for (int i = 0; i < 1_000; i++) {
      assertThat(owner(staged, i)).isEqualTo(owner(before, i));
      assertThat(owner(staged.withShare(1), i)).isEqualTo(owner(target, i));
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void candidatesAreWhatPickFindsOneAfterTheOther(PlacementSettings settings) {
    List<String> all = with(TEN, "new", "newer");
    Placement before = build(settings, TEN);
    Placement middle =
        StagedPlacement.of(before, build(settings, with(TEN, "new")), with(TEN, "new"), 0.6);
    Placement target = build(settings, with(TEN.subList(2, 10), "new", "newer"));
    Placement staged = StagedPlacement.of(middle, target, all, 0.4);
    for (int length : new int[] {1, 2, 3, 12, 20}) {
      for (int i = 0; i < 500; i++) {
        RoutingKey key = key(staged, i);
        List<Integer> expected = new ArrayList<>();
        int next = staged.pick(key, MemberFilter.ANY);
        while (next >= 0 && expected.size() < length) {
          expected.add(next);
          next = staged.pick(key, member -> !expected.contains(member));
        }
        int[] into = new int[length];
        int found = staged.candidates(key, into);
        assertThat(Arrays.stream(into, 0, found).boxed().toList()).isEqualTo(expected);
      }
    }
  }

  @Test
  void aSecondChangeTakesKeysOfBothSidesAlike() {
    Placement before = build(OwnSettings.Slots.DEFAULT, TEN);
    List<String> eleven = with(TEN, "new");
    List<String> twelve = with(TEN, "new", "newer");
    Placement first =
        StagedPlacement.of(before, build(OwnSettings.Slots.DEFAULT, eleven), eleven, 0.5);
    Placement target = build(OwnSettings.Slots.DEFAULT, twelve);
    StagedPlacement second = StagedPlacement.of(first, target, twelve, 0.5);
    int[] all = new int[2];
    int[] taken = new int[2];
    for (int i = 0; i < KEYS; i++) {
      String had = owner(first, i);
      String to = owner(target, i);
      if (!had.equals(to)) {
        int side = had.equals("new") ? 0 : 1;
        all[side]++;
        taken[side] += owner(second, i).equals(to) ? 1 : 0;
      }
      assertThat(owner(second, i)).isIn(had, to);
    }
    assertThat(taken[0] / (double) all[0]).isCloseTo(0.5, within(0.1));
    assertThat(taken[1] / (double) all[1]).isCloseTo(0.5, within(0.05));
  }

  @Test
  void theOldestChangeCanEndUnderTheOthers() {
    Placement before = build(OwnSettings.Ring.DEFAULT, TEN);
    List<String> eleven = with(TEN, "x");
    List<String> twelve = with(TEN, "x", "y");
    Placement middle = build(OwnSettings.Ring.DEFAULT, eleven);
    Placement target = build(OwnSettings.Ring.DEFAULT, twelve);
    Placement first = StagedPlacement.of(before, middle, twelve, 0.3);
    Placement second = StagedPlacement.of(first, target, twelve, 0.3);
    Placement left = StagedPlacement.withoutOldest(second, twelve);
    assertThat(StagedPlacement.depth(second)).isEqualTo(2);
    assertThat(StagedPlacement.depth(left)).isEqualTo(1);
    assertThat(StagedPlacement.target(left)).isSameAs(target);
    for (int i = 0; i < KEYS; i++) {
      String had = owner(second, i);
      boolean stays = had.equals(owner(target, i)) || had.equals(owner(middle, i));
      if (stays && !had.equals(owner(before, i))) {
        assertThat(owner(left, i)).isEqualTo(had);
      }
      assertThat(owner(left, i)).isIn(owner(middle, i), owner(target, i));
    }
    assertThat(StagedPlacement.withoutOldest(left, twelve)).isSameAs(target);
    assertThat(StagedPlacement.withoutOldest(target, twelve)).isSameAs(target);
  }

  @Test
  void sharesAreThoseOfTheKeys() {
    Placement before = build(OwnSettings.Slots.DEFAULT, TEN);
    List<String> eleven = with(TEN.subList(1, 10), "new");
    Placement target = build(OwnSettings.Slots.DEFAULT, eleven);
    StagedPlacement staged = StagedPlacement.of(before, target, eleven, 0.25);
    double[] counted = new double[staged.members().size()];
    for (int i = 0; i < KEYS; i++) {
      counted[staged.pick(key(staged, i), MemberFilter.ANY)]++;
    }
    double sum = 0;
    for (int i = 0; i < counted.length; i++) {
      assertThat(staged.share(i)).isCloseTo(counted[i] / KEYS, within(0.015));
      sum += staged.share(i);
    }
    assertThat(sum).isCloseTo(1, within(1e-9));
    assertThat(staged.gaining()).contains("new").doesNotContain("b0");
  }

  @Test
  void everyShareHasAFingerprintOfItsOwn() {
    Placement before = build(OwnSettings.Slots.DEFAULT, TEN);
    Placement target = build(OwnSettings.Slots.DEFAULT, with(TEN, "new"));
    StagedPlacement staged = StagedPlacement.of(before, target, with(TEN, "new"), 0);
    assertThat(
            Stream.of(before, target, staged, staged.withShare(0.1), staged.withShare(0.2))
                .map(Placement::digest))
        .doesNotHaveDuplicates();
    assertThat(staged.withShare(0.1).digest()).isEqualTo(staged.withShare(0.1).digest());
    assertThat(staged.sizeInBytes()).isGreaterThan(before.sizeInBytes() + target.sizeInBytes());
  }

  @Test
  void aLookupAllocatesNothing() {
    Placement before = build(OwnSettings.Slots.DEFAULT, TEN);
    List<String> eleven = with(TEN, "new");
    Placement target = build(OwnSettings.Slots.DEFAULT, eleven);
    Placement staged = StagedPlacement.of(before, target, eleven, 0.5);
    MemberFilter open = member -> member != 3;
    RoutingKey key = key(staged, 1);
    Allocation.assertNone(
        i -> {
          key.setHash(i * 0x9e3779b97f4a7c15L);
          return staged.pick(key, open);
        });
  }
}
