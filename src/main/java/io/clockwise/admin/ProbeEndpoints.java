package io.clockwise.admin;

import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.metrics.MetricsPage;
import io.clockwise.config.Role;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
        Endpoint.get("/livez", null, call -> Future.succeededFuture(alive())),
        Endpoint.get("/readyz", null, call -> Future.succeededFuture(ready())),
        Endpoint.get("/metrics", Role.READ, call -> Future.succeededFuture(page())));
  }

  /** Returns the answer at a path; null: there is no such path. */
  @Nullable Answer answer(String path) {
    return switch (path) {
      case "/livez" -> alive();
      case "/readyz" -> ready();
      case "/metrics" -> page();
      default -> null;
    };
  }

  private Answer alive() {
    return Answer.json(200, new JsonObject().put("alive", true));
  }

  private Answer ready() {
    List<String> reasons = readiness.reasons();
    JsonObject body =
        new JsonObject().put("ready", reasons.isEmpty()).put("reasons", new JsonArray(reasons));
    return Answer.json(reasons.isEmpty() ? 200 : 503, body);
  }

  private Answer page() {
    return new Answer(200, MetricsPage.MEDIA_TYPE, Buffer.buffer(metrics.scrape()), Map.of());
  }
}
