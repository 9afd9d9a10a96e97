package io.clockwise.admin.explain;

import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.config.Role;
import io.clockwise.control.ControlStatus;
import io.clockwise.event.ReloadOutcome;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How the control plane does, with the reason of what is wrong in words. */
public final class StatusEndpoint {
  private final RoutingTableRef tables;
  private final Supplier<ControlStatus> status;

  /** Makes it over what the single writer tells. */
  public StatusEndpoint(RoutingTableRef tables, Supplier<ControlStatus> status) {
    this.tables = tables;
    this.status = status;
  }

  /** Returns what can be called. */
  public List<Endpoint> all() {
    return List.of(Endpoint.get("/v1/status", Role.READ, this::answer));
  }

  private Future<Answer> answer(Call call) {
    RoutingTable table = tables.current();
    ControlStatus now = status.get();
    return Future.succeededFuture(
        Answer.json(
            200,
            new JsonObject()
                .put("revision", table.revision())
                .put("epoch", table.epoch())
                .put("journal", said(now.journalFault()))
                .put("reload", reload(now.lastReload()))));
  }

  private static JsonObject reload(ControlStatus.Reload last) {
    return said(problem(last.outcome()))
        .put("actor", last.actor())
        .put("time", last.time().toString());
  }

  private static JsonObject said(@Nullable String fault) {
    return new JsonObject().put("ok", fault == null).put("fault", fault);
  }

  private static @Nullable String problem(ReloadOutcome outcome) {
    if (outcome instanceof ReloadOutcome.Unreadable unreadable) {
      return unreadable.problem();
    }
    if (outcome instanceof ReloadOutcome.Invalid invalid) {
      int more = invalid.problems().size() - 1;
      return invalid.problems().get(0) + (more == 0 ? "" : "; and " + more + " more");
    }
    return null;
  }
}
