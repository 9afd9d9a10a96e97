package io.clockwise.admin.explain;

import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.Role;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.recent.RecentRequest;
import io.clockwise.telemetry.recent.RecentRequests;
import io.vertx.core.Future;
import java.util.List;

/** Why a request that was served went where it went. */
public final class RecentEndpoints {
  private final RecentRequests recent;
  private final RoutingTableRef tables;

  /** Looks among these. */
  public RecentEndpoints(RecentRequests recent, RoutingTableRef tables) {
    this.recent = recent;
    this.tables = tables;
  }

  /** Returns what can be called. */
  public List<Endpoint> all() {
    return List.of(Endpoint.get("/v1/requests/:request", Role.READ, this::find));
  }

  private Future<Answer> find(Call call) {
    String id = call.segment("request");
    String instance = tables.current().config().instance();
    List<RecentRequest> found = recent.find(id);
    if (found.isEmpty()) {
      throw Refusal.of(ProblemType.NOT_FOUND, unknown(instance));
    }
    return Future.succeededFuture(
        Answer.json(200, RecentView.json(id, instance, found, recent.shown())));
  }

  /* The id is not repeated: it may be anything. */
  private String unknown(String instance) {
    if (recent.places() == 0) {
      return "no request is kept: admin.recentRequests is 0; look into the access log";
    }
    return "no request with this id is kept by the instance '"
        + instance
        + "'; requests are sampled: the last "
        + recent.places()
        + " at most of each kind (failed, moved, plain) are kept (admin.recentRequests), "
        + recent.size()
        + " in all now; look into the access log, and at other instances";
  }
}
