package io.clockwise.admin.api;

import io.clockwise.admin.http.Endpoint;
import io.clockwise.event.ControlPort;
import io.clockwise.route.RoutingTableRef;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All endpoints below {@code /v1}. */
public final class AdminApi {
  private AdminApi() {}

  /**
   * Returns the endpoints.
   *
   * @param ledger observed by whoever sees each published table
   * @param running what the process has chosen at its start, by name
   */
  public static List<Endpoint> endpoints(
      Vertx vertx,
      ControlPort control,
      RoutingTableRef tables,
      BackendLedger ledger,
      Map<String, Object> running) {
    PoolDesk desk = new PoolDesk(control, tables, ledger, InstantSource.system());
    ChangeDesk changes = new ChangeDesk(vertx, control);
    return Stream.of(
            new PoolEndpoints(desk).all(),
            new BackendEndpoints(desk, changes).all(),
            new DrainEndpoints(vertx, desk, changes).all(),
            new SystemEndpoints(desk, changes, running).all())
        .flatMap(List::stream)
        .toList();
  }
}
