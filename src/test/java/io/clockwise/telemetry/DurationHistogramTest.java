package io.clockwise.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.testkit.Allocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationHistogramTest {
  private final DurationHistogram histogram = new DurationHistogram();

  private long[] counts() {
    long[] sums = new long[DurationHistogram.boundsSeconds().length + 1];
    histogram.addTo(sums);
    return sums;
  }

  @Test
  void boundsAreSecondsAndAscend() {
    double[] bounds = DurationHistogram.boundsSeconds();
    assertThat(bounds).isSorted().doesNotHaveDuplicates().startsWith(0.00025).endsWith(30);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "250000, 0",
    "250001, 1",
    "500000, 1",
    "500999, 2",
    "1000000, 2",
    "1000000000, 11",
    "1000000001, 12",
    "30000000000, 15",
    "30000000001, 16",
    "9000000000000000, 16"
  })
  void aBoundBelongsToTheBucketBelow(long nanos, int bucket) {
    histogram.record(nanos);
    long[] expected = new long[17];
    expected[bucket] = 1;
    assertThat(counts()).isEqualTo(expected);
  }

  @Test
  void sumsAddUp() {
    histogram.record(1_500_000_000L);
    histogram.record(250_000_000L);
    assertThat(histogram.sumSeconds()).isCloseTo(1.75, within(1e-9));
    long[] sums = new long[17];
    sums[12] = 5;
    histogram.addTo(sums);
    assertThat(sums[12]).isEqualTo(6);
    assertThat(sums[9]).isEqualTo(1);
  }

  @Test
  void aRecordAllocatesNothing() {
    Allocation.assertNone(
        i -> {
          histogram.record(i * 1_000L);
          return i;
        });
  }
}
