package io.clockwise.admin.events;

import io.clockwise.admin.form.BackendFlags;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.Health;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What changes from table to table: states of backends, those that come and those that go. */
final class StateEvents {
  private record Place(String pool, String id) {}

  /**
   * How a backend is.
   *
   * @param reason of its health, for people; another one alone is no news
   */
  private record State(
      AdminState admin,
      Availability availability,
      Health health,
      List<String> flags,
      String reason) {
    JsonObject json() {
      return new JsonObject()
          .put("adminState", lower(admin))
          .put("availability", lower(availability))
          .put("health", lower(health))
          .put("flags", new JsonArray(flags))
          .put("reason", reason);
    }

    boolean isNews(@Nullable State old) {
      return old == null
          || admin != old.admin
          || availability != old.availability
          || health != old.health
          || !flags.equals(old.flags);
    }
  }

  private final EventRing ring;
  private Map<Place, State> known = Map.of();
  private boolean begun;

  StateEvents(EventRing ring) {
    this.ring = ring;
  }

  /** Takes a table; the first one is no news. */
  void observe(RoutingTable table) {
    Map<Place, State> now = states(table);
    if (begun) {
      now.forEach((place, state) -> compare(place, known.get(place), state));
      known.forEach(
          (place, state) -> {
            if (!now.containsKey(place)) {
              compare(place, state, null);
            }
          });
    }
    begun = true;
    known = now;
  }

  private static Map<Place, State> states(RoutingTable table) {
    Map<Place, State> states = new LinkedHashMap<>();
    for (PoolSnapshot pool : table.pools().values()) {
      for (int i = 0; i < pool.size(); i++) {
        states.put(new Place(pool.name(), pool.backend(i).id()), state(pool, i));
      }
    }
    return states;
  }

  private static State state(PoolSnapshot pool, int index) {
    BackendHealth health = pool.slot(index).health();
    return new State(
        pool.backend(index).adminState(),
        pool.availability(index),
        health.health(),
        BackendFlags.of(pool, index, pool.drain(index)),
        health.reason());
  }

  private void compare(Place place, @Nullable State from, @Nullable State to) {
    if (to == null ? from != null : to.isNews(from)) {
      ring.add(
          Event.STATE,
          Set.of(place.pool()),
          new JsonObject()
              .put("pool", place.pool())
              .put("id", place.id())
              .put("from", from == null ? null : from.json())
              .put("to", to == null ? null : to.json()));
    }
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
