package io.clockwise.admin.api;

import io.clockwise.config.BackendConfig;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** A backend as the document would say it, in JSON. */
public final class BackendView {
  private BackendView() {}

  /** Returns its settings; null for none. */
  public static @Nullable JsonObject settings(@Nullable BackendConfig backend) {
    return backend == null
        ? null
        : new JsonObject()
            .put("id", backend.id())
            .put("address", backend.address().toString())
            .put("weight", backend.weight())
            .put("state", PoolView.lower(backend.state()))
            .put("placementName", backend.placementName())
            .put("standby", backend.standby())
            .put("zone", backend.zone());
  }
}
