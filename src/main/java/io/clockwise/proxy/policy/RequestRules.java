package io.clockwise.proxy.policy;

import io.clockwise.config.LimitsConfig;
import io.clockwise.config.TargetRule;
import io.clockwise.model.FailureKind;
import io.clockwise.model.text.RequestTarget;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpVersion;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which requests are refused before anything is forwarded (RFC 9112, RFC 9110), beyond those that
 * the decoder refuses already.
 */
public final class RequestRules {
  /** How long a via list may name this instance: a request seen this often runs in a circle. */
  private static final int LOOPS = 5;

  /** The field that counts them. */
  public static final String MAX_FORWARDS = "max-forwards";

  private RequestRules() {}

  /**
   * Returns why a request is refused, or null when it is well formed.
   *
   * @param target as {@link RequestTarget#parse} gave it
   * @param authority what HTTP/2 has in place of a Host field, or null
   */
  public static @Nullable ProxyFailure check(
      String method,
      @Nullable RequestTarget target,
      HttpVersion version,
      MultiMap fields,
      @Nullable String authority,
      LimitsConfig limits) {
    ProxyFailure failure = checkMethod(method);
    if (failure == null && version == HttpVersion.HTTP_2 && isAbsolute(target)) {
      failure = bad("the :path is not a path"); // it could name another host (RFC 9113 8.3.1)
    }
    if (failure == null) {
      failure = checkTarget(method, target, limits.target());
    }
    return failure != null ? failure : checkFields(version, fields, authority, limits);
  }

  /**
   * Returns why a request over HTTP/2 is refused before its target is looked at, or null: as a
   * request line it would be longer than a decoder of HTTP/1.1 lets pass.
   */
  public static @Nullable ProxyFailure checkLine(
      String method, String target, HttpVersion version, LimitsConfig limits) {
    int length = method.length() + target.length() + "  HTTP/1.1".length();
    return version == HttpVersion.HTTP_2 && length > limits.requestLine()
        ? ProxyFailure.of(FailureKind.TARGET_TOO_LONG, "the method and :path are too long")
        : null;
  }

  private static boolean isAbsolute(@Nullable RequestTarget target) {
    return target != null && !target.authority().isEmpty();
  }

  /** Tells whether a text can be a method, known or not (RFC 9110 section 9.1). */
  public static boolean isMethod(String text) {
    return Syntax.isToken(text);
  }

  private static @Nullable ProxyFailure checkMethod(String method) {
    if (!isMethod(method)) {
      return bad("the method holds a character that is not allowed");
    }
    return method.equals("TRACE") || method.equals("CONNECT")
        ? ProxyFailure.of(FailureKind.METHOD_NOT_ALLOWED, method + " is not served")
        : null;
  }

  private static @Nullable ProxyFailure checkTarget(
      String method, @Nullable RequestTarget target, TargetRule rule) {
    if (target == null) {
      return bad("the request target is neither a path nor an http URI");
    }
    if (target.path().equals("*")) {
      return method.equals("OPTIONS") ? null : bad("the target * belongs to OPTIONS only");
    }
    if (!target.authority().isEmpty() && !Syntax.isHost(target.authority())) {
      return bad("the authority of the request target is not a host");
    }
    String query = target.query();
    if (!Syntax.isPath(target.path()) || query != null && !Syntax.isQuery(query, rule)) {
      return bad("the request target holds a character that is not allowed");
    }
    return Syntax.hasDotSegment(target.path()) ? bad("the path has a dot segment") : null;
  }

  private static @Nullable ProxyFailure checkFields(
      HttpVersion version, MultiMap fields, @Nullable String authority, LimitsConfig limits) {
    int count = 0;
    String host = null;
    String coding = null;
    for (Map.Entry<String, String> field : fields) {
      count++;
      String name = field.getKey();
      if (name.isEmpty() || name.charAt(0) == ':') { // the decoder leaves these to us
        return bad("a field name that is none");
      }
      if (name.equalsIgnoreCase("host")) {
        if (host != null) {
          return bad("more than one Host field");
        }
        host = field.getValue();
      } else if (name.equalsIgnoreCase("transfer-encoding")) {
        coding = coding == null ? field.getValue() : coding + "," + field.getValue();
      } else if (name.equalsIgnoreCase("expect") && !isKnown(field.getValue(), version)) {
        return ProxyFailure.of(FailureKind.EXPECTATION_FAILED, "only 100-continue can be expected");
      }
    }
    if (authority != null) {
      if (host != null && !host.equalsIgnoreCase(authority)) {
        return bad("the Host field differs from the :authority");
      }
      host = authority;
    }
    if (count > limits.headerCount()) {
      return ProxyFailure.of(
          FailureKind.FIELDS_TOO_LARGE, "more than " + limits.headerCount() + " fields");
    }
    if (host == null ? version != HttpVersion.HTTP_1_0 : !Syntax.isHost(host)) {
      return bad(host == null ? "no Host field" : "the Host field is not a host");
    }
    return coding == null || coding.strip().equalsIgnoreCase("chunked")
        ? null
        : ProxyFailure.of(FailureKind.UNKNOWN_CODING, "only the transfer coding chunked is known");
  }

  private static boolean isKnown(String expectation, HttpVersion version) {
    return version == HttpVersion.HTTP_1_0 || expectation.strip().equalsIgnoreCase("100-continue");
  }

  /** Returns why a request that came through other proxies is refused, or null. */
  public static @Nullable ProxyFailure checkLoop(MultiMap fields, ViaField via) {
    return via.timesOwn(fields) >= LOOPS
        ? ProxyFailure.of(FailureKind.LOOP_DETECTED, "the request runs in a circle")
        : null;
  }

  /**
   * Returns how many more proxies a request may pass (RFC 9110 section 7.6.2): of OPTIONS alone,
   * since TRACE is not served. A value that is no number counts as none.
   *
   * @return -1: as many as it likes; 0: it is answered here
   */
  public static int forwardsLeft(String method, MultiMap fields) {
    String value = method.equals("OPTIONS") ? fields.get(MAX_FORWARDS) : null;
    if (value == null || value.isEmpty() || value.length() > 9) {
      return -1;
    }
    return value.chars().allMatch(c -> c >= '0' && c <= '9') ? Integer.parseInt(value) : -1;
  }

  private static ProxyFailure bad(String detail) {
    return ProxyFailure.of(FailureKind.BAD_REQUEST, detail);
  }
}
