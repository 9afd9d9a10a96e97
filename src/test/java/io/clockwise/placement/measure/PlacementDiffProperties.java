package io.clockwise.placement.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.model.placement.Member;
import io.clockwise.placement.Placement;
import io.clockwise.placement.measure.PlacementDiff.Move;
import io.clockwise.placement.measure.Pools.Opaque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class PlacementDiffProperties {

  @Provide
  Arbitrary<Map<String, Integer>> pools() {
    Arbitrary<String> ids = Arbitraries.strings().withCharRange('a', 'h').ofLength(1);
    return Arbitraries.maps(ids, Arbitraries.integers().between(1, 9)).ofMinSize(1).ofMaxSize(8);
  }

  private static Placement ring(Map<String, Integer> pool, int points) {
    List<Member> members = new ArrayList<>();
    pool.forEach((id, weight) -> members.add(new Member(id, weight)));
    return Pools.ring(points, members);
  }

  @Property(tries = 100)
  void nothingMovesFromAPlacementToItself(
      @ForAll("pools") Map<String, Integer> pool, @ForAll @IntRange(min = 1, max = 40) int points) {
    PlacementDiff diff = PlacementDiff.between(ring(pool, points), ring(pool, points));
    assertThat(diff)
        .isEqualTo(new PlacementDiff(List.of(), 0, 0, 0, 0, diff.before(), diff.before()));
  }

  @Property(tries = 200)
  void movesExplainTheSharesAndAreNoFewerThanTheMinimum(
      @ForAll("pools") Map<String, Integer> old,
      @ForAll("pools") Map<String, Integer> now,
      @ForAll @IntRange(min = 1, max = 40) int points) {
    Placement before = ring(old, points);
    Placement after = ring(now, points);
    PlacementDiff diff = PlacementDiff.between(before, after);
    Map<String, Double> shares = shares(before);
    double moved = 0;
    for (Move move : diff.moves()) {
      shares.merge(String.valueOf(move.from()), -move.share(), Double::sum);
      shares.merge(String.valueOf(move.to()), move.share(), Double::sum);
      assertThat(move.share()).isPositive();
      moved += move.share();
    }
    Map<String, Double> expected = shares(after);
    shares.forEach(
        (id, share) -> assertThat(share).isCloseTo(expected.getOrDefault(id, 0.0), within(1e-12)));
    shares(before)
        .forEach(
            (id, share) ->
                assertThat(diff.before().getOrDefault(id, 0.0)).isCloseTo(share, within(1e-12)));
    expected.forEach(
        (id, share) ->
            assertThat(diff.after().getOrDefault(id, 0.0)).isCloseTo(share, within(1e-12)));
    assertThat(diff.moved()).isCloseTo(moved, within(1e-12));
    assertThat(diff.minimum()).isCloseTo(gains(shares(before), expected), within(1e-12));
    assertThat(diff.moved()).isGreaterThanOrEqualTo(diff.minimum());
    assertThat(PlacementDiff.between(after, before).moved()).isEqualTo(diff.moved());
  }

  private static Map<String, Double> shares(Placement placement) {
    Map<String, Double> shares = new HashMap<>();
    for (int i = 0; i < placement.members().size(); i++) {
      shares.put(placement.members().get(i).id(), placement.share(i));
    }
    return shares;
  }

  private static double gains(Map<String, Double> before, Map<String, Double> after) {
    return after.keySet().stream()
        .mapToDouble(id -> Math.max(0, after.get(id) - before.getOrDefault(id, 0.0)))
        .sum();
  }

  @Property(tries = 200)
  void aChangeOfOneRingMemberMovesKeysToItOrFromItOnly(
      @ForAll("pools") Map<String, Integer> pool,
      @ForAll @IntRange(min = 0, max = 9) int weight,
      @ForAll @IntRange(min = 1, max = 40) int points) {
    Map<String, Integer> changed = new HashMap<>(pool);
    changed.put("changed", 4);
    Placement before = ring(changed, points);
    changed.put("changed", weight);
    Placement after = ring(changed, points);
    PlacementDiff diff = PlacementDiff.between(before, after);
    assertThat(diff.moves())
        .extracting(weight > 4 ? Move::to : Move::from)
        .allMatch("changed"::equals);
    assertThat(diff.moves()).hasSizeBetween(0, weight == 4 ? 0 : pool.size());
    assertThat(diff.moved()).isEqualTo(diff.minimum());
    assertThat(diff.overMinimum()).isEqualTo(1);
  }

  @Property(tries = 25)
  void sampledIsExactWithinItsError(
      @ForAll("pools") Map<String, Integer> old,
      @ForAll("pools") Map<String, Integer> now,
      @ForAll @IntRange(min = 5, max = 40) int points) {
    KeySample sample = new KeySample(40_000, KeySample.Kind.TEXT);
    Placement before = ring(old, points);
    Placement after = ring(now, points);
    PlacementDiff exact = PlacementDiff.between(before, after);
    PlacementDiff sampled =
        PlacementDiff.between(
            PlacementView.of(new Opaque(before)), PlacementView.of(new Opaque(after)), sample);
    assertThat(exact.exact()).isTrue();
    assertThat(sampled.sampledKeys()).isEqualTo(40_000);
    double fourDeviations = 4 * Math.sqrt(0.25 / sample.size()) + 1e-9;
    assertThat(sampled.moved()).isCloseTo(exact.moved(), within(fourDeviations));
    assertThat(sampled.minimum()).isBetween(exact.minimum() - 2 * fourDeviations, sampled.moved());
    assertThat(sampled.idealMinimum()).isEqualTo(exact.idealMinimum());
    Map<String, Double> shares = new HashMap<>();
    exact.moves().forEach(move -> shares.put(move.from() + ">" + move.to(), move.share()));
    for (Move move : sampled.moves()) {
      double share = shares.getOrDefault(move.from() + ">" + move.to(), 0.0);
      assertThat(share).isPositive();
      assertThat(move.share()).isCloseTo(share, within(fourDeviations));
    }
  }
}
