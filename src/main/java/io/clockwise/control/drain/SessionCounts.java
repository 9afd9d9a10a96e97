package io.clockwise.control.drain;

import io.clockwise.route.PoolSnapshot;
import io.clockwise.telemetry.session.PoolSessions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/*
 * Sessions are noted by the second: of the moment within it nothing is known. So one that was noted in
 * a second counts until the window has passed since the end of it; sooner would give up those that
 * came late in it. The price is a second at most, at the end of a drain.
 */
/**
 * How many sessions, or keys that stay, backends have; used by one thread. Counting goes over all
 * keys of a pool, so a count is used again within its second, for all backends of the pool.
 */
public final class SessionCounts {
  private record Key(String pool, long seconds) {}

  private record Counted(PoolSessions sessions, long since, Map<Integer, Long> byBackend) {}

  private final Map<Key, Counted> counts = new HashMap<>();

  /** Returns those of a backend that are live: seen within the pool's idle time. */
  public long live(PoolSnapshot pool, int backend, long epochSecond) {
    return within(pool, backend, pool.config().session().affinity().idle(), epochSecond);
  }

  /** Returns those of a backend that were seen within a time. */
  long within(PoolSnapshot pool, int backend, Duration time, long epochSecond) {
    PoolSessions sessions = pool.sessions();
    if (sessions == null) {
      return 0;
    }
    long since = epochSecond - time.toSeconds();
    Counted counted =
        counts.compute(
            new Key(pool.name(), time.toSeconds()),
            (key, old) ->
                old != null && old.sessions() == sessions && old.since() == since
                    ? old
                    : new Counted(sessions, since, sessions.seenSince(since)));
    return counted.byBackend().getOrDefault(pool.meters(backend).number(), 0L);
  }

  /** Forgets the counts of pools that are gone. */
  public void retain(Map<String, PoolSnapshot> pools) {
    counts.keySet().removeIf(key -> !pools.containsKey(key.pool()));
  }
}
