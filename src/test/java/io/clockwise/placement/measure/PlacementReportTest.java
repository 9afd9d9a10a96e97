package io.clockwise.placement.measure;

import static io.clockwise.placement.measure.Pools.cut;
import static io.clockwise.placement.measure.Pools.ring;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.model.placement.Member;
import io.clockwise.placement.Placement;
import io.clockwise.placement.measure.Pools.Cut;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementReportTest {

  @Test
  void evenSharesAreEven() {
    PlacementReport report = PlacementReport.of(cut("a b c d", 0, 0.25, 0.5, 0.75), 7);
    assertThat(report).isEqualTo(new PlacementReport(4, 1, 1, 0, 48, 0xd19e57, 7));
  }

  @Test
  void loadsAreSharesOverWhatTheWeightAsksFor() {
    Cut cut = cut("a b c", 0, 0.25, 0.5);
    List<Member> weighted =
        List.of(new Member("a", 1), new Member("b", 2), new Member("c", 1), new Member("none", 0));
    PlacementReport report =
        PlacementReport.of(new Cut(weighted, cut.keySpace(), cut.hashBits()), 0);
    assertThat(report.members()).isEqualTo(3); // loads of 1, 0.5 and 2
    assertThat(report.maxOverMean()).isEqualTo(2);
    assertThat(report.minOverMean()).isEqualTo(0.5);
    assertThat(report.variation()).isCloseTo(Math.sqrt(3.5 / 9) / (3.5 / 3), within(1e-12));
  }

  @Test
  void sharesMayBeGiven() {
    double[] counted = {0.5, 0.25, 0.25};
    PlacementReport report = PlacementReport.of(cut("a b c", 0, 0.3, 0.6), counted, 0);
    assertThat(report.maxOverMean()).isEqualTo(1.5);
    assertThat(report.minOverMean()).isEqualTo(0.75);
  }

  @Test
  void aMemberWithoutKeysShows() {
    Cut cut = cut("a", 0);
    List<Member> two = List.of(new Member("a", 1), new Member("b", 1));
    PlacementReport report = PlacementReport.of(new Cut(two, cut.keySpace(), 64), 0);
    assertThat(report.maxOverMean()).isEqualTo(2);
    assertThat(report.minOverMean()).isZero();
    assertThat(report.variation()).isEqualTo(1);
  }

  @Test
  void nobodyIsEven() {
    PlacementReport report = PlacementReport.of(ring(10, List.of()), 0);
    assertThat(report.members()).isZero();
    assertThat(List.of(report.maxOverMean(), report.minOverMean())).containsOnly(1.0);
    assertThat(report.variation()).isZero();
  }

  @Test
  void aRingOfManyPointsIsAboutAsEvenAsItsStatisticsSay() {
    Placement ring = ring(1000, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    PlacementReport report = PlacementReport.of(ring, 0);
    assertThat(report.variation()).isBetween(0.02, 0.045); // 1 / sqrt(1000), about
    assertThat(report.maxOverMean()).isBetween(1.02, 1.15);
    assertThat(report.minOverMean()).isBetween(0.85, 0.98);
    assertThat(report.digest()).isEqualTo(ring.digest());
    assertThat(report.bytes()).isEqualTo(ring.sizeInBytes());
  }
}
