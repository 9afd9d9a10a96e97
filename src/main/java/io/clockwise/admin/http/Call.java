package io.clockwise.admin.http;

import io.clockwise.config.text.DurationText;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call of an endpoint that the guard has let in, its body read.
 *
 * @param request for its fields and its connection
 * @param path the segments that vary, by name, percent-decoded
 * @param query the parameters, each at most once
 * @param body of the request
 * @param caller who calls
 */
public record Call(
    HttpServerRequest request,
    Map<String, String> path,
    Map<String, String> query,
    JsonFields body,
    Caller caller) {

  /** The parameter, and the field of bodies, that tells why. */
  public static final String REASON = "reason";

  private static final String REASON_HEADER = "X-Clockwise-Reason";
  private static final int REASON_LENGTH = 500;
  private static final int KEY_LENGTH = 128;

  /** Returns a segment of the path by its name in the endpoint's template. */
  public String segment(String name) {
    return Objects.requireNonNull(path.get(name), name);
  }

  /**
   * Returns a parameter that is {@code true} or {@code false}.
   *
   * @throws Refusal when it is neither
   */
  public boolean flag(String name, boolean normal) {
    String value = query.getOrDefault(name, Boolean.toString(normal));
    if (!value.equals("true") && !value.equals("false")) {
      throw Refusal.of(
          ProblemType.INVALID, "the parameter '" + name + "' must be 'true' or 'false'");
    }
    return value.equals("true");
  }

  /**
   * Returns why the caller does this, in the caller's words; may be empty.
   *
   * @throws Refusal when it is longer than 500 characters
   */
  public String reason() {
    String reason =
        body.text(REASON)
            .or(() -> Optional.ofNullable(query.get(REASON)))
            .or(() -> Optional.ofNullable(request.getHeader(REASON_HEADER)))
            .orElse("");
    if (reason.length() > REASON_LENGTH) {
      throw Refusal.of(
          ProblemType.INVALID, "the reason is longer than " + REASON_LENGTH + " characters");
    }
    return reason;
  }

  /**
   * Returns a parameter that is an integer.
   *
   * @throws Refusal when it is none, or out of bounds
   */
  public int integer(String name, int least, int most, int normal) {
    String text = query.get(name);
    if (text == null) {
      return normal;
    }
    if (!text.matches("[0-9]{1,9}")
        || Integer.parseInt(text) < least
        || Integer.parseInt(text) > most) {
      throw Refusal.of(
          ProblemType.INVALID,
          "the parameter '" + name + "' must be an integer, " + least + " to " + most);
    }
    return Integer.parseInt(text);
  }

  /**
   * Returns a parameter that is a duration.
   *
   * @throws Refusal when it is none, or longer than the longest
   */
  public Duration duration(String name, Duration longest, Duration normal) {
    String text = query.get(name);
    if (text == null) {
      return normal;
    }
    return DurationText.parse(text)
        .filter(duration -> duration.compareTo(longest) <= 0)
        .orElseThrow(
            () ->
                Refusal.of(
                    ProblemType.INVALID,
                    "the parameter '"
                        + name
                        + "' must be a duration such as 30s, "
                        + DurationText.of(longest)
                        + " at most"));
  }

  /**
   * Returns the name that the caller gave to the change; null: none.
   *
   * @throws Refusal when it is not 1 to 128 visible characters
   */
  public @Nullable String idempotencyKey() {
    String key = request.getHeader("Idempotency-Key");
    if (key == null) {
      return null;
    }
    if (!key.matches("[!-~]{1," + KEY_LENGTH + "}")) {
      throw Refusal.of(
          ProblemType.INVALID,
          "Idempotency-Key must have 1 to " + KEY_LENGTH + " visible ASCII characters");
    }
    return key;
  }

  /** Returns the value of {@code If-Match}; null when the request has none. */
  public @Nullable String ifMatch() {
    List<String> values = request.headers().getAll("If-Match");
    return values.isEmpty() ? null : String.join(", ", values);
  }
}
