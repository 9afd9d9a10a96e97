package io.clockwise.proxy.session;

import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.route.affinity.CookieAffinity;
import io.clockwise.route.affinity.CookieFacts;
import io.clockwise.route.affinity.CookieWriter;
import io.clockwise.telemetry.AffinityMeters;
import io.clockwise.telemetry.AffinityMeters.Step;
import io.clockwise.telemetry.Meters;
import io.vertx.core.MultiMap;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What answers do to the sessions of their clients, for one event loop. Of each answer {@link
 * #answered} is told first; only when it asks for it, the fields are written.
 */
public final class SessionAnswers {
  /** The field by which a backend ends a session; it goes no further. */
  public static final String FORGET = "clockwise-forget";

  /**
   * For how long a session waits for a backend that does not answer, but is not said to be down.
   */
  public static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final int RENEWALS_IN_IDLE = 4;

  private enum Due {
    NOTHING,
    BEGIN,
    RENEW,
    REBIND,
    FORGET
  }

  private final int loop;
  private final RoutingTableRef tables;
  private final AffinityMeters meters;
  private final CookieWriter cookies;
  private Due due = Due.NOTHING;
  private @Nullable Visit visit;
  private @Nullable PoolSnapshot pool;
  private int backend;
  private long epochMillis;

  /**
   * Makes them.
   *
   * @param random draws what tells sessions apart
   */
  public SessionAnswers(int loop, RoutingTableRef tables, Meters meters, RandomGenerator random) {
    this.loop = loop;
    this.tables = tables;
    this.meters = meters.loop(loop).affinity();
    this.cookies = new CookieWriter(random);
  }

  /**
   * Says that a backend answers.
   *
   * @param by the pool, as the request's table has it
   * @param index of the backend in it
   * @param forget the answer's field {@link #FORGET}; null: there is none
   * @return whether fields have to be written; {@link #write} does
   */
  public boolean answered(
      Visit of,
      PoolSnapshot by,
      int index,
      @Nullable String forget,
      long nowMillis,
      long nowNanos) {
    CookieAffinity cookie = by.affinity().cookie();
    if (cookie == null) {
      due = Due.NOTHING;
      return false;
    }
    visit = of;
    pool = by;
    backend = index;
    epochMillis = nowMillis;
    due = "1".equals(forget) ? Due.FORGET : due(of, by, cookie, nowNanos);
    return due != Due.NOTHING;
  }

  private Due due(Visit of, PoolSnapshot by, CookieAffinity cookie, long nowNanos) {
    CookieFacts facts = of.cookie();
    PoolSnapshot named = of.pool();
    if (named == null || !facts.isValid()) {
      return Due.BEGIN;
    }
    if (named == by && facts.backend() == backend) {
      by.affinity().noteSession(loop, facts.issued(), backend, epochMillis / 1000);
      long unused = epochMillis / 1000 - facts.seen();
      return unused > cookie.idleSeconds() / RENEWALS_IN_IDLE && !isLeaving(by, backend)
          ? Due.RENEW
          : Due.NOTHING;
    }
    return isLost(named, facts.backend(), nowNanos) ? Due.REBIND : Due.NOTHING;
  }

  private static boolean isLeaving(PoolSnapshot by, int index) {
    return by.availability(index) == Availability.STICKY_ONLY
        || by.backend(index).adminState() == AdminState.DRAIN;
  }

  /* Whether a session need not wait for its backend any longer. */
  private boolean isLost(PoolSnapshot named, int index, long nowNanos) {
    PoolSnapshot latest = tables.current().pools().get(named.name());
    int there = latest == null ? -1 : latest.indexOf(named.backend(index).id());
    return latest == null
        || there < 0
        || !latest.isServing(there)
        || named.meters(index).outcomes().failingNanos(loop, nowNanos) >= PATIENCE_NANOS;
  }

  /**
   * Writes what the answer that was told last does to the session.
   *
   * @param fields of the answer, as its client gets them
   * @param https whether the client's scheme is that
   */
  public void write(MultiMap fields, boolean https) {
    PoolSnapshot by = Objects.requireNonNull(pool);
    CookieAffinity cookie = Objects.requireNonNull(by.affinity().cookie());
    Due step = due;
    due = Due.NOTHING;
    if (step == Due.FORGET) {
      fields.add("set-cookie", cookies.clear(cookie, https));
      forget(by);
    } else if (step == Due.NOTHING || CacheRules.isShared(fields)) {
      return; // a cache would give one client's cookie to all
    } else {
      fields.add("set-cookie", cookie(step, by, cookie, https));
    }
    CacheRules.makePrivate(fields);
  }

  private void forget(PoolSnapshot by) {
    CookieFacts facts = Objects.requireNonNull(visit).cookie();
    meters.stepped(Step.FORGOTTEN);
    if (facts.isValid()) {
      by.affinity().forgetSession(loop, facts.issued(), epochMillis / 1000);
    }
  }

  private String cookie(Due step, PoolSnapshot by, CookieAffinity cookie, boolean https) {
    Visit of = Objects.requireNonNull(visit);
    CookieFacts facts = of.cookie();
    boolean goesOn = step != Due.BEGIN && of.pool() == by;
    long issued = goesOn ? facts.issued() : cookies.begin(epochMillis);
    if (step != Due.RENEW) {
      meters.stepped(step == Due.BEGIN ? Step.NEW : Step.REBOUND);
      by.affinity().noteSession(loop, issued, backend, epochMillis / 1000);
    }
    return cookies.set(cookie, backend, issued, facts.keyHash(), https, epochMillis);
  }
}
