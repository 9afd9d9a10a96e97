package io.clockwise.admin.explain;

import io.clockwise.route.explain.Candidate;
import io.clockwise.route.explain.Explanation;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a decision said and why, in JSON. */
final class ExplanationView {
  private static final String WAITS = "checking";

  private ExplanationView() {}

  /**
   * Returns the body of an answer.
   *
   * @param waits whether a request waits until something is known of its pool's backends
   */
  static JsonObject json(Explanation explanation, boolean waits) {
    Explanation.Place place = explanation.place();
    Explanation.Key key = explanation.key();
    JsonArray candidates = new JsonArray();
    explanation.candidates().forEach(each -> candidates.add(candidate(each)));
    return new JsonObject()
        .put("outcome", waits ? WAITS : lower(explanation.outcome()))
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
        .put("candidates", candidates)
        .put("chosen", place.chosen())
        .put("chosenBy", lower(place.chosenBy()))
        .put("offOwner", lower(place.offOwner()))
        .put("cookie", lower(explanation.cookie()))
        .put("revision", explanation.version().revision())
        .put("epoch", explanation.version().epoch());
  }

  private static JsonObject candidate(Candidate candidate) {
    return new JsonObject()
        .put("pool", candidate.pool())
        .put("backend", candidate.backend())
        .put("rank", candidate.rank() < 0 ? null : candidate.rank())
        .put("skipped", lower(candidate.skipped()));
  }

  private static @Nullable String lower(@Nullable Enum<?> constant) {
    return constant == null ? null : constant.name().toLowerCase(Locale.ROOT);
  }
}
