package io.clockwise.model.text;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The host that a request names, without port and in lower case. */
public final class HostName {
  private HostName() {}

  /** Returns the name in a Host field or an authority; empty when there is none. */
  public static String of(String host) {
    int colon = portColon(host);
    return (colon < 0 ? host : host.substring(0, colon)).toLowerCase(Locale.ROOT);
  }

  /** Returns where the colon before the port stands in a Host field or an authority, or -1. */
  public static int portColon(String host) {
    int colon = host.lastIndexOf(':');
    return colon >= 0 && host.indexOf(']', colon) < 0 ? colon : -1;
  }

  /**
   * The names of texts that come again and again: one that is here costs no allocation. Bounded: a
   * text takes the place of another one. One for each event loop.
   */
  public static final class Cache {
    private static final int ENTRIES = 64;

    private final @Nullable String[] texts = new String[ENTRIES];
    private final String[] names = new String[ENTRIES];

    /** Makes an empty one. */
    public Cache() {}

    /** Returns the name in a Host field or an authority; empty when there is none. */
    public String of(String text) {
      int hash = text.hashCode();
      int place = (hash ^ hash >>> 6 ^ hash >>> 12) & ENTRIES - 1;
      if (!text.equals(texts[place])) {
        texts[place] = text;
        names[place] = HostName.of(text);
      }
      return names[place];
    }
  }
}
