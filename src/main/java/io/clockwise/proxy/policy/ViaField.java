package io.clockwise.proxy.policy;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpVersion;

/** The trace of proxies that a message carries, and this instance's own entry (RFC 9110 7.6.3). */
public final class ViaField {
  private static final String NAME = "via";

  private final String pseudonym;

  /**
   * Makes the entry of an instance.
   *
   * @param instance its name; what a pseudonym may not hold becomes a hyphen
   */
  public ViaField(String instance) {
    pseudonym = "clockwise-" + instance.replaceAll("[^A-Za-z0-9._-]", "-");
  }

  /** Appends the own entry. */
  public void append(MultiMap fields, HttpVersion received) {
    String own = protocol(received) + pseudonym;
    String before = String.join(", ", fields.getAll(NAME));
    fields.set(NAME, before.isEmpty() ? own : before + ", " + own);
  }

  private static String protocol(HttpVersion received) {
    return switch (received) {
      case HTTP_1_0 -> "1.0 ";
      case HTTP_1_1 -> "1.1 ";
      case HTTP_2 -> "2.0 ";
      case HTTP_3 -> "3.0 ";
    };
  }

  /** Returns how often the own entry is there already. */
  int timesOwn(MultiMap fields) {
    int times = 0;
    for (String value : fields.getAll(NAME)) {
      for (String entry : value.split(",", -1)) {
        String[] parts = entry.strip().split("\\s+", 3);
        if (parts.length >= 2 && parts[1].equals(pseudonym)) {
          times++;
        }
      }
    }
    return times;
  }
}
