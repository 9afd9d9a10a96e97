package io.clockwise.health.outlier;

import io.clockwise.telemetry.EjectionReason;
import io.clockwise.telemetry.outcome.Run;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is to be done with a backend after a look. */
sealed interface Step {
  /** Returns whom it is about. */
  String id();

  /** It is ejected for so long. */
  record Eject(String id, Why why, Duration time) implements Step {}

  /** It is to be asked whether it may return; {@link PoolEjections#told} hears the answer. */
  record Ask(String id) implements Step {}

  /** It has not answered, so it stays ejected. */
  record Stay(String id, Why why) implements Step {}

  /** It returns, on trial. */
  record Return(String id, Duration away) implements Step {}

  /** It is gone, or another one, or nobody is ejected any more. */
  record Forget(String id) implements Step {}

  /**
   * Why a backend is ejected.
   *
   * @param run the failures; null: it is slow
   * @param slowness how many times the pool's usual its answers took
   */
  record Why(@Nullable Run run, double slowness) {
    EjectionReason reason() {
      return run == null ? EjectionReason.LATENCY : EjectionReason.FAILURES;
    }
  }
}
