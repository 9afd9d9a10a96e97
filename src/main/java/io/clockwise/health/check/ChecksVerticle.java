package io.clockwise.health.check;

import io.clockwise.health.HealthBoard;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.Meters;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.concurrent.atomic.AtomicBoolean;

/** The checks of all pools, on an event loop of their own, as long as it is deployed. */
public final class ChecksVerticle extends VerticleBase {
  /** So many probes run at once at most, each over a connection of its own. */
  public static final int AT_ONCE = 500;

  private static final long LOOK_MILLIS = 250;
  private static final long THAW_MILLIS = 1000;

  private final RoutingTableRef tables;
  private final HealthBoard board;
  private final Meters meters;
  private final AtomicBoolean told = new AtomicBoolean();
  private Runnable unwatch = () -> {};
  private Runnable close = () -> {};

  /**
   * Makes the checks.
   *
   * @param tables say who is checked, and how
   * @param board takes what is found out
   */
  public ChecksVerticle(RoutingTableRef tables, HealthBoard board, Meters meters) {
    this.tables = tables;
    this.board = board;
    this.meters = meters;
  }

  /** Begins; who is not probed yet is told to the board when it completes. */
  @Override
  public Future<?> start() {
    Checks checks = new Checks(vertx, board, meters);
    Context own = context;
    close = checks::close;
    unwatch =
        tables.watch(
            () -> {
              if (told.compareAndSet(false, true)) {
                own.runOnContext(turn -> follow(checks));
              }
            });
    follow(checks);
    vertx.setPeriodic(LOOK_MILLIS, timer -> checks.look());
    vertx.setPeriodic(THAW_MILLIS, timer -> board.thaw());
    return Future.succeededFuture();
  }

  private void follow(Checks checks) {
    told.set(false);
    checks.follow(tables.current());
  }

  @Override
  public Future<?> stop() {
    unwatch.run();
    close.run();
    return Future.succeededFuture();
  }
}
