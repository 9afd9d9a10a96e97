package io.clockwise.bench.peer.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.entry;

import io.clockwise.bench.peer.figure.CpuTime;
import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.LoadCount;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountersTest {
  private static final String PAGE =
      """
      HTTP/1.1 200 OK\r
      Content-Length: 111\r
      \r
      Active connections: 93\s
      server accepts handled requests
       95 95 10907\s
      Reading: 0 Writing: 1 Waiting: 92\s
      """;

  @Test
  void connectionsAndRequestsAreReadWithoutTheQuestionForThem() throws Exception {
    Counters.Count count = Counters.of(PAGE);

    assertThat(count).isEqualTo(new Counters.Count(95, 10_907));
    assertThat(count.since(new Counters.Count(30, 900))).isEqualTo(new Counters.Count(64, 10_006));
    assertThatIOException().isThrownBy(() -> Counters.of("HTTP/1.1 404 Not Found\r\n\r\n"));
  }

  @Test
  void silenceIsAFaultOfItsOwn() {
    assertThat(new LoadFault(List.of(LoadCount.SILENCE)).isSilent()).isTrue();
    assertThat(new LoadFault(List.of("1 answers were not 2xx", LoadCount.SILENCE)))
        .hasMessage("1 answers were not 2xx; no request was answered")
        .extracting(LoadFault::isSilent)
        .isEqualTo(false);
  }

  @Test
  void processorTimeIsSpreadOverRequests() {
    Map<Figure, Double> figures = Costs.of(new CpuTime(30, 70), 100, 50_000, 2);

    assertThat(figures)
        .containsExactly(
            entry(Figure.REQUEST_CPU, 20.0),
            entry(Figure.USER, 6.0),
            entry(Figure.SYSTEM, 14.0),
            entry(Figure.RATE, 25_000.0));
    assertThat(Costs.newConnections(new Counters.Count(64, 6_400))).isEqualTo(1);
    assertThat(Costs.newConnections(new Counters.Count(0, 0))).isZero();
  }
}
