package io.clockwise.app.cli.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * One address of the admin API.
 *
 * @param base the URL in front of {@code /v1}, without a slash at its end
 * @param origin what named it, for messages
 */
public record ApiEndpoint(String base, String origin) {
  private static final String EXPECTED = "expected a URL such as http://127.0.0.1:9902";

  /** Reads a URL, or {@code host:port}. */
  public static ApiEndpoint parse(String text, String origin) {
    String given = text.strip();
    if (given.startsWith("unix:")) {
      throw wrong(given, origin, "sockets of the file system cannot be used here; " + EXPECTED);
    }
    URI uri = uri(given.contains("://") ? given : "http://" + given, given, origin);
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")
        || uri.getHost() == null
        || uri.getPort() > 65_535) {
      throw wrong(given, origin, EXPECTED);
    }
    if (uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw wrong(given, origin, "it has more than host, port and path; " + EXPECTED);
    }
    return new ApiEndpoint(uri.toString().replaceAll("/+$", ""), origin);
  }

  private static URI uri(String text, String given, String origin) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw wrong(given, origin, EXPECTED);
    }
  }

  private static ClientFailure wrong(String given, String origin, String expected) {
    return ClientFailure.usage(origin + ": given '" + given + "', " + expected);
  }

  /** Returns the URL of a target below this. */
  public URI resolve(String target) {
    return URI.create(base + target);
  }

  @Override
  public String toString() {
    return base + " (" + origin + ")";
  }
}
