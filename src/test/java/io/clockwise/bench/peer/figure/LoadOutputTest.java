package io.clockwise.bench.peer.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadOutputTest {
  private static final String WRK =
      """
      Running 2s test @ http://127.0.0.1:8080/
        1 threads and 64 connections
      Requests/sec:   3527.91
      counted: requests=10842 micros=3092863 connect=0 read=0 write=0 status=0 timeout=0
      """;
  private static final String H2LOAD =
      """
      Main benchmark duration is over for thread #0. Stopping all clients.

      finished in 3.01s, 3651.67 req/s, 852.29KB/s
      requests: 10955 total, 11019 started, 10955 done, 10955 succeeded, 0 failed, 0 errored, 0 timeout
      status codes: 10955 2xx, 0 3xx, 0 4xx, 0 5xx
      traffic: 2.50MB (2618245) total, 1.09MB (1139736) headers (space savings 0.00%)
      """;

  @Test
  void wrkIsReadByTheLineOfItsScript() {
    LoadCount count = WrkOutput.read(WRK);

    assertThat(count.requests()).isEqualTo(10_842);
    assertThat(count.seconds()).isEqualTo(3.092863);
    assertThat(count.faults()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "status=0, status=7, 7 answers were not 2xx",
    "connect=0, connect=3, 3 socket errors: connect",
    "read=0, read=1, 1 socket errors: read",
    "write=0, write=1, 1 socket errors: write",
    "timeout=0, timeout=2, 2 socket errors: timeout",
    "requests=10842, requests=0, no request was answered"
  })
  void whatMustNotBeIsAFaultOfWrk(String good, String bad, String fault) {
    assertThat(WrkOutput.read(WRK.replace(good, bad)).faults()).containsExactly(fault);
  }

  @Test
  void h2loadIsReadByItsSummary() {
    LoadCount count = H2loadOutput.read(H2LOAD);

    assertThat(count.requests()).isEqualTo(10_955);
    assertThat(count.seconds()).isEqualTo(3.01);
    assertThat(count.faults()).isEmpty();
    assertThat(H2loadOutput.read(H2LOAD.replace("3.01s", "310.00ms")).seconds()).isEqualTo(0.31);
    assertThat(H2loadOutput.read(H2LOAD.replace("3.01s", "50us")).seconds()).isEqualTo(5e-5);
  }

  @ParameterizedTest
  @CsvSource({
    "0 3xx, 4 3xx, 4 answers were not 2xx",
    "0 5xx, 4 5xx, 4 answers were not 2xx",
    "0 failed, 2 failed, 2 requests failed",
    "0 errored, 2 errored, 2 requests broke off",
    "0 timeout, 2 timeout, 2 requests timed out",
    "10955 succeeded, 0 succeeded, no request was answered"
  })
  void whatMustNotBeIsAFaultOfH2load(String good, String bad, String fault) {
    assertThat(H2loadOutput.read(H2LOAD.replace(good, bad)).faults()).containsExactly(fault);
  }

  @Test
  void outputWithoutFiguresIsAFaultThatShowsIt() {
    assertThat(WrkOutput.read("unable to connect\n").faults())
        .containsExactly("wrk has not counted: unable to connect");
    assertThat(H2loadOutput.read("no such host\n").faults())
        .containsExactly("h2load has not counted: no such host");
  }
}
