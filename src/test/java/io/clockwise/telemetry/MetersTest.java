package io.clockwise.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.FailureKind;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MetersTest {
  private final Meters meters = new Meters(3);

  @Test
  void eachLoopHasItsOwnMeters() {
    assertThat(meters.loops()).isEqualTo(3);
    meters.loop(1).requestStarted();
    assertThat(meters.loop(1).inFlight()).isEqualTo(1);
    assertThat(meters.loop(0).inFlight()).isZero();
    assertThat(meters.loop(2)).isSameAs(meters.loop(2));
  }

  @Test
  void requestsAreCountedByTheClassOfTheirStatus() {
    LoopMeters loop = meters.loop(0);
    for (int status : new int[] {100, 200, 204, 301, 404, 499, 503, 0, 99, 600, -1}) {
      loop.requestStarted();
      loop.requestEnded(status, 1_000);
    }
    loop.requestStarted();
    assertThat(IntStream.range(0, 6).mapToLong(loop::requests))
        .containsExactly(4L, 1L, 2L, 1L, 2L, 1L);
    assertThat(loop.inFlight()).isEqualTo(1);
    long[] durations = new long[17];
    loop.durations().addTo(durations);
    assertThat(durations[0]).isEqualTo(11);
  }

  @Test
  void everyFailureHasACount() {
    LoopMeters loop = meters.loop(0);
    for (FailureKind kind : FailureKind.values()) {
      assertThat(loop.failures(kind)).isZero();
      loop.failed(kind);
      assertThat(loop.failures(kind)).isEqualTo(1);
    }
  }

  @Test
  void keysBytesAndConnectionsAreCounted() {
    LoopMeters loop = meters.loop(0);
    loop.missingKey();
    loop.bodyBytes(10, 1_000);
    loop.bodyBytes(1, 1);
    loop.connectionOpened();
    loop.connectionOpened();
    loop.connectionClosed();
    assertThat(loop.missingKeys()).isEqualTo(1);
    assertThat(loop.requestBytes()).isEqualTo(11);
    assertThat(loop.responseBytes()).isEqualTo(1_001);
    assertThat(loop.connections()).isEqualTo(1);
  }

  @Test
  void noReaderSeesFewerThanNothing() {
    LoopMeters loop = meters.loop(0);
    loop.requestEnded(200, 1);
    loop.connectionClosed();
    assertThat(loop.inFlight()).isZero();
    assertThat(loop.connections()).isZero();
    meters.backend("p", "a").ended(0, false);
    assertThat(meters.backend("p", "a").inFlight()).isZero();
  }

  @Test
  void aBackendIsCountedOverAllLoops() {
    BackendMeters backend = meters.backend("p", "a");
    backend.started(0);
    backend.started(1);
    backend.started(2);
    backend.ended(1, true);
    backend.ended(2, false);
    assertThat(backend.requests()).isEqualTo(3);
    assertThat(backend.inFlight()).isEqualTo(1);
    assertThat(backend.failures()).isEqualTo(1);
  }

  @Test
  void backendsAreKnownByPoolAndId() {
    BackendMeters backend = meters.backend("p", "a");
    assertThat(meters.backend("p", "a")).isSameAs(backend);
    assertThat(meters.backend("q", "a")).isNotSameAs(backend);
    assertThat(meters.backend("p", "b")).isNotSameAs(backend);
  }

  @Test
  void backendsThatAreGoneAreForgottenOnceIdle() {
    BackendMeters busy = meters.backend("p", "busy");
    BackendMeters idle = meters.backend("p", "idle");
    BackendMeters present = meters.backend("p", "present");
    busy.started(0);
    Set<Meters.Key> left = Set.of(new Meters.Key("p", "present"));
    meters.retain(left);
    assertThat(meters.backend("p", "busy")).isSameAs(busy);
    assertThat(meters.backend("p", "present")).isSameAs(present);
    assertThat(meters.backend("p", "idle")).isNotSameAs(idle);
    busy.ended(0, false);
    meters.retain(left);
    assertThat(meters.backend("p", "busy")).isNotSameAs(busy);
  }
}
