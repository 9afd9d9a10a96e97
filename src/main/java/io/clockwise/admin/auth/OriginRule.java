package io.clockwise.admin.auth;

import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.CidrBlock;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps web pages that an operator happens to visit from changing anything.
 *
 * <p>A page elsewhere is told by {@code Origin} or {@code Sec-Fetch-Site}; a page whose name was
 * made to resolve to this machine (DNS rebinding) by a {@code Host} that is a name of its own.
 */
final class OriginRule {
  private OriginRule() {}

  /**
   * Looks at a request that may change something.
   *
   * @param tokens whether a token is needed; then a strange host name is no danger
   * @throws Refusal when a foreign page is behind it
   */
  static void check(HttpServerRequest request, boolean tokens) {
    if (HttpMethod.GET.equals(request.method()) || HttpMethod.HEAD.equals(request.method())) {
      return;
    }
    String host = request.getHeader("Host");
    String origin = request.getHeader("Origin");
    if (origin != null && !isSame(origin, host)
        || "cross-site".equals(request.getHeader("Sec-Fetch-Site"))) {
      throw Refusal.of(
          ProblemType.FOREIGN_ORIGIN, "a page of another origin may not change anything here");
    }
    if (!tokens && !isOwnHost(host)) {
      throw Refusal.of(
          ProblemType.FOREIGN_ORIGIN,
          "without tokens, changes must name an IP address or localhost as host");
    }
  }

  private static boolean isSame(String origin, @Nullable String host) {
    int scheme = origin.indexOf("://");
    if (host == null || scheme < 0) {
      return false;
    }
    String standardPort = origin.startsWith("https:") ? ":443" : ":80";
    return withPort(origin.substring(scheme + 3), standardPort)
        .equals(withPort(host, standardPort));
  }

  private static String withPort(String authority, String port) {
    String lower = authority.toLowerCase(Locale.ROOT);
    return lower.matches(".*:[0-9]+") && !lower.endsWith("]") ? lower : lower + port;
  }

  private static boolean isOwnHost(@Nullable String host) {
    if (host == null) {
      return false;
    }
    String name =
        BackendAddress.parse(withPort(host, ":80"))
            .map(BackendAddress::host)
            .map(text -> text.toLowerCase(Locale.ROOT))
            .orElse("");
    Optional<byte[]> literal = CidrBlock.parseAddress(name);
    return literal.isPresent() || name.equals("localhost") || name.endsWith(".localhost");
  }
}
