package io.clockwise.control.drain;

import io.clockwise.route.PoolSnapshot;
import io.clockwise.telemetry.session.PoolSessions;
import java.time.Duration;

/** How many sessions, or keys that stay, a backend has. */
public final class SessionCount {
  private SessionCount() {}

  /** Returns those that are live: seen within the pool's idle time. */
  public static long of(PoolSnapshot pool, int backend, long epochSecond) {
    Duration idle = pool.config().session().affinity().idle();
    return since(pool, backend, epochSecond - idle.toSeconds());
  }

  /** Returns those that were seen since a moment, in seconds since 1970. */
  static long since(PoolSnapshot pool, int backend, long epochSecond) {
    PoolSessions sessions = pool.sessions();
    return sessions == null ? 0 : sessions.seenSince(pool.meters(backend).number(), epochSecond);
  }
}
