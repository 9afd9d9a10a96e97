package io.clockwise.proxy.policy.rule;

import io.clockwise.config.RouteLimitsConfig;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.policy.ProxyFailure;
import org.jspecify.annotations.Nullable;

/** How long the body of a route's requests may be. */
public final class BodyLimit {
  private static final int MOST_DIGITS = 18; // beyond, a length may not fit

  private BodyLimit() {}

  /**
   * Returns why a request is refused before its body is read, or null.
   *
   * @param contentLength as the decoder accepted it; null: not known yet
   */
  public static @Nullable ProxyFailure check(
      RouteLimitsConfig limits, @Nullable String contentLength) {
    if (limits.body() < 0 || contentLength == null) {
      return null;
    }
    boolean huge = contentLength.length() > MOST_DIGITS;
    return check(limits, huge ? Long.MAX_VALUE : Long.parseLong(contentLength));
  }

  /**
   * Returns why a request is refused, or null.
   *
   * @param bytes of its body, so far or in all
   */
  public static @Nullable ProxyFailure check(RouteLimitsConfig limits, long bytes) {
    return limits.forbids(bytes) ? exceeded(limits.body()) : null;
  }

  /** Returns why a request is refused whose body is longer than this. */
  public static ProxyFailure exceeded(long most) {
    return ProxyFailure.of(FailureKind.BODY_TOO_LARGE, "the body has more than " + most + " bytes");
  }
}
