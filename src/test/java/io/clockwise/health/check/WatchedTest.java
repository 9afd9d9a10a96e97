package io.clockwise.health.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.HealthConfig;
import io.clockwise.health.HealthBoard;
import io.clockwise.health.check.probe.ProbeResult;
import io.clockwise.health.check.probe.ProbeTarget;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.Health;
import org.junit.jupiter.api.Test;

/** Whether the first probe of a backend is repeated before it counts. */
class WatchedTest {
  private static final HealthConfig CHECK = HealthConfig.of(new HealthConfig.Tcp());
  private static final ProbeResult LATE =
      new ProbeResult(false, true, null, "no answer within 1s", true);
  private static final ProbeResult REFUSED = ProbeResult.unreachable("connection refused");

  private final Watched backend = new Watched(new HealthBoard.Key("p", "a"), target("h:1"), 0);

  private static ProbeTarget target(String address) {
    return new ProbeTarget(BackendAddress.parse(address).orElseThrow(), CHECK, null, false);
  }

  @Test
  void onceWhenItsTimeWasOver() {
    assertThat(backend.asksAgain(LATE)).isTrue();
    assertThat(backend.asksAgain(LATE)).isFalse();
    backend.become(backend.state().after(LATE, CHECK), 1);
    assertThat(backend.state().health()).isEqualTo(Health.DOWN);
    assertThat(backend.asksAgain(LATE)).as("later ones are counted").isFalse();
  }

  @Test
  void notWhenTheBackendHasSpoken() {
    assertThat(backend.asksAgain(REFUSED)).isFalse();
    assertThat(backend.asksAgain(ProbeResult.OK)).isFalse();
  }

  @Test
  void againAtAnotherAddress() {
    backend.become(backend.state().after(ProbeResult.OK, CHECK), 1);
    assertThat(backend.asksAgain(LATE)).isFalse();
    backend.aim(target("h:2"), 2);
    assertThat(backend.asksAgain(LATE)).isTrue();
    assertThat(backend.state().health()).isEqualTo(Health.UP);
  }
}
