package io.clockwise.admin.events;

import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.Problem;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.Role;
import io.clockwise.route.RoutingTableRef;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;

/** Following what happens. */
public final class EventEndpoints {
  private static final String POOL = "pool";
  private static final String LAST_EVENT_ID = "lastEventId";

  private final RoutingTableRef tables;
  private final EventHub hub;

  /** Follows this hub. */
  public EventEndpoints(RoutingTableRef tables, EventHub hub) {
    this.tables = tables;
    this.hub = hub;
  }

  /** Returns what can be called. */
  public List<Endpoint> all() {
    return List.of(
        Endpoint.get("/v1/events", Role.READ, List.of(POOL, LAST_EVENT_ID), this::follow));
  }

  private Future<Answer> follow(Call call) {
    String pool = call.query().getOrDefault(POOL, "");
    if (!pool.isEmpty() && !tables.current().pools().containsKey(pool)) {
      throw Refusal.of(ProblemType.NOT_FOUND, "there is no pool '" + pool + "'");
    }
    if (hub.isFull()) {
      throw new Refusal(
          Problem.of(
                  ProblemType.TOO_MANY_SUBSCRIBERS,
                  EventHub.MOST_STREAMS + " may follow the events at a time")
              .withHeader("Retry-After", "10"));
    }
    String header = call.request().getHeader("Last-Event-ID");
    String last = Objects.requireNonNullElse(header, call.query().getOrDefault(LAST_EVENT_ID, ""));
    return Future.succeededFuture(
        Answer.streamed(
            "text/event-stream",
            response ->
                hub.follow(response, () -> call.request().connection().close(), last, pool)));
  }
}
