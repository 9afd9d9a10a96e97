package io.clockwise.health.outlier;

import io.clockwise.health.HealthBoard;
import io.clockwise.route.RoutingTableRef;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** An event loop that ejects backends, among other things. */
public final class EjectionsVerticle extends VerticleBase {
  private final RoutingTableRef tables;
  private final HealthBoard board;
  private @Nullable OutlierWatch watch;

  /** Makes one that watches the pools of published tables. */
  public EjectionsVerticle(RoutingTableRef tables, HealthBoard board) {
    this.tables = tables;
    this.board = board;
  }

  @Override
  public Future<?> start() {
    OutlierWatch made = new OutlierWatch(vertx, tables, board, InstantSource.system());
    made.start();
    watch = made;
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    if (watch != null) {
      watch.stop();
    }
    return Future.succeededFuture();
  }
}
