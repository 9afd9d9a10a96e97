package io.clockwise.admin.api;

import io.clockwise.event.Preview;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/** What a change does to the keys, in JSON. */
public final class PreviewView {
  private PreviewView() {}

  /** Returns the preview. */
  public static JsonObject json(Preview preview) {
    JsonArray pools = new JsonArray();
    preview.pools().forEach(pool -> pools.add(pool(pool)));
    return new JsonObject().put("pools", pools);
  }

  private static JsonObject pool(Preview.Pool pool) {
    JsonArray moves = new JsonArray();
    pool.moves()
        .forEach(
            move ->
                moves.add(
                    new JsonObject()
                        .put("from", move.from())
                        .put("to", move.to())
                        .put("share", move.share())));
    return new JsonObject()
        .put("pool", pool.pool())
        .put("moved", pool.moved())
        .put("minimum", pool.minimum())
        .put("placementMoved", pool.placementMoved())
        .put("exact", pool.exact())
        .put("moves", moves)
        .put("before", shares(pool.before()))
        .put("after", shares(pool.after()))
        .put("traffic", new JsonObject().put("moved", pool.trafficMoved()))
        .put("sessions", pool.sessions())
        .put("takes", pool.takes() == null ? null : StagedView.duration(pool.takes()));
  }

  private static JsonObject shares(Map<String, Double> shares) {
    JsonObject json = new JsonObject();
    shares.forEach(json::put);
    return json;
  }
}
