package io.clockwise.placement.measure;

import static io.clockwise.placement.measure.Pools.cut;
import static io.clockwise.placement.measure.Pools.ring;
import static io.clockwise.placement.measure.Pools.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.placement.Placement;
import io.clockwise.placement.measure.PlacementDiff.Move;
import io.clockwise.placement.measure.Pools.Opaque;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementDiffTest {
  private static final KeySample SMALL = new KeySample(20_000, KeySample.Kind.TEXT);

  @Test
  void intervalsAreLaidOverEachOther() {
    PlacementDiff diff =
        PlacementDiff.between(cut("a b a", 0, 0.25, 0.75), cut("a b c", 0, 0.5, 0.875));
    assertThat(diff.moves())
        .containsExactly(
            new Move("b", "a", 0.25), new Move("a", "b", 0.125), new Move("a", "c", 0.125));
    assertThat(diff.moved()).isEqualTo(0.5);
    assertThat(diff.minimum()).isEqualTo(0.125); // a and b have a half and 0.375 at the end
    assertThat(diff.idealMinimum()).isCloseTo(1 / 3.0, within(1e-15));
    assertThat(diff.overMinimum()).isEqualTo(4);
    assertThat(diff.exact()).isTrue();
    assertThat(diff.sampledKeys()).isZero();
  }

  @Test
  void whatEachHadAndHasIsTold() {
    PlacementDiff diff =
        PlacementDiff.between(cut("a b a", 0, 0.25, 0.75), cut("a b c", 0, 0.5, 0.875));
    assertThat(diff.before()).isEqualTo(Map.of("a", 0.5, "b", 0.5));
    assertThat(diff.after()).isEqualTo(Map.of("a", 0.5, "b", 0.375, "c", 0.125));
    PlacementDiff whole = PlacementDiff.between(cut("a", 0), cut("b", 0));
    assertThat(whole.before()).isEqualTo(Map.of("a", 1.0));
    assertThat(whole.after()).isEqualTo(Map.of("b", 1.0));
  }

  @Test
  void membersAreKnownByTheirIds() {
    PlacementDiff diff = PlacementDiff.between(cut("a b", 0, 0.5), cut("b a", 0, 0.5));
    assertThat(diff.moved()).isEqualTo(1);
    assertThat(diff.minimum()).isZero();
    assertThat(diff.overMinimum()).isInfinite();
    assertThat(PlacementDiff.between(cut("a b", 0, 0.5), cut("x b y", 0, 0.25, 0.75)).moves())
        .containsExactlyInAnyOrder(
            new Move("a", "x", 0.25), new Move("a", "b", 0.25), new Move("b", "y", 0.25));
  }

  @Test
  void theWholeSpaceCanMove() {
    PlacementDiff one = PlacementDiff.between(cut("a", 0), cut("b", 0));
    assertThat(one.moves()).containsExactly(new Move("a", "b", 1));
    assertThat(List.of(one.moved(), one.minimum(), one.idealMinimum())).containsOnly(1.0);
    PlacementDiff spread = PlacementDiff.between(cut("a", 0), cut("b c", 0, 0.5));
    assertThat(List.of(spread.moved(), spread.minimum())).containsOnly(1.0);
    PlacementDiff gathered = PlacementDiff.between(cut("b c", 0, 0.5), cut("a", 0));
    assertThat(List.of(gathered.moved(), gathered.minimum())).containsOnly(1.0);
  }

  @Test
  void nobodyGivesAndTakesLikeAnyone() {
    Placement none = ring(10, List.of());
    PlacementDiff first = PlacementDiff.between(none, ring(10, 1, 1));
    assertThat(first.moves()).extracting(Move::from).containsOnlyNulls();
    assertThat(List.of(first.moved(), first.minimum(), first.idealMinimum())).containsOnly(1.0);
    PlacementDiff last = PlacementDiff.between(ring(10, 1), none);
    assertThat(last.moves()).containsExactly(new Move("b0", null, 1));
    assertThat(List.of(last.moved(), last.minimum(), last.idealMinimum())).containsOnly(1.0);
    assertThat(PlacementDiff.between(cut("a -", 0, 0.75), cut("a", 0)).moves())
        .containsExactly(new Move(null, "a", 0.25));
    PlacementDiff still = PlacementDiff.between(none, none);
    assertThat(List.of(still.moved(), still.minimum(), still.idealMinimum())).containsOnly(0.0);
    assertThat(still.overMinimum()).isEqualTo(1);
  }

  @Test
  void cutsOfDifferentSpacesAreSampled() {
    Placement ring = ring(100, 1, 1);
    PlacementDiff diff =
        PlacementDiff.between(
            PlacementView.of(ring), PlacementView.of(cut("b0 b1", 0, 0.5)), SMALL);
    assertThat(diff.exact()).isFalse();
    assertThat(diff.sampledKeys()).isEqualTo(20_000);
    assertThat(diff.moved()).isCloseTo(0.5, within(0.05));
  }

  @Test
  void anOpenOwnerKeepsTheDiffExactWhateverElseIsClosed() {
    Placement placement = cut("a b", 0, 0.5);
    PlacementDiff diff =
        PlacementDiff.between(
            PlacementView.of(placement), without(cut("a c", 0, 0.5), "nobody"), SMALL);
    assertThat(diff.exact()).isTrue();
    assertThat(diff.moves()).containsExactly(new Move("b", "c", 0.5));
  }

  /* One look-up for each interval of the closed one, whatever part of the coordinate is the hash. */
  @ParameterizedTest
  @ValueSource(ints = {64, 32, 14})
  void intervalsOfAClosedOwnerAreLookedUp(int hashBits) {
    Placement placement = cut("a b c b", 0, 0.25, 0.5, 0.875).withHashBits(hashBits);
    PlacementDiff diff =
        PlacementDiff.between(PlacementView.of(placement), without(placement, "b"), SMALL);
    assertThat(diff.moves()).containsExactly(new Move("b", "c", 0.375));
    assertThat(diff.sampledKeys()).isEqualTo(2);
    assertThat(diff.idealMinimum()).isCloseTo(1 / 3.0, within(1e-15));
  }

  @Test
  void keysAreSampledWhereTheHashIsNotTheCoordinate() {
    Placement placement = cut("a b c b", 0, 0.25, 0.5, 0.875).withHashBits(0);
    PlacementDiff diff =
        PlacementDiff.between(PlacementView.of(placement), without(placement, "b"), SMALL);
    assertThat(diff.sampledKeys()).isEqualTo(20_000);
    assertThat(diff.moves()).hasSize(1);
    assertThat(diff.moved()).isCloseTo(0.375, within(0.02));
  }

  @Test
  void keysOfAClosedRingMemberComeHomeAndTheRestStays() {
    Placement ring = ring(200, 1, 2, 3, 4);
    PlacementView open = PlacementView.of(ring);
    PlacementView closed = without(ring, "b2");
    PlacementDiff away = PlacementDiff.between(open, closed, SMALL);
    assertThat(away.moves()).extracting(Move::from).containsOnly("b2");
    assertThat(away.moved()).isEqualTo(ring.share(2));
    assertThat(away.overMinimum()).isEqualTo(1);
    PlacementDiff home = PlacementDiff.between(closed, open, SMALL);
    assertThat(home.moves()).extracting(Move::to).containsOnly("b2");
    assertThat(home.moved()).isEqualTo(away.moved());
    PlacementDiff sampled =
        PlacementDiff.between(
            PlacementView.of(new Opaque(ring)), without(new Opaque(ring), "b2"), SMALL);
    assertThat(sampled.moved()).isCloseTo(away.moved(), within(0.02));
  }

  @Test
  void everyoneClosedLeavesNobody() {
    Placement ring = ring(20, 1, 1);
    PlacementDiff diff =
        PlacementDiff.between(PlacementView.of(ring), without(ring, "b0", "b1"), SMALL);
    assertThat(diff.moves()).extracting(Move::to).containsOnlyNulls();
    assertThat(List.of(diff.moved(), diff.minimum(), diff.idealMinimum())).containsOnly(1.0);
  }

  @Test
  void sampleKeysAreDistinctAndLookAsTheyShould() {
    Set<String> seen = new HashSet<>();
    byte[] key = new byte[KeySample.MAX_LENGTH];
    for (int i = 0; i < 10_000; i++) {
      String text = text(key, SMALL.write(i, key));
      assertThat(text).matches("[0-9a-f]{16}");
      assertThat(seen.add(text)).isTrue();
    }
    KeySample addresses = new KeySample(9, KeySample.Kind.ADDRESS);
    for (int i = 0; i < 10_000; i++) {
      String text = text(key, addresses.write(i, key));
      assertThat(text).matches("((0|[1-9][0-9]{0,2})(\\.|$)){4}");
      assertThat(List.of(text.split("\\.")).stream().mapToInt(Integer::parseInt).max().orElse(999))
          .isLessThan(256);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new KeySample(0, KeySample.Kind.TEXT))
        .withMessage("a sample needs a key: 0");
  }

  private static String text(byte[] key, int length) {
    return new String(key, 0, length, StandardCharsets.US_ASCII);
  }
}
