package io.clockwise.admin.explain;

import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.explain.PlacementFacts;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HexFormat;

/** How a pool's key space is shared out, in JSON. */
final class PlacementView {
  private PlacementView() {}

  /** Returns the body of an answer. */
  static JsonObject json(RoutingTable table, PoolSnapshot pool) {
    PlacementFacts facts = PlacementFacts.of(pool);
    PlacementSettings settings = pool.config().placement();
    JsonObject parameters = new JsonObject();
    settings.parameters().forEach(parameters::put);
    JsonArray members = new JsonArray();
    facts
        .members()
        .forEach(
            member ->
                members.add(
                    new JsonObject()
                        .put("id", member.id())
                        .put("weight", member.weight())
                        .put("share", share(member))));
    return new JsonObject()
        .put("pool", pool.name())
        .put("algorithm", settings.algorithm())
        .put("parameters", parameters)
        .put("digest", HexFormat.of().toHexDigits(facts.digest()))
        .put("bytes", facts.bytes())
        .put("maxOverMean", facts.maxOverMean())
        .put("minOverMean", facts.minOverMean())
        .put("variation", facts.variation())
        .put("members", members)
        .put("revision", pool.revision())
        .put("epoch", table.epoch());
  }

  private static JsonObject share(PlacementFacts.Share member) {
    return new JsonObject().put("ideal", member.ideal()).put("actual", member.actual());
  }
}
