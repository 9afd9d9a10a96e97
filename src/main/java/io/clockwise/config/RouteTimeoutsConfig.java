package io.clockwise.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long the exchanges of a route may take.
 *
 * @param response from the last byte of the request to the first of the answer, 1 ms to 24 h;
 *     default: the pool's
 * @param idle longest pause inside an exchange, 1 ms to 24 h; default: the pool's
 * @param total from the head of the request to the end of the answer, all tries included, 1 ms to
 *     24 h; default: no limit; beyond: 504, or the answer is cut
 */
public record RouteTimeoutsConfig(
    @Nullable Duration response, @Nullable Duration idle, @Nullable Duration total) {
  /** Nothing of its own. */
  public static final RouteTimeoutsConfig NONE = new RouteTimeoutsConfig(null, null, null);

  /** Returns a pool's timeouts as this route has them. */
  public TimeoutsConfig over(TimeoutsConfig pool) {
    return new TimeoutsConfig(
        pool.connect(),
        response == null ? pool.response() : response,
        idle == null ? pool.idle() : idle,
        pool.tunnelIdle());
  }
}
