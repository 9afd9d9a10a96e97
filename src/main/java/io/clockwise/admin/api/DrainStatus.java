package io.clockwise.admin.api;

import io.clockwise.config.BackendConfig;
import io.clockwise.event.IntentState;
import io.clockwise.model.AdminState;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/**
 * How far a drain has come.
 *
 * @param phase where it stands
 * @param liveRequests that the backend still serves
 */
record DrainStatus(Phase phase, long liveRequests) {
  /** Where a drain stands. */
  enum Phase {
    /** Requests are live, or an event loop does not know of the drain yet. */
    DRAINING,
    /** No request is live and none can come. */
    DRAINED,
    /** The backend has another state by now, or is gone. */
    CANCELLED
  }

  /* Drained needs two things: every loop uses a table that says drain, so that no request comes,
  and no request is in flight. The order matters: loops first, then the count. */
  static DrainStatus of(IntentState state, RoutingTableRef tables, String pool, String id) {
    Optional<BackendConfig> wanted = PoolDesk.find(state, pool, id);
    boolean drain = wanted.filter(b -> b.state() == AdminState.DRAIN).isPresent();
    RoutingTable table = tables.current();
    PoolSnapshot live = table.pools().get(pool);
    int index = live == null ? -1 : live.indexOf(id);
    if (live == null || index < 0) {
      return new DrainStatus(drain ? Phase.DRAINING : Phase.CANCELLED, 0);
    }
    boolean seenByAll =
        live.backend(index).adminState() == AdminState.DRAIN
            && tables.lagging(table.epoch()).isEmpty();
    long requests = live.meters(index).inFlight();
    if (!drain) {
      return new DrainStatus(Phase.CANCELLED, requests);
    }
    return new DrainStatus(seenByAll && requests == 0 ? Phase.DRAINED : Phase.DRAINING, requests);
  }

  boolean isOver() {
    return phase != Phase.DRAINING;
  }

  /** Returns the answer's body. */
  JsonObject toJson() {
    return new JsonObject()
        .put("state", PoolView.lower(phase))
        .put("liveRequests", liveRequests)
        .put("streams", 0)
        .put("sessions", 0)
        .put("remaining", null)
        .put("removable", phase == Phase.DRAINED)
        .put("unknown", new JsonArray())
        .put("scope", "instance");
  }
}
