package io.clockwise.admin.api;

import io.clockwise.config.text.DurationText;
import io.clockwise.control.drain.DrainProgress;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

/** How far a drain has come, in JSON. */
public final class DrainView {
  private DrainView() {}

  /** Returns the body of an answer. */
  public static JsonObject json(DrainProgress progress) {
    DrainProgress.Work work = progress.work();
    return new JsonObject()
        .put("state", PoolView.lower(progress.phase()))
        .put("liveRequests", work.requests())
        .put("streams", work.streams())
        .put("sessions", work.sessions() < 0 ? null : work.sessions())
        .put("remaining", remaining(progress))
        .put("removable", progress.isRemovable())
        .put("lastOne", progress.serves())
        .put("unknown", new JsonArray())
        .put("scope", "instance");
  }

  private static String remaining(DrainProgress progress) {
    long millis = progress.remaining().toMillis();
    return DurationText.of(Duration.ofSeconds((millis + 999) / 1000));
  }
}
