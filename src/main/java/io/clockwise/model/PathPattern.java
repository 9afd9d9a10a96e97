package io.clockwise.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern over the raw path of a request: literal segments, {@code *} (one segment), <code>{name}
 * </code> (one segment, captured) and a trailing {@code **} (the rest, possibly nothing).
 *
 * <p>Segments are compared byte for byte: nothing is decoded, slashes are not merged, and what
 * stands between two slashes or behind the last one is a segment even when it is empty. {@code
 * /cart/**} matches {@code /cart}, {@code /cart/} and everything below; <code>/cart/{id}</code>
 * matches {@code /cart/} with an empty capture, but neither {@code /cart} nor {@code /cart/7/}.
 */
public final class PathPattern {
  /** Matches every path. */
  public static final PathPattern ANY = parse("/**");

  private static final String ONE = "*";
  private static final String REST = "**";
  private static final String CAPTURE = "{";

  private final String text;
  private final List<String> segments;
  private final List<String> captures;

  private PathPattern(String text, List<String> segments, List<String> captures) {
    this.text = text;
    this.segments = segments;
    this.captures = captures;
  }

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException with a message for the user when it is malformed
   */
  public static PathPattern parse(String text) {
    if (!text.startsWith("/")) {
      throw new IllegalArgumentException("a path pattern starts with '/'");
    }
    if (!text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "a path pattern is written as requests send it: percent-encode blanks and letters that"
              + " are not ASCII");
    }
    List<String> segments = new ArrayList<>();
    List<String> captures = new ArrayList<>();
    String[] parts = text.substring(1).split("/", -1);
    for (int i = 0; i < parts.length; i++) {
      if (parts[i].equals(REST) && i < parts.length - 1) {
        throw new IllegalArgumentException("'**' may only be the last segment");
      }
      if (parts[i].startsWith(CAPTURE)) {
        captures.add(captureName(parts[i], captures));
        segments.add(CAPTURE);
      } else {
        segments.add(literalOrWildcard(parts[i]));
      }
    }
    return new PathPattern(text, List.copyOf(segments), List.copyOf(captures));
  }

  private static String captureName(String part, List<String> before) {
    String name = part.endsWith("}") ? part.substring(1, part.length() - 1) : "";
    if (!name.matches("[A-Za-z_][A-Za-z0-9_-]*")) {
      throw new IllegalArgumentException("'" + part + "' is not a capture such as {room}");
    }
    if (before.contains(name)) {
      throw new IllegalArgumentException("the capture {" + name + "} stands twice");
    }
    return name;
  }

  private static String literalOrWildcard(String part) {
    if (part.equals(".") || part.equals("..")) {
      throw new IllegalArgumentException(
          "'" + part + "' as a segment never matches: requests with dot segments are refused");
    }
    if (!part.equals(ONE) && !part.equals(REST) && part.matches(".*[*{}?#].*")) {
      throw new IllegalArgumentException(
          "'" + part + "': a segment is plain text, '*', '**' or {name}, not a mixture");
    }
    return part;
  }

  /** Returns the names of the captures, in the order of the path. */
  public List<String> captures() {
    return captures;
  }

  /**
   * Matches a raw path without query and notes the captures.
   *
   * @param path begins with a slash
   * @param bounds receives start and end (exclusive) of each capture; at least twice as long as
   *     {@link #captures()}; contents undefined when there is no match
   */
  public boolean match(String path, int[] bounds) {
    int at = 0;
    int capture = 0;
    for (int i = 0; i < segments.size(); i++) { // by index: an iterator would be an allocation
      String segment = segments.get(i);
      if (segment.equals(REST)) {
        return at == path.length() || path.charAt(at) == '/';
      }
      if (at >= path.length() || path.charAt(at) != '/') {
        return false;
      }
      int start = at + 1;
      int end = path.indexOf('/', start);
      if (end < 0) {
        end = path.length();
      }
      if (segment.equals(CAPTURE)) {
        bounds[capture++] = start;
        bounds[capture++] = end;
      } else if (!segment.equals(ONE)
          && (end - start != segment.length() || !path.startsWith(segment, start))) {
        return false;
      }
      at = end;
    }
    return at == path.length();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PathPattern that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** Returns the pattern as it was written. */
  @Override
  public String toString() {
    return text;
  }
}
