package io.clockwise.admin.explain;

import io.clockwise.model.log.LogTarget;
import io.clockwise.telemetry.recent.RecentRequest;
import io.clockwise.telemetry.recent.RecentRequest.Attempt;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Requests that were served, in JSON. */
final class RecentView {
  private RecentView() {}

  /**
   * Returns the body of an answer.
   *
   * @param shown how much of targets may be seen; less may be kept
   */
  static JsonObject json(String id, String instance, List<RecentRequest> found, LogTarget shown) {
    JsonArray requests = new JsonArray();
    found.forEach(each -> requests.add(request(each, shown)));
    return new JsonObject().put("id", id).put("instance", instance).put("requests", requests);
  }

  private static JsonObject request(RecentRequest request, LogTarget shown) {
    RecentRequest.Asked asked = request.asked();
    RecentRequest.Place place = request.place();
    RecentRequest.Why why = request.why();
    RecentRequest.Key key = why.key();
    RecentRequest.Course course = request.course();
    RecentRequest.Times times = request.times();
    JsonArray attempts = new JsonArray();
    course.attempts().forEach(each -> attempts.add(attempt(each)));
    return new JsonObject()
        .put("kind", lower(request.interest()))
        .put("time", Instant.ofEpochMilli(times.startMillis()).toString())
        .put("client", asked.client())
        .put("method", asked.method())
        .put("target", target(asked.target(), shown))
        .put("version", asked.version())
        .put("host", asked.host())
        .put("route", place.route())
        .put("pool", place.pool())
        .put(
            "key",
            key == null
                ? null
                : new JsonObject()
                    .put("source", key.source())
                    .put("hash", HexFormat.of().toHexDigits(key.hash())))
        .put("owner", place.owner())
        .put("attempts", attempts)
        .put("chosen", place.chosen())
        .put("address", place.address())
        .put("chosenBy", lower(why.chosenBy()))
        .put("offOwner", lower(why.offOwner()))
        .put("cookie", lower(why.cookie()))
        .put("status", course.status())
        .put("failure", lower(course.failure()))
        .put("endedBy", course.endedBy())
        .put("phase", course.phase())
        .put("totalMs", millis(times.durationNanos()))
        .put("connectMs", millis(times.leaseNanos()))
        .put("firstByteMs", millis(times.firstByteNanos()))
        .put("revision", why.revision())
        .put("epoch", why.epoch());
  }

  private static JsonObject attempt(Attempt attempt) {
    return new JsonObject()
        .put("backend", attempt.backend())
        .put("kind", lower(attempt.step()))
        .put("result", attempt.result())
        .put("atMs", millis(attempt.nanos()));
  }

  /* What may be seen now counts, whatever was allowed when the request was kept. */
  private static @Nullable String target(@Nullable String kept, LogTarget shown) {
    int end = kept == null ? -1 : shown.end(kept);
    return kept == null || end < 0 ? null : kept.substring(0, end);
  }

  private static @Nullable Double millis(long nanos) {
    long micros = nanos / 1000;
    return nanos < 0 ? null : micros / 1000.0;
  }

  private static @Nullable String lower(@Nullable Enum<?> constant) {
    return constant == null ? null : constant.name().toLowerCase(Locale.ROOT);
  }
}
