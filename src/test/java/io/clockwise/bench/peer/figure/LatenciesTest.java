package io.clockwise.bench.peer.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  private static final long START = 1_796_045_834_645_362L;

  private static String row(long at, long micros) {
    return (START + at) + "\t200\t" + micros;
  }

  @Test
  void percentilesAreOfTheNearestRank() {
    Latencies latencies =
        Latencies.read(IntStream.rangeClosed(1, 1_000).mapToObj(i -> row(i, i)), 0, 1_000_000);

    assertThat(latencies.requests()).isEqualTo(1_000);
    assertThat(latencies.micros(0.5)).isEqualTo(500);
    assertThat(latencies.micros(0.99)).isEqualTo(990);
    assertThat(latencies.micros(0.999)).isEqualTo(999);
    assertThat(latencies.micros(1)).isEqualTo(1_000);
  }

  @Test
  void theBeginningDoesNotCount() {
    Stream<String> rows = Stream.of(row(900, 5), row(0, 7_000), row(1_000, 6), row(2_000, 7));
    Latencies latencies = Latencies.read(rows, 1_000, 1_000_000);

    assertThat(latencies.requests()).isEqualTo(2);
    assertThat(latencies.micros(1)).isEqualTo(7);
  }

  @Test
  void aLongOneStandsForThoseThatItHeldUp() {
    Latencies latencies = Latencies.read(Stream.of(row(0, 350), row(1, 10)), 0, 100);

    assertThat(latencies.requests()).isEqualTo(2);
    assertThat(
            IntStream.rangeClosed(1, 5).mapToDouble(rank -> latencies.micros(rank / 5.0)).toArray())
        .containsExactly(10, 50, 150, 250, 350);
  }

  @Test
  void oneAsLongAsTheTimeBetweenTwoHoldsUpNobody() {
    Latencies latencies = Latencies.read(Stream.of(row(0, 100), row(0, 200)), 0, 100);

    assertThat(latencies.micros(1 / 3.0)).isEqualTo(100);
    assertThat(latencies.micros(2 / 3.0)).isEqualTo(100);
    assertThat(latencies.micros(1)).isEqualTo(200);
  }

  @Test
  void anEmptyLogHasNoRequests() {
    assertThat(Latencies.read(Stream.of(), 0, 100).requests()).isZero();
    assertThat(Latencies.read(Stream.of(row(5, 7)), 1_000, 100).requests()).isZero();
  }
}
