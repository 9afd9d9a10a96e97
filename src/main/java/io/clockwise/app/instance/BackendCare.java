package io.clockwise.app.instance;

import io.clockwise.health.HealthBoard;
import io.clockwise.health.check.ChecksVerticle;
import io.clockwise.health.outlier.EjectionsVerticle;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.Meters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** What finds out about backends while an instance runs: checks and ejections. */
final class BackendCare {
  private final Vertx vertx;
  private final String checks;
  private final String ejections;

  private BackendCare(Vertx vertx, String checks, String ejections) {
    this.vertx = vertx;
    this.checks = checks;
    this.ejections = ejections;
  }

  /** Begins to look. */
  static Future<BackendCare> begin(
      Vertx vertx, RoutingTableRef tables, HealthBoard board, Meters meters) {
    return vertx
        .deployVerticle(new ChecksVerticle(tables, board, meters))
        .compose(
            checks ->
                vertx
                    .deployVerticle(new EjectionsVerticle(tables, board))
                    .map(ejections -> new BackendCare(vertx, checks, ejections)));
  }

  /** Ends that. */
  Future<Void> end() {
    return Future.join(vertx.undeploy(checks), vertx.undeploy(ejections)).mapEmpty();
  }
}
