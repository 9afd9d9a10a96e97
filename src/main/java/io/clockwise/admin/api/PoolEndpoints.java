package io.clockwise.admin.api;

import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.Role;
import io.clockwise.event.IntentState;
import io.clockwise.route.RoutingTable;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Looking at pools and backends. */
final class PoolEndpoints {
  private final PoolDesk desk;

  PoolEndpoints(PoolDesk desk) {
    this.desk = desk;
  }

  /** Returns what can be called. */
  List<Endpoint> all() {
    return List.of(
        Endpoint.get("/v1/pools", Role.READ, this::pools),
        Endpoint.get(PoolDesk.POOL, Role.READ, this::pool),
        Endpoint.get(PoolDesk.BACKENDS, Role.READ, this::backends),
        Endpoint.get(PoolDesk.BACKEND, Role.READ, this::backend));
  }

  private Future<Answer> pools(Call call) {
    IntentState state = desk.control().state();
    RoutingTable table = desk.tables().current();
    JsonArray pools = new JsonArray();
    for (String name : state.effective().pools().keySet()) {
      pools.add(desk.poolBody(state, name));
    }
    return Future.succeededFuture(
        Answer.json(
            200,
            new JsonObject()
                .put("revision", state.revision())
                .put("epoch", table.epoch())
                .put("pools", pools)));
  }

  private Future<Answer> pool(Call call) {
    IntentState state = desk.control().state();
    String pool = PoolDesk.poolOf(call, state);
    return Future.succeededFuture(PoolDesk.tagged(200, desk.poolBody(state, pool), state, pool));
  }

  private Future<Answer> backends(Call call) {
    IntentState state = desk.control().state();
    String pool = PoolDesk.poolOf(call, state);
    JsonObject body = new JsonObject().put("backends", desk.view(state, pool).backends());
    return Future.succeededFuture(PoolDesk.tagged(200, body, state, pool));
  }

  private Future<Answer> backend(Call call) {
    IntentState state = desk.control().state();
    String pool = PoolDesk.poolOf(call, state);
    BackendConfig backend = PoolDesk.backendOf(call, state);
    return Future.succeededFuture(
        PoolDesk.tagged(200, desk.view(state, pool).backend(backend), state, pool));
  }
}
