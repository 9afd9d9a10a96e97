package io.clockwise.route.affinity;

import java.util.random.RandomGenerator;

/** Writes the values of Set-Cookie fields, for one event loop. */
public final class CookieWriter {
  private final CookieMacs macs = new CookieMacs();
  private final StringBuilder text = new StringBuilder(192);
  private final RandomGenerator random;

  /** Makes one that draws from this source of chance. */
  public CookieWriter(RandomGenerator random) {
    this.random = random;
  }

  /** Returns what identifies a session that begins now. */
  public long begin(long nowMillis) {
    long chance = random.nextLong() & (1 << CookieValue.RANDOM_BITS) - 1;
    return nowMillis << CookieValue.RANDOM_BITS | chance;
  }

  /**
   * Returns what sets a cookie.
   *
   * @param backend dense index
   * @param issued what identifies the session
   * @param keyHash of the request's key; 0: it has none
   * @param https whether the client's scheme is that
   */
  public String set(
      CookieAffinity pool, int backend, long issued, long keyHash, boolean https, long nowMillis) {
    long seen = nowMillis / 1000;
    long tag = pool.tag(backend);
    text.setLength(0);
    text.append(pool.name()).append('=');
    macs.sign(pool.keys().get(0), pool, tag, issued, seen, keyHash);
    CookieValue.append(tag, issued, seen, macs, text);
    long left = CookieReader.issuedSecond(issued) + pool.maxAgeSeconds() - seen;
    text.append("; Path=/; Max-Age=").append(Math.max(1, left));
    pool.appendAttributes(https, text);
    return text.toString();
  }

  /** Returns what clears a cookie. */
  public String clear(CookieAffinity pool, boolean https) {
    text.setLength(0);
    text.append(pool.name()).append("=; Path=/; Max-Age=0");
    pool.appendAttributes(https, text);
    return text.toString();
  }
}
