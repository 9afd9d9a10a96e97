package io.clockwise.proxy.session;

import io.vertx.core.MultiMap;
import java.util.List;

/** What Cache-Control says of answers that set a cookie (RFC 9111 section 5.2.2). */
final class CacheRules {
  private static final String FIELD = "cache-control";

  private CacheRules() {}

  /** Tells whether an answer asks caches that many share to keep it. */
  static boolean isShared(MultiMap fields) {
    return says(fields, "public") || says(fields, "s-maxage");
  }

  /** Keeps such caches from an answer. */
  static void makePrivate(MultiMap fields) {
    if (!says(fields, "private") && !says(fields, "no-store")) {
      fields.add(FIELD, "private");
    }
  }

  private static boolean says(MultiMap fields, String directive) {
    List<String> values = fields.contains(FIELD) ? fields.getAll(FIELD) : List.of();
    for (String value : values) {
      for (String part : value.split(",", -1)) {
        int equals = part.indexOf('=');
        String name = equals < 0 ? part : part.substring(0, equals);
        if (name.strip().equalsIgnoreCase(directive)) {
          return true;
        }
      }
    }
    return false;
  }
}
