package io.clockwise.model.text;

import org.jspecify.annotations.Nullable;

/**
 * A request target taken apart (RFC 9112 section 3.2), nothing decoded.
 *
 * @param authority of the absolute form, else empty
 * @param path begins with a slash, or is {@code *}
 * @param query without the question mark, or null
 */
public record RequestTarget(String authority, String path, @Nullable String query) {

  /** Takes a raw target apart; null when it is in none of the forms that are served here. */
  public static @Nullable RequestTarget parse(String raw) {
    if (raw.startsWith("/")) {
      return split("", raw);
    }
    if (raw.equals("*")) {
      return new RequestTarget("", raw, null);
    }
    int start = schemeLength(raw);
    if (start == 0) {
      return null;
    }
    int end = start;
    while (end < raw.length() && raw.charAt(end) != '/' && raw.charAt(end) != '?') {
      end++;
    }
    if (end == start) {
      return null; // an http URI has a host
    }
    String rest = raw.substring(end);
    return split(raw.substring(start, end), rest.startsWith("/") ? rest : "/" + rest);
  }

  private static int schemeLength(String raw) {
    if (raw.regionMatches(true, 0, "http://", 0, 7)) {
      return 7;
    }
    return raw.regionMatches(true, 0, "https://", 0, 8) ? 8 : 0;
  }

  private static RequestTarget split(String authority, String pathAndQuery) {
    int mark = pathAndQuery.indexOf('?');
    return mark < 0
        ? new RequestTarget(authority, pathAndQuery, null)
        : new RequestTarget(
            authority, pathAndQuery.substring(0, mark), pathAndQuery.substring(mark + 1));
  }

  /** Returns what is sent to a backend: path and query, byte for byte. */
  public String forwarded() {
    return query == null ? path : path + "?" + query;
  }
}
