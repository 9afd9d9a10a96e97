package io.clockwise.proxy.live;

import static io.clockwise.proxy.live.Planned.NEVER;

import io.clockwise.model.Availability;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** When a long stream is cut, by the newest table: for its backend's drain, for its key's owner. */
final class StreamRule {
  /*
   * A stream may be on another backend than its key's from the beginning: the key's own was full,
   * or failed. So what counts is that the key's backend is not the one it was by the table before.
   */
  private final TableView view;
  private final RandomGenerator random;

  StreamRule(TableView view, RandomGenerator random) {
    this.view = view;
    this.random = random;
  }

  /** Says in an entry when it is cut. */
  void judge(LiveEntry entry, long nowNanos) {
    TableView.Pool pool = view.pool(entry.pool().name());
    if (pool == null) { // it has no rule any more
      entry.drain = null;
      entry.drainCutNanos = NEVER;
      entry.ownerCutNanos = NEVER;
      return;
    }
    DrainCourse drain = pool.drain(entry.backendId());
    if (drain != entry.drain) {
      entry.drain = drain;
      entry.drainCutNanos = drain == null ? NEVER : drain.streamCutNanos(nowNanos, random);
    }
    PoolSnapshot before = entry.seen;
    entry.seen = pool.snapshot();
    boolean pending = entry.ownerCutNanos != NEVER;
    if (before != null && (before != pool.snapshot() || entry.isInBackup() || pending)) {
      judgeOwner(entry, before, pool.snapshot(), nowNanos);
    }
  }

  private void judgeOwner(
      LiveEntry entry, PoolSnapshot before, PoolSnapshot latest, long nowNanos) {
    RoutingKey key = entry.key();
    CompiledRoute route = view.newest(entry.route());
    Duration limit = route.onOwnerChange(latest).closeAfter();
    if (key == null || limit == null) {
      entry.ownerCutNanos = NEVER;
      return;
    }
    String own = entry.backendId();
    if (entry.isInBackup() && isHome(route, key)) {
      plan(entry, limit, nowNanos);
      return;
    }
    String owner = owner(latest, entry, key);
    if (owner == null || owner.equals(own)) {
      entry.ownerCutNanos = NEVER; // it is where it belongs, or there is nowhere else to go
    } else if (!owner.equals(owner(before, entry, key))) {
      plan(entry, limit, nowNanos);
    }
  }

  /* One that is planned already keeps its time. */
  private void plan(LiveEntry entry, Duration limit, long nowNanos) {
    if (limit.isZero()) {
      entry.ownerCutNanos = Math.min(entry.ownerCutNanos, nowNanos);
    } else if (entry.ownerCutNanos == NEVER) {
      long half = limit.toNanos() / 2;
      entry.ownerCutNanos = nowNanos + half + random.nextLong(half + 1);
    }
  }

  /** Tells whether the route's own pool, which was closed, takes the key again. */
  private static boolean isHome(CompiledRoute route, RoutingKey key) {
    if (key.length() == 0 || route.pools().size() != 1) {
      return false;
    }
    PoolSnapshot home = route.pools().get(0);
    return Router.firstOpen(home, Router.keyFor(home, key)) >= 0;
  }

  /** Returns the backend that a key has in a pool; null: none, or it cannot be known. */
  private static @Nullable String owner(PoolSnapshot pool, LiveEntry entry, RoutingKey key) {
    String own = entry.backendId();
    int there = entry.isBound() ? pool.indexOf(own) : -1;
    if (there >= 0 && pool.availability(there) != Availability.CLOSED) {
      return own;
    }
    RoutingKey known = key;
    if (pool != entry.pool()) {
      if (key.length() > 0) {
        known = Router.keyFor(pool, key);
      } else if (!pool.config().placement().equals(entry.pool().config().placement())) {
        return null; // it may hash in another way, and the bytes were not kept
      }
    }
    int found = Router.firstOpen(pool, known);
    return found < 0 ? null : pool.backend(found).id();
  }
}
