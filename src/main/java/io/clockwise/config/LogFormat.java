package io.clockwise.config;

import java.util.Locale;

/**
 * How a line of the access log looks.
 *
 * @param kind one of the formats that have a name, or a template
 * @param template the template, empty for the others
 */
public record LogFormat(Kind kind, String template) {
  /** One JSON object a line. */
  public static final LogFormat JSON = new LogFormat(Kind.JSON, "");

  /** The combined log format of Apache httpd and nginx. */
  public static final LogFormat COMBINED = new LogFormat(Kind.COMBINED, "");

  /** No access log. */
  public static final LogFormat OFF = new LogFormat(Kind.OFF, "");

  /** How a line looks, in one word. */
  public enum Kind {
    /** One JSON object a line. */
    JSON,
    /** The combined log format of Apache httpd and nginx. */
    COMBINED,
    /** No access log. */
    OFF,
    /** As the template says. */
    TEMPLATE
  }

  /** Returns the format that a template describes. */
  public static LogFormat template(String template) {
    return new LogFormat(Kind.TEMPLATE, template);
  }

  /** Returns what a document says: a word, or the template itself. */
  @Override
  public String toString() {
    return kind == Kind.TEMPLATE ? template : kind.name().toLowerCase(Locale.ROOT);
  }
}
