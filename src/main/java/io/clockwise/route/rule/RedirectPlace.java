package io.clockwise.route.rule;

import io.clockwise.route.rule.RedirectPlace.Part.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The place that a redirect names, with parts of the request in it. Immutable. */
public final class RedirectPlace {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(host|path|query)\\}");

  /** A piece of the place: a text, or a part of the request. */
  record Part(Kind kind, String text) {
    enum Kind {
      TEXT,
      HOST,
      PATH,
      QUERY
    }
  }

  private final List<Part> parts;
  private final boolean wantsHost;

  private RedirectPlace(List<Part> parts) {
    this.parts = List.copyOf(parts);
    this.wantsHost = parts.stream().anyMatch(part -> part.kind() == Kind.HOST);
  }

  /** Takes a configured place apart. */
  public static RedirectPlace of(String to) {
    List<Part> parts = new ArrayList<>();
    Matcher placeholder = PLACEHOLDER.matcher(to);
    int at = 0;
    while (placeholder.find()) {
      parts.add(new Part(Kind.TEXT, to.substring(at, placeholder.start())));
      parts.add(
          switch (String.valueOf(placeholder.group(1))) {
            case "host" -> new Part(Kind.HOST, "");
            case "path" -> new Part(Kind.PATH, "");
            default -> new Part(Kind.QUERY, "");
          });
      at = placeholder.end();
    }
    parts.add(new Part(Kind.TEXT, to.substring(at)));
    return new RedirectPlace(parts);
  }

  /** Tells whether a request without a host can be sent there. */
  public boolean wantsHost() {
    return wantsHost;
  }

  /**
   * Returns the place for a request, whose parts have been checked: none holds a control character.
   *
   * @param host without port
   * @param path begins with a slash, or is {@code *}, which names no place of its own
   * @param query without its question mark, or null
   */
  public String in(String host, String path, @Nullable String query) {
    StringBuilder place = new StringBuilder();
    for (Part part : parts) {
      switch (part.kind()) {
        case TEXT -> place.append(part.text());
        case HOST -> place.append(host);
        case PATH -> place.append(path.equals("*") ? "/" : path);
        case QUERY -> place.append(query == null ? "" : "?" + query);
      }
    }
    return place.toString();
  }
}
