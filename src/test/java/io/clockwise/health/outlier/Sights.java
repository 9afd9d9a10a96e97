package io.clockwise.health.outlier;

import io.clockwise.config.OutlierConfig;
import io.clockwise.model.FailureKind;
import io.clockwise.telemetry.outcome.Run;
import java.time.Duration;
import java.util.List;

/** Short ways to write what is seen of backends. */
final class Sights {
  static final long SECOND = 1_000_000_000L;

  /** 5 failures from 3 keys, 10 s, a minute at most, half of the pool. */
  static final OutlierConfig RULE =
      new OutlierConfig(5, 3, Duration.ofSeconds(10), Duration.ofSeconds(60), 0.5, 4);

  private Sights() {}

  static Run run(int length, int keys) {
    return new Run(length, keys, FailureKind.CONNECT_REFUSED, 0);
  }

  static Sight well(String id) {
    return well(id, 0);
  }

  static Sight well(String id, long answers) {
    return new Sight(id, id + ":1", 1, Sight.Role.USABLE, List.of(), answers, 0);
  }

  static Sight failing(String id, int length, int keys) {
    return failing(id, 0, run(length, keys));
  }

  static Sight failing(String id, long answers, Run... runs) {
    return new Sight(id, id + ":1", 1, Sight.Role.USABLE, List.of(runs), answers, 0);
  }

  static Sight slow(String id, double slowness) {
    return new Sight(id, id + ":1", 1, Sight.Role.USABLE, List.of(), 100, slowness);
  }

  static Sight with(Sight of, int weight, Sight.Role role) {
    return new Sight(of.id(), of.server(), weight, role, of.runs(), of.answers(), of.slowness());
  }
}
