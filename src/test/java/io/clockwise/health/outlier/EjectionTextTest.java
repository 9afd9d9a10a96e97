package io.clockwise.health.outlier;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.FailureKind;
import io.clockwise.telemetry.outcome.Run;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EjectionTextTest {
  private static final Instant NOON = Instant.parse("2030-01-02T12:00:00Z");

  private static String text(Run run) {
    return EjectionText.until(NOON, Duration.ofSeconds(10), new Step.Why(run, 0));
  }

  @Test
  void saysUntilWhenAndWhy() {
    assertThat(text(new Run(5, 3, FailureKind.CONNECT_REFUSED, 0)))
        .isEqualTo(
            "ejected until 12:00:10Z: 5 failures in a row from 3 keys, the last one: connection"
                + " refused");
    assertThat(text(new Run(1, 1, null, 503)))
        .isEqualTo("ejected until 12:00:10Z: 1 failure from 1 key, the last one: answer 503");
    assertThat(EjectionText.until(NOON.plusMillis(1), Duration.ofSeconds(1), new Step.Why(null, 5)))
        .isEqualTo("ejected until 12:00:02Z: its answers took 5.0 times the usual");
    assertThat(EjectionText.stays(false, new Step.Why(null, 5)))
        .isEqualTo("ejected until it accepts connections: its answers took 5.0 times the usual");
  }
}
