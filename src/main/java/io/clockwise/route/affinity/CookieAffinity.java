package io.clockwise.route.affinity;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.AffinityConfig.SameSite;
import io.clockwise.config.AffinityConfig.SecureRule;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The affinity cookie of one pool: its settings, its keys, and what stands for each backend. */
public final class CookieAffinity {
  /* Before all that is signed, with the pool's name behind it: a cookie is good for one pool only,
  and a code of another purpose is never one of a cookie. */
  private static final String CONTEXT = "clockwise cookie 1\n";

  private final AffinityConfig.Cookie config;
  private final List<CookieKey> keys;
  private final byte[] context;
  private final List<String> backends;
  private final long[] tags; // ascending, of all keys
  private final int[] owners; // of each of them: the key's place, and the backend's index
  private final long[] signed; // what the first key makes of each backend

  /**
   * Makes it; not on the request path, since it computes a code for each backend.
   *
   * @param keys the first signs, all verify
   * @param backends ids, in the order of their dense indices
   */
  public CookieAffinity(
      String pool, AffinityConfig.Cookie config, List<CookieKey> keys, List<String> backends) {
    this.config = config;
    this.keys = List.copyOf(keys);
    this.context = (CONTEXT + pool + "\n").getBytes(StandardCharsets.UTF_8);
    this.backends = List.copyOf(backends);
    CookieMacs macs = new CookieMacs();
    int size = backends.size();
    long[] all = new long[keys.size() * size];
    for (int i = 0; i < all.length; i++) {
      all[i] = macs.tag(keys.get(i / size), this, backends.get(i % size));
    }
    this.signed = Arrays.copyOf(all, size);
    this.owners =
        IntStream.range(0, all.length)
            .boxed()
            .sorted(Comparator.comparingLong(i -> all[i]))
            .mapToInt(i -> i)
            .toArray();
    this.tags = Arrays.stream(owners).mapToLong(i -> all[i]).toArray();
  }

  /** Tells whether it is what would be made of these. */
  boolean isOf(AffinityConfig.Cookie other, List<CookieKey> otherKeys, List<String> otherBackends) {
    return config.equals(other) && keys.equals(otherKeys) && backends.equals(otherBackends);
  }

  /** Returns the cookie's name. */
  public String name() {
    return config.name();
  }

  List<CookieKey> keys() {
    return keys;
  }

  @SuppressWarnings("EI_EXPOSE_REP")
  byte[] context() {
    return context;
  }

  boolean bindsKey() {
    return config.bindKey();
  }

  /** Returns where what stands for a backend is found, or a negative number. */
  int find(long tag) {
    return Arrays.binarySearch(tags, tag);
  }

  /** Returns the backend's index of what was found. */
  int backendAt(int place) {
    return owners[place] % backends.size();
  }

  /** Returns the key by which what was found stands for the backend. */
  CookieKey keyAt(int place) {
    return keys.get(owners[place] / backends.size());
  }

  /** Returns what stands for a backend in a cookie that is set now. */
  long tag(int backend) {
    return signed[backend];
  }

  /** Returns how long a session lives, in seconds. */
  public long maxAgeSeconds() {
    return config.maxAge().toSeconds();
  }

  /** Returns how long a session lives that is not used, in seconds. */
  public long idleSeconds() {
    return config.idle().toSeconds();
  }

  /** Appends the attributes of the cookie, but for its age. */
  void appendAttributes(boolean https, StringBuilder into) {
    into.append("; HttpOnly; SameSite=").append(word(config.sameSite()));
    if (isSecure(https)) {
      into.append("; Secure");
    }
  }

  private static String word(SameSite rule) {
    return switch (rule) {
      case STRICT -> "Strict";
      case LAX -> "Lax";
      case NONE -> "None";
    };
  }

  /* Without it, browsers do not take such cookies (draft-ietf-httpbis-rfc6265bis section 4.1). */
  private boolean isSecure(boolean https) {
    String name = config.name();
    return name.startsWith("__Host-")
        || name.startsWith("__Secure-")
        || config.sameSite() == SameSite.NONE
        || config.secure() == SecureRule.ALWAYS
        || config.secure() == SecureRule.AUTO && https;
  }
}
