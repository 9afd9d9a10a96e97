package io.clockwise.config;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** What binds requests to a backend besides the placement. */
public sealed interface AffinityConfig {
  /** Nothing; the default. */
  AffinityConfig NONE = new None();

  /** How long a session lives that is not used. */
  Duration idle();

  /** Nothing does. */
  record None() implements AffinityConfig {
    @Override
    public Duration idle() {
      return Duration.ZERO;
    }
  }

  /**
   * A signed cookie names the backend that answered first.
   *
   * @param name of the cookie; default {@code cw}; one that begins with {@code __Host-} or {@code
   *     __Secure-} makes it Secure always
   * @param maxAge how long a session lives, 1s to 400 days; default 8h
   * @param idle how long a session lives that is not used, 1s to maxAge; default 1h
   * @param sameSite default {@code Lax}; {@code None} makes it Secure always
   * @param secure whether it has the attribute Secure; default {@code auto}
   * @param bindKey whether it holds for the routing key only with which it was set; default false
   * @param keys secrets of 32 bytes at least, at most {@value #MOST_KEYS}: the first signs, all
   *     verify; default: one that is generated and kept in {@code stateDir}
   */
  record Cookie(
      String name,
      Duration maxAge,
      Duration idle,
      SameSite sameSite,
      SecureRule secure,
      boolean bindKey,
      List<SecretFile> keys)
      implements AffinityConfig {
    /** The longest name, in characters. */
    public static final int LONGEST_NAME = 64;

    /** The most keys: a forged cookie costs as many signatures. */
    public static final int MOST_KEYS = 8;

    private static final List<String> SECURE_PREFIXES = List.of("__host-", "__secure-");

    /** The short form {@code cookie}. */
    public static final Cookie DEFAULT =
        new Cookie(
            "cw",
            Duration.ofHours(8),
            Duration.ofHours(1),
            SameSite.LAX,
            SecureRule.AUTO,
            false,
            List.of());

    /** Copies the list. */
    public Cookie {
      keys = List.copyOf(keys);
    }

    /** Tells whether browsers drop it without the attribute Secure, by its name or SameSite. */
    public boolean needsSecure() {
      return sameSite == SameSite.NONE || hasSecurePrefix();
    }

    /** Tells whether its name begins so that browsers want it to be Secure, whatever the case. */
    public boolean hasSecurePrefix() {
      String lower = name.toLowerCase(Locale.ROOT);
      return SECURE_PREFIXES.stream().anyMatch(lower::startsWith);
    }
  }

  /**
   * Keys stay where they were when the members of the pool change, while they keep coming.
   *
   * @param idle after how long without a request a key is forgotten, 1s to 24h; default 10m
   * @param entries how many keys are remembered at most, 1000 to 16777216; default 1000000
   */
  record Table(Duration idle, int entries) implements AffinityConfig {
    /** The short form {@code table}. */
    public static final Table DEFAULT = new Table(Duration.ofMinutes(10), 1_000_000);
  }

  /** The cookie's attribute SameSite. */
  enum SameSite {
    STRICT,
    LAX,
    NONE;

    /** Returns the word in a document and in the attribute: {@code Lax}. */
    public String word() {
      return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }
  }

  /** When the cookie has the attribute Secure. */
  enum SecureRule {
    /** When the client's scheme is https. */
    AUTO,
    ALWAYS,
    NEVER
  }
}
