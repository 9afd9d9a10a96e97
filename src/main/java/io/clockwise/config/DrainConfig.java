package io.clockwise.config;

import io.clockwise.model.Drain;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How drains of a pool's backends go, unless the one who asks says otherwise.
 *
 * @param deadline when sessions move, 0s to 7 days; default 10m
 * @param then what becomes of what is left at the deadline; default {@code move}
 * @param hardStop how long requests that are live at the deadline may still take, 0s to 24h;
 *     default 30s
 * @param window a session that was not seen for so long is over, 1s to 24h; null: {@code auto}, the
 *     smaller one of {@code affinity.idle} and half the deadline; default
 */
public record DrainConfig(
    Duration deadline, Drain.Then then, Duration hardStop, @Nullable Duration window) {
  /** What holds when nothing is said. */
  public static final DrainConfig DEFAULT =
      new DrainConfig(Duration.ofMinutes(10), Drain.Then.MOVE, Duration.ofSeconds(30), null);
}
