package io.clockwise.route.rule;

import io.clockwise.config.ReplacePrefixConfig;
import io.clockwise.config.RewriteConfig;
import org.jspecify.annotations.Nullable;

/**
 * From the path of a request to the path that a backend gets. Immutable. Only whole segments are a
 * prefix; the rest is passed byte for byte.
 */
public final class PathRewrite {
  /** Changes nothing. */
  public static final PathRewrite NONE = new PathRewrite("", "", false);

  private final String from;
  private final String to;
  private final boolean strips;

  private PathRewrite(String from, String to, boolean strips) {
    this.from = from;
    this.to = to;
    this.strips = strips;
  }

  /** Compiles what is configured; null: nothing is. */
  public static PathRewrite of(@Nullable RewriteConfig config) {
    if (config != null && config.stripPrefix() != null) {
      return new PathRewrite(config.stripPrefix(), "", true);
    }
    if (config != null && config.replacePrefix() != null) {
      ReplacePrefixConfig replace = config.replacePrefix();
      return new PathRewrite(open(replace.from()), open(replace.to()), false);
    }
    return NONE;
  }

  private static String open(String prefix) {
    return prefix.equals("/") ? "" : prefix;
  }

  /**
   * Returns the path for the backend, which begins with a slash.
   *
   * @param path begins with a slash, or is {@code *}, which stays
   */
  public String apply(String path) {
    if (!takes(path)) {
      return path;
    }
    String rest = path.substring(from.length());
    return rest.isEmpty() && to.isEmpty() ? "/" : to + rest;
  }

  /**
   * Returns what {@code X-Forwarded-Prefix} tells the backend of this path; empty when nothing was
   * stripped from it.
   */
  public String strippedFrom(String path) {
    return strips && takes(path) ? from : "";
  }

  private boolean takes(String path) {
    return !from.equals(to)
        && path.startsWith("/")
        && path.startsWith(from)
        && (path.length() == from.length() || path.charAt(from.length()) == '/');
  }
}
