package io.clockwise.proxy.policy;

import java.util.ArrayList;
import java.util.List;

/** The {@code Forwarded} field (RFC 7239): who is named in it, and how an element is written. */
final class ForwardedList {
  private static final String UNKNOWN = "unknown";

  private ForwardedList() {}

  /**
   * Returns what each element says in {@code for}, in order, quotes taken off; {@code unknown} for
   * an element without one. A value with an open quote names nobody.
   */
  static List<String> nodes(List<String> values) {
    List<String> nodes = new ArrayList<>();
    for (String value : values) {
      List<String> elements = split(value, ',');
      if (elements.isEmpty()) {
        nodes.add(UNKNOWN);
      }
      elements.forEach(element -> nodes.add(node(element)));
    }
    return nodes;
  }

  private static String node(String element) {
    for (String pair : split(element, ';')) {
      String trimmed = pair.strip();
      if (trimmed.regionMatches(true, 0, "for=", 0, 4)) {
        return unquoted(trimmed.substring(4));
      }
    }
    return UNKNOWN;
  }

  /** Returns the parts between separators that are not quoted; none when a quote stays open. */
  private static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted && c == '\\') {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        parts.add(text.substring(start, i));
        start = i + 1;
      }
    }
    if (quoted) {
      return List.of();
    }
    parts.add(text.substring(start));
    return parts;
  }

  private static String unquoted(String value) {
    return value.length() >= 2 && value.startsWith("\"")
        ? value.substring(1, value.length() - 1).replace("\\", "")
        : value;
  }

  /** Returns an address as {@code for} and {@code by} have it. */
  static String node(byte[] address, String text) {
    return address.length == 4 ? text : "\"[" + text + "]\"";
  }

  /** Returns a text as a value: as it is when it is a token, else quoted. */
  static String value(String text) {
    return Syntax.isToken(text)
        ? text
        : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
