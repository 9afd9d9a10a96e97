package io.clockwise.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.OffOwner;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PoolMetersTest {
  private final Meters meters = new Meters(3);

  @Test
  void whatABackendDoesIsItsPoolsAsWell() {
    BackendMeters a = meters.backend("p", "a");
    BackendMeters b = meters.backend("p", "b");
    BackendMeters other = meters.backend("q", "a");
    a.started(0);
    a.started(2);
    b.started(1);
    b.started(1);
    other.started(1);
    b.streamOpened(1);
    assertThat(a.busy()).isEqualTo(2);
    assertThat(b.busy()).isEqualTo(1);
    assertThat(b.inFlight()).isEqualTo(2);
    assertThat(meters.pool("p").busy()).isEqualTo(3);
    b.streamClosed(1);
    b.ended(1, false);
    a.ended(2, true);
    assertThat(meters.pool("p").busy()).isEqualTo(2).isEqualTo(a.busy() + b.busy());
    assertThat(a.pool()).isSameAs(b.pool()).isNotSameAs(other.pool());
  }

  @Test
  void eachReasonIsCountedForItself() {
    PoolMeters pool = meters.pool("p");
    int times = 0;
    for (OffOwner why : OffOwner.values()) {
      for (int i = 0; i <= times; i++) {
        pool.offOwner(i % 3, why);
      }
      times++;
    }
    times = 0;
    for (OffOwner why : OffOwner.values()) {
      assertThat(pool.offOwner(why)).isEqualTo(++times);
    }
    assertThat(pool.busy()).isZero();
  }

  @Test
  void aPoolThatIsGoneIsForgottenWithItsLastRequest() {
    BackendMeters a = meters.backend("p", "a");
    PoolMeters pool = meters.pool("p");
    a.started(0);
    meters.retain(Set.of());
    assertThat(meters.pool("p")).isSameAs(pool);
    a.ended(0, false);
    meters.retain(Set.of());
    assertThat(meters.pool("p")).isNotSameAs(pool);
  }
}
