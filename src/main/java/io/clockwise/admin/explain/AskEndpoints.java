package io.clockwise.admin.explain;

import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.Role;
import io.clockwise.route.Decision;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.route.explain.Explanation;
import io.clockwise.route.explain.Unknown;
import io.clockwise.telemetry.Meters;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;

/** Where a request would go, and how a placement shares out its keys. */
public final class AskEndpoints {
  private static final String ALL = "all";

  private final RoutingTableRef tables;
  private final InstantSource clock;

  /* It only looks: what a decision counts and notes is not asked for. Keys that stay where they were
  seen are looked up as the first event loop would. */
  private final Router router;

  /** Asks the published table. */
  public AskEndpoints(RoutingTableRef tables, Meters meters, InstantSource clock) {
    this.tables = tables;
    this.clock = clock;
    this.router = new Router(0, meters, new SplittableRandom());
  }

  /** Returns what can be called. */
  public List<Endpoint> all() {
    return List.of(
        new Endpoint(
            HttpMethod.POST,
            "/v1/explain",
            Role.READ,
            List.of(ALL),
            AskedRequest.ALL,
            this::explain),
        Endpoint.get("/v1/pools/:pool/placement", Role.READ, this::placement));
  }

  private Future<Answer> explain(Call call) {
    AskedRequest request = AskedRequest.of(call.body());
    RoutingTable table = tables.current();
    Decision decision = router.look(table, request, clock.millis());
    Explanation explanation = Explanation.of(decision, table, call.flag(ALL, false));
    return Future.succeededFuture(
        Answer.json(200, ExplanationView.json(explanation, Unknown.waits(decision))));
  }

  private Future<Answer> placement(Call call) {
    RoutingTable table = tables.current();
    String name = call.segment("pool");
    PoolSnapshot pool = table.pools().get(name);
    if (pool == null) {
      throw Refusal.of(ProblemType.NOT_FOUND, "there is no pool '" + name + "'");
    }
    return Future.succeededFuture(Answer.json(200, PlacementView.json(table, pool)));
  }
}
