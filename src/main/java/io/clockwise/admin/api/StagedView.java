package io.clockwise.admin.api;

import io.clockwise.config.text.DurationText;
import io.clockwise.route.balance.Staging;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Locale;

/** A change that moves keys by and by, in JSON. */
public final class StagedView {
  private StagedView() {}

  /** Returns how far it is. */
  public static JsonObject json(Staging staging) {
    JsonArray parts = new JsonArray();
    staging.parts().forEach(part -> parts.add(part(part)));
    return new JsonObject()
        .put("perMinute", staging.perMinute())
        .put("moved", staging.moved())
        .put("progress", staging.progress())
        .put("remaining", duration(Duration.ofNanos(staging.remainingNanos())))
        .put("paused", staging.paused())
        .put("waitsFor", new JsonArray(staging.waitsFor()))
        .put("parts", parts);
  }

  private static JsonObject part(Staging.Part part) {
    return new JsonObject()
        .put("kind", part.kind().name().toLowerCase(Locale.ROOT))
        .put("backend", part.backend())
        .put("moved", part.moved())
        .put("progress", part.progress());
  }

  /** Returns a time in whole seconds, rounded up. */
  static String duration(Duration time) {
    return DurationText.of(Duration.ofSeconds(time.plusNanos(999_999_999).toSeconds()));
  }
}
