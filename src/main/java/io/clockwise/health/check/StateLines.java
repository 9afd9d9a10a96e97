package io.clockwise.health.check;

import io.clockwise.config.HealthConfig;
import io.clockwise.health.HealthBoard;
import io.clockwise.health.check.probe.TimeText;
import io.clockwise.model.Health;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the log is told of checks: what changes, once. */
final class StateLines {
  private static final Logger LOG = LoggerFactory.getLogger(StateLines.class);
  private static final long QUIET_NANOS = Duration.ofMinutes(10).toNanos();

  private boolean late;
  private long lateNanos;

  /**
   * Tells what a result has changed.
   *
   * @param lastedNanos how long the health was what it was
   */
  void changed(
      HealthBoard.Key key, CheckState old, CheckState now, HealthConfig check, long lastedNanos) {
    String name = key.pool() + "/" + key.id();
    if (now.health() != old.health()) {
      health(name, old, now, check, lastedNanos);
    }
    if (now.leaving() != old.leaving()) {
      LOG.info("{} {}", name, now.leaving() ? "wants no new keys" : "takes new keys again");
    }
  }

  private static void health(
      String name, CheckState old, CheckState now, HealthConfig check, long lastedNanos) {
    if (now.health() == Health.UP) {
      if (old.health() == Health.DOWN) {
        LOG.info("{} is up again after {}", name, rounded(lastedNanos));
      }
    } else if (old.decides()) {
      LOG.warn("{} is down: {} (at once)", name, now.reason());
    } else {
      String failures = check.fall() == 1 ? "1 failure" : check.fall() + " failures";
      LOG.warn("{} is down: {} (after {})", name, now.reason(), failures);
    }
  }

  private static String rounded(long nanos) {
    long millis = nanos / 1_000_000;
    return TimeText.of(Duration.ofMillis(millis < 1000 ? millis : millis / 1000 * 1000));
  }

  /** Tells that probes start later than they are due. */
  void late(int backends, long nowNanos) {
    if (!late || nowNanos - lateNanos > QUIET_NANOS) {
      late = true;
      lateNanos = nowNanos;
      LOG.warn(
          "health checks of {} backends are more than can be done: their intervals are longer than"
              + " they should be",
          backends);
    }
  }
}
