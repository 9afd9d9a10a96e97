package io.clockwise.admin;

import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.metrics.MetricsPage;
import io.clockwise.config.Role;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;

/** What machines ask: alive, ready, metrics. */
final class ProbeEndpoints {
  private final Readiness readiness;
  private final MetricsPage metrics;

  ProbeEndpoints(Readiness readiness, MetricsPage metrics) {
    this.readiness = readiness;
    this.metrics = metrics;
  }

  /** Returns what can be called. */
  List<Endpoint> all() {
    return List.of(
        Endpoint.get("/livez", null, this::alive),
        Endpoint.get("/readyz", null, this::ready),
        Endpoint.get("/metrics", Role.READ, this::page));
  }

  private Future<Answer> alive(Call call) {
    return Future.succeededFuture(Answer.json(200, new JsonObject().put("alive", true)));
  }

  private Future<Answer> ready(Call call) {
    List<String> reasons = readiness.reasons();
    JsonObject body =
        new JsonObject().put("ready", reasons.isEmpty()).put("reasons", new JsonArray(reasons));
    return Future.succeededFuture(Answer.json(reasons.isEmpty() ? 200 : 503, body));
  }

  private Future<Answer> page(Call call) {
    return Future.succeededFuture(
        new Answer(200, MetricsPage.MEDIA_TYPE, Buffer.buffer(metrics.scrape()), Map.of()));
  }
}
