package io.clockwise.app.state;

import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.session.PoolSessions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the keys that tables remember every ten seconds and at the end, and reads them again. */
public final class SessionSnapshots {
  private static final Logger LOG = LoggerFactory.getLogger(SessionSnapshots.class);
  private static final long PERIOD_MILLIS = 10_000;

  private final Vertx vertx;
  private final RoutingTableRef tables;
  private final @Nullable Path directory;
  private final long startedSecond;
  private final long timer;
  private boolean complains = true;

  private SessionSnapshots(Vertx vertx, RoutingTableRef tables, @Nullable Path directory) {
    this.vertx = vertx;
    this.tables = tables;
    this.directory = directory;
    this.startedSecond = nowSecond();
    this.timer = directory == null ? -1 : vertx.setPeriodic(PERIOD_MILLIS, tick -> write());
  }

  /**
   * Reads what was written before, and begins to write; before requests come.
   *
   * @param stateDir null: nothing is kept
   */
  public static SessionSnapshots begin(
      Vertx vertx, RoutingTableRef tables, @Nullable Path stateDir) {
    SessionSnapshots snapshots = new SessionSnapshots(vertx, tables, stateDir);
    if (stateDir != null) {
      for (PoolSnapshot pool : tables.current().pools().values()) {
        snapshots.restore(stateDir, pool);
      }
    }
    return snapshots;
  }

  private static long nowSecond() {
    return System.currentTimeMillis() / 1000;
  }

  private void restore(Path from, PoolSnapshot pool) {
    if (!pool.affinity().isTable()) {
      return;
    }
    try {
      int count = new SessionFile(from, pool.name()).restore(pool, nowSecond());
      LOG.info("pool {}: {} keys are remembered from before the start", pool.name(), count);
    } catch (IOException e) {
      LOG.warn("pool {}: the keys from before the start are lost: {}", pool.name(), e.toString());
    }
  }

  private Future<@Nullable Void> write() {
    Path into = directory;
    if (into == null) {
      return Future.succeededFuture();
    }
    Callable<@Nullable Void> work =
        () -> {
          write(into, tables.current());
          return null;
        };
    return vertx
        .executeBlocking(work)
        .onFailure(
            cause -> {
              if (complains) {
                LOG.warn("the keys that tables remember cannot be kept: {}", cause.toString());
              }
              complains = false; // until one is written again
            })
        .onSuccess(done -> complains = true);
  }

  private void write(Path into, RoutingTable table) throws IOException {
    long now = nowSecond();
    for (PoolSnapshot pool : table.pools().values()) {
      PoolSessions sessions = pool.sessions();
      if (sessions != null && pool.affinity().isTable()) {
        if (now - startedSecond > pool.affinity().idleSeconds()) {
          sessions.forgetRestored();
        }
        new SessionFile(into, pool.name()).write(pool, now);
      }
    }
  }

  /** Writes them for the last time. */
  public Future<@Nullable Void> close() {
    if (timer >= 0) {
      vertx.cancelTimer(timer);
    }
    return write();
  }
}
