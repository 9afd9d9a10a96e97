package io.clockwise.admin.events;

import io.clockwise.admin.api.DrainView;
import io.clockwise.control.drain.DrainProgress;
import io.clockwise.control.drain.SessionCounts;
import io.clockwise.event.ControlPort;
import io.clockwise.model.Drain;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** How drains go on, and how they end. */
final class DrainEvents {
  /** After so long progress is told even where only time has passed. */
  private static final Duration REMINDER = Duration.ofSeconds(10);

  private record Place(String pool, String id) {}

  /** What was told last. */
  private record Told(DrainProgress.Work work, Instant at) {
    static final Told NOTHING = new Told(new DrainProgress.Work(-1, -1, -1), Instant.MIN);

    boolean isNews(DrainProgress.Work now, Instant moment) {
      return !work.equals(now) || !moment.isBefore(at.plus(REMINDER));
    }
  }

  private final EventRing ring;
  private final ControlPort control;
  private final RoutingTableRef tables;
  private final Instant started = Instant.now();
  private final SessionCounts counts = new SessionCounts();
  private final Map<Place, Told> draining = new LinkedHashMap<>();

  DrainEvents(EventRing ring, ControlPort control, RoutingTableRef tables) {
    this.ring = ring;
    this.control = control;
    this.tables = tables;
  }

  /** Takes a table: those that drain in it are watched from now on. */
  void observe(RoutingTable table) {
    for (PoolSnapshot pool : table.pools().values()) {
      for (int i = 0; i < pool.size(); i++) {
        Drain drain = pool.drain(i);
        if (drain != null && drain.isOpen()) {
          draining.putIfAbsent(new Place(pool.name(), pool.backend(i).id()), Told.NOTHING);
        }
      }
    }
  }

  /** Looks how far they have come. */
  void look(Instant now) {
    DrainProgress.Moment moment = new DrainProgress.Moment(now, started, counts);
    counts.retain(tables.current().pools());
    for (Iterator<Map.Entry<Place, Told>> all = draining.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Place, Told> each = all.next();
      Place place = each.getKey();
      DrainProgress progress =
          DrainProgress.of(control.state(), tables, place.pool(), place.id(), moment);
      if (progress.isOver() || each.getValue().isNews(progress.work(), now)) {
        tell(place, progress);
        each.setValue(new Told(progress.work(), now));
      }
      if (progress.isOver()) {
        all.remove();
      }
    }
  }

  private void tell(Place place, DrainProgress progress) {
    JsonObject data = new JsonObject().put("pool", place.pool()).put("id", place.id());
    DrainView.json(progress).forEach(field -> data.put(field.getKey(), field.getValue()));
    ring.add(Event.DRAIN, Set.of(place.pool()), data);
  }
}
