package io.clockwise.control.table;

import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.measure.PlacementView;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.telemetry.hot.HeavyKey;
import io.clockwise.telemetry.hot.KeyShares;
import io.clockwise.telemetry.hot.KeyTraffic;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/*
 * The keys that are known to be heavy are looked up, before and after; of all others it is taken
 * that they move as the key space does.
 */
/** The share of recent requests whose key gets another backend. */
final class TrafficMoved {
  private TrafficMoved() {}

  /**
   * Returns it, 0 to 1; null: there were no requests, or the two know keys by other hashes.
   *
   * @param moved the share of the key space that gets another backend
   */
  static @Nullable Double of(PoolSnapshot old, PoolSnapshot now, double moved, long epochMillis) {
    KeyTraffic traffic = old.traffic();
    if (traffic == null || !old.config().placement().equals(now.config().placement())) {
      return null;
    }
    KeyShares recent = traffic.recent(epochMillis);
    if (recent.requests() == 0) {
      return null;
    }
    boolean readsKey = old.placement().readsKey();
    PlacementView before = new PlacementView(old.placement(), old.openMembers());
    PlacementView after = Ends.view(now);
    double known = 0;
    double gone = 0;
    for (HeavyKey heavy : recent.keys()) {
      RoutingKey key = heavy.key(readsKey);
      if (key != null) {
        known += heavy.share();
        gone += Objects.equals(server(before, key), server(after, key)) ? 0 : heavy.share();
      }
    }
    return gone + Math.max(0, 1 - known) * moved;
  }

  private static @Nullable String server(PlacementView view, RoutingKey key) {
    int member = view.placement().pick(key, view.open());
    return member < 0 ? null : view.placement().members().get(member).id();
  }
}
