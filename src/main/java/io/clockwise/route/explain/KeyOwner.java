package io.clockwise.route.explain;

import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import io.clockwise.telemetry.hot.HeavyKey;
import org.jspecify.annotations.Nullable;

/** The owner of a key of which what was counted is known. */
public final class KeyOwner {
  private KeyOwner() {}

  /** Returns the backend's id; null: nobody owns the key, or too little of it is known. */
  public static @Nullable String of(PoolSnapshot pool, HeavyKey heavy) {
    RoutingKey key = heavy.key(pool.placement().readsKey());
    int owner = key == null ? -1 : Router.owner(pool, key);
    return owner < 0 ? null : pool.backend(owner).id();
  }
}
