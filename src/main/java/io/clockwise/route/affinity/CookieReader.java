package io.clockwise.route.affinity;

import io.clockwise.telemetry.session.CookieVerdict;

/** Reads the affinity cookies of requests, for one event loop. */
public final class CookieReader {
  /** How far the clocks of those who set cookies may be ahead, in seconds. */
  public static final int SKEW_SECONDS = 60;

  private static final int LONGEST = 256;

  private final CookieMacs macs = new CookieMacs();
  private final CookieCrumbs crumbs = new CookieCrumbs();
  private final CookieValue value = new CookieValue();
  private CookieVerdict found = CookieVerdict.NONE;

  /**
   * Reads the cookie of one of several pools: of that one for which it was made.
   *
   * @param pools their cookies
   * @param cookies the field of the request
   * @param keyHash of the request's key; 0: it has none
   * @param into is told; {@link CookieFacts#place} is the pool's
   */
  public void read(
      CookieAffinity[] pools,
      CharSequence cookies,
      long keyHash,
      long nowMillis,
      CookieFacts into) {
    into.clear();
    into.keyHash = keyHash;
    CookieVerdict worst = CookieVerdict.NONE;
    for (int i = 0; i < pools.length; i++) {
      if (i == 0 || !pools[i].name().equals(pools[i - 1].name())) {
        found = locate(cookies, pools[i].name());
      }
      CookieVerdict verdict = found;
      if (verdict == CookieVerdict.VALID) {
        verdict = judge(pools[i], nowMillis, into);
      }
      if (verdict == CookieVerdict.VALID || verdict == CookieVerdict.EXPIRED) {
        into.verdict = verdict;
        into.place = i;
        return;
      }
      worst = worse(worst, verdict);
    }
    into.verdict = worst;
  }

  /* Another pool's cookie looks forged here: what tells more is kept. */
  private static CookieVerdict worse(CookieVerdict one, CookieVerdict other) {
    return one == CookieVerdict.NONE || other == CookieVerdict.UNKNOWN ? other : one;
  }

  /* VALID: as far as its form goes. */
  private CookieVerdict locate(CharSequence cookies, String name) {
    int from = -1;
    int to = -1;
    crumbs.over(cookies);
    while (crumbs.next()) {
      if (crumbs.isNamed(name) && crumbs.valueFrom() < crumbs.valueTo()) {
        if (from >= 0 && !crumbs.sameValue(from, to)) {
          return CookieVerdict.DUPLICATE;
        }
        from = crumbs.valueFrom();
        to = crumbs.valueTo();
      }
    }
    if (from < 0) {
      return CookieVerdict.NONE;
    }
    if (to - from > LONGEST) {
      return CookieVerdict.OVERSIZED;
    }
    return value.read(cookies, from, to) ? CookieVerdict.VALID : CookieVerdict.FORGED;
  }

  private CookieVerdict judge(CookieAffinity pool, long nowMillis, CookieFacts into) {
    int place = pool.find(value.tag());
    if (place < 0) {
      return isSigned(pool, into) ? CookieVerdict.UNKNOWN : CookieVerdict.FORGED;
    }
    if (!isSigned(pool, pool.keyAt(place), into)) {
      return CookieVerdict.FORGED;
    }
    into.backend = pool.backendAt(place);
    into.issued = value.issued();
    into.seen = value.seen();
    return isOfNow(pool, nowMillis) ? CookieVerdict.VALID : CookieVerdict.EXPIRED;
  }

  private boolean isSigned(CookieAffinity pool, CookieFacts facts) {
    for (int i = 0; i < pool.keys().size(); i++) { // by index: an iterator would be an allocation
      if (isSigned(pool, pool.keys().get(i), facts)) {
        return true;
      }
    }
    return false;
  }

  private boolean isSigned(CookieAffinity pool, CookieKey key, CookieFacts facts) {
    return value.isSigned(
        macs.sign(key, pool, value.tag(), value.issued(), value.seen(), facts.keyHash));
  }

  private boolean isOfNow(CookieAffinity pool, long nowMillis) {
    long now = nowMillis / 1000;
    long issued = issuedSecond(value.issued());
    return now - issued <= pool.maxAgeSeconds()
        && now - value.seen() <= pool.idleSeconds()
        && issued <= now + SKEW_SECONDS
        && value.seen() <= now + SKEW_SECONDS;
  }

  /** Returns the second since 1970 in which a session began. */
  static long issuedSecond(long issued) {
    return (issued >>> CookieValue.RANDOM_BITS) / 1000;
  }
}
