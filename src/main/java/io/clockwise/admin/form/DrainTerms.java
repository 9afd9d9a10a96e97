package io.clockwise.admin.form;

import io.clockwise.admin.http.JsonFields;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.text.DurationText;
import io.clockwise.event.BackendChange;
import io.clockwise.model.AdminState;
import io.clockwise.model.Drain;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** On which terms a body wants a drain. */
public final class DrainTerms {
  public static final String DEADLINE = "deadline";
  public static final String THEN = "then";
  public static final String HARD_STOP = "hardStop";

  private static final Duration LONGEST = Duration.ofDays(7);

  private DrainTerms() {}

  /** Returns the change: a body without terms leaves a drain that goes on as it is. */
  public static BackendChange of(JsonFields fields, boolean strict, String pool, String id) {
    Duration deadline = duration(fields, DEADLINE);
    Drain.Then then = then(fields);
    Duration hardStop = duration(fields, HARD_STOP);
    return deadline == null && then == null && hardStop == null && !strict
        ? new BackendChange.Wish(pool, id, AdminState.DRAIN)
        : new BackendChange.Drained(pool, id, deadline, then, hardStop, strict);
  }

  private static @Nullable Duration duration(JsonFields fields, String field) {
    return fields.text(field).map(text -> duration(field, text)).orElse(null);
  }

  /** Reads a duration that a drain may have. */
  private static Duration duration(String field, String text) {
    return DurationText.parse(text)
        .filter(duration -> duration.compareTo(LONGEST) <= 0)
        .orElseThrow(
            () ->
                Refusal.ofField(
                    ProblemType.INVALID,
                    field,
                    "'" + field + "' must be a duration such as 30s, 7 days at most"));
  }

  private static Drain.@Nullable Then then(JsonFields fields) {
    return fields.text(THEN).map(DrainTerms::then).orElse(null);
  }

  /** Reads what becomes of what is left. */
  private static Drain.Then then(String text) {
    return switch (text) {
      case "move" -> Drain.Then.MOVE;
      case "cut" -> Drain.Then.CUT;
      default -> throw Refusal.ofField(ProblemType.INVALID, THEN, "'then' must be move or cut");
    };
  }
}
