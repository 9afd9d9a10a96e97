package io.clockwise.proxy.policy;

import io.vertx.core.MultiMap;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which fields pass from one side to the other (RFC 9110 section 7.6.1). */
public final class FieldRules {
  static final Set<String> HOP_BY_HOP =
      names(
          "connection",
          "keep-alive",
          "proxy-connection",
          "te",
          "transfer-encoding",
          "upgrade",
          "http2-settings");
  private static final Set<String> NOT_TO_BACKENDS =
      names("clockwise-backend", "clockwise-explain");
  private static final Set<String> NOT_TO_CLIENTS = names("clockwise-forget");

  /* What is said here or gone by: programs that get fields as variables (CGI, WSGI) cannot tell it
  from the same name with underscores. */
  static final Set<String> GUARDED =
      names(
          "content-length",
          "transfer-encoding",
          "x-forwarded-for",
          "x-forwarded-proto",
          "x-forwarded-host",
          "x-forwarded-port",
          "x-forwarded-prefix",
          "x-request-id",
          "clockwise-backend",
          "clockwise-explain");
  private static final Set<String> PROTECTED =
      names("host", "content-length", "cookie", "authorization", "forwarded");

  /* Framing, routing, what changes the request, who asks, what controls the answer, what the
  content is (RFC 9110 section 6.5.1). */
  private static final Set<String> NOT_IN_TRAILERS =
      names(
          "host",
          "content-length",
          "content-encoding",
          "content-type",
          "content-range",
          "trailer",
          "cache-control",
          "expect",
          "max-forwards",
          "pragma",
          "range",
          "authorization",
          "proxy-authorization",
          "proxy-authenticate",
          "www-authenticate",
          "cookie",
          "set-cookie",
          "age",
          "date",
          "expires",
          "location",
          "retry-after",
          "vary",
          "warning",
          "forwarded",
          "via",
          "x-request-id",
          "clockwise-backend",
          "clockwise-explain",
          "clockwise-forget");

  private FieldRules() {}

  private static Set<String> names(String... names) {
    Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    Collections.addAll(set, names);
    return Collections.unmodifiableSet(set);
  }

  /** Copies what passes from a client to a backend. */
  public static void copyRequest(MultiMap from, MultiMap to) {
    Set<String> nominated = nominated(from);
    for (Map.Entry<String, String> field : from) {
      String name = field.getKey();
      if (passes(name, nominated) && !NOT_TO_BACKENDS.contains(name) && !isTwin(name)) {
        to.add(name, field.getValue());
      }
    }
    joinCookies(to);
    if (listsToken(from, "te", "trailers")) {
      to.add("te", "trailers");
      to.add("connection", "te");
    }
  }

  /** Makes one field of the crumbs that HTTP/2 cuts cookies into (RFC 9113 section 8.2.3). */
  private static void joinCookies(MultiMap fields) {
    List<String> crumbs = fields.contains("cookie") ? fields.getAll("cookie") : List.of();
    if (crumbs.size() > 1) {
      fields.set("cookie", String.join("; ", crumbs));
    }
  }

  /** Copies what passes from a backend to a client. */
  public static void copyResponse(MultiMap from, MultiMap to) {
    Set<String> nominated = nominated(from);
    for (Map.Entry<String, String> field : from) {
      if (passes(field.getKey(), nominated) && !NOT_TO_CLIENTS.contains(field.getKey())) {
        to.add(field.getKey(), field.getValue());
      }
    }
  }

  /** Copies what passes of the fields behind a body (RFC 9110 section 6.5.1). */
  public static void copyTrailers(MultiMap from, MultiMap to) {
    for (Map.Entry<String, String> field : from) {
      String name = field.getKey();
      if (!HOP_BY_HOP.contains(name)
          && !NOT_IN_TRAILERS.contains(name)
          && !isTwin(name)
          && !startsWith(name, "if-")
          && !startsWith(name, "x-forwarded-")
          && !name.startsWith(":")) {
        to.add(name, field.getValue());
      }
    }
  }

  private static boolean isTwin(String name) {
    return name.indexOf('_') >= 0 && GUARDED.contains(name.replace('_', '-'));
  }

  private static boolean startsWith(String name, String prefix) {
    return name.regionMatches(true, 0, prefix, 0, prefix.length());
  }

  /** Tells whether a comma-separated field lists a token; without regard to case. */
  public static boolean listsToken(MultiMap fields, String field, String token) {
    return fields.contains(field) && listsToken(fields.getAll(field), token);
  }

  /** Tells whether one of the comma-separated values lists a token; without regard to case. */
  public static boolean listsToken(List<String> values, String token) {
    for (String value : values) {
      for (String part : value.split(",", -1)) {
        if (part.strip().equalsIgnoreCase(token)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean passes(String name, Set<String> nominated) {
    return !HOP_BY_HOP.contains(name) && !nominated.contains(name);
  }

  private static Set<String> nominated(MultiMap fields) {
    String first = fields.get("connection");
    if (first == null || first.equalsIgnoreCase("keep-alive") || first.equalsIgnoreCase("close")) {
      if (first == null || fields.getAll("connection").size() == 1) {
        return Set.of(); // nearly always
      }
    }
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String value : fields.getAll("connection")) {
      for (String part : value.split(",", -1)) {
        String name = part.strip();
        if (!PROTECTED.contains(name) && !startsWith(name, "x-forwarded-")) {
          names.add(name);
        }
      }
    }
    return names;
  }
}
