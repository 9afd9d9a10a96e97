package io.clockwise.config;

/**
 * One line for each request.
 *
 * @param format default {@code json}
 * @param file a path, relative to the document, or {@code -} for standard output; default {@code -}
 */
public record AccessLogConfig(Format format, String file) {
  /** JSON on standard output. */
  public static final AccessLogConfig DEFAULT = new AccessLogConfig(Format.JSON, "-");

  /** How a line looks. */
  public enum Format {
    /** One JSON object a line. */
    JSON,
    /** The combined log format of Apache httpd and nginx. */
    COMBINED,
    /** No access log. */
    OFF
  }
}
