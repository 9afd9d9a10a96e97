package io.clockwise.proxy.session;

import io.clockwise.route.Decision;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.affinity.CookieFacts;
import io.clockwise.telemetry.session.CookieVerdict;
import org.jspecify.annotations.Nullable;

/** What a request's affinity cookie said, kept for as long as the request runs. */
public final class Visit {
  private final CookieFacts cookie = new CookieFacts();
  private @Nullable PoolSnapshot pool;
  private @Nullable CookieVerdict verdict;

  /** Forgets it. */
  public void clear() {
    if (verdict != null) {
      cookie.clear();
      pool = null;
      verdict = null;
    }
  }

  /** Keeps what a decision says now. */
  public void keep(Decision decision) {
    verdict = decision.verdict();
    if (verdict != null) {
      cookie.copy(decision.cookie());
      pool = decision.cookiePool();
    }
  }

  /** Returns what the cookie turned out to be; null: no pool of the route has one. */
  public @Nullable CookieVerdict verdict() {
    return verdict;
  }

  /** Returns what it says. */
  CookieFacts cookie() {
    return cookie;
  }

  /** Returns the pool for which a valid one was made; null: it is not valid. */
  @Nullable PoolSnapshot pool() {
    return pool;
  }
}
