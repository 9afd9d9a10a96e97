package io.clockwise.route;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.hash.XxHash64;
import io.clockwise.route.affinity.CookieFacts;
import io.clockwise.route.affinity.CookieReader;
import io.clockwise.route.balance.KeylessPicker;
import io.clockwise.route.balance.OpenBackends;
import io.clockwise.route.balance.Warmup;
import io.clockwise.route.walk.OwnZone;
import io.clockwise.route.walk.Walk;
import io.clockwise.telemetry.LoopMeters;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.PoolMeters;
import io.clockwise.telemetry.hot.KeyTraffic;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides where requests go; one for each event loop, which alone calls it. A decision allocates
 * nothing beyond what the request's own text needs, takes no lock and logs nothing.
 */
public final class Router {
  private static final long SEED = 0x0c00_c1e0_6b1d_0001L;

  private final LoopMeters meters;
  private final KeylessPicker keyless;
  private final RandomGenerator random;
  private final Extraction extraction = new Extraction();
  private final Decision decision = new Decision();
  private final CookieReader cookies = new CookieReader();
  private final Walk walk = new Walk();
  private final PoolPick picks;
  private final int loop;
  private long epoch;

  /**
   * Makes the router of an event loop.
   *
   * @param loop the index of the loop in the meters
   * @param random draws for requests without a key; used by this loop only
   */
  public Router(int loop, Meters meters, RandomGenerator random) {
    this.meters = meters.loop(loop);
    this.keyless = new KeylessPicker(random);
    this.random = random;
    this.loop = loop;
    this.picks = new PoolPick(loop, keyless, extraction.key, decision, walk);
  }

  /**
   * Decides by this table, and counts it; the answer is valid until the next call.
   *
   * @param epochMillis the time
   */
  public Decision decide(RoutingTable table, RequestFacts facts, long epochMillis) {
    Decision made = look(table, facts, epochMillis);
    count(made, epochMillis);
    return made;
  }

  /** Counts a decision that {@link #look} made and that is acted on, and notes its key. */
  public void count(Decision made, long epochMillis) {
    if (made.missedKey) {
      meters.missingKey();
    }
    PoolSnapshot pool = made.pool;
    if (pool == null) {
      return;
    }
    KeyTraffic traffic = pool.traffic();
    if (traffic != null && made.keyed && made.kind == Decision.Kind.ROUTED) {
      traffic.note(loop, made.key, epochMillis);
    }
    if (made.readsCookie) {
      meters.affinity().judged(made.cookie.verdict());
    }
    PoolMeters counted = made.offOwner == null ? null : pool.backends().poolMeters();
    if (counted != null && made.offOwner != null) {
      counted.offOwner(loop, made.offOwner);
    }
    if (made.home >= 0) {
      pool.affinity().note(loop, made.noted, made.home, epochMillis / 1000);
      if (made.chosenBy == ChosenBy.TABLE && made.backend != made.owner) {
        meters.affinity().pinned();
      }
    }
  }

  /**
   * Decides without counting: another may have to decide the same again.
   *
   * @param epochMillis the time
   */
  public Decision look(RoutingTable table, RequestFacts facts, long epochMillis) {
    if (epoch != table.epoch()) {
      epoch = table.epoch();
      keyless.retain(table.pools().keySet());
    }
    decision.reset();
    CompiledRoute route = firstMatch(table.routes(), facts);
    if (route == null) {
      return decision;
    }
    decision.route = route;
    if (!route.access().isOpen() && !route.access().permits(facts.clientAddress())) {
      decision.kind = Decision.Kind.DENIED;
    } else if (route.redirect() != null) {
      decision.kind = Decision.Kind.REDIRECT;
    } else if (route.body() != null) {
      decision.kind = Decision.Kind.RESPOND;
    } else {
      decidePool(route, facts, epochMillis);
    }
    return decision;
  }

  private void decidePool(CompiledRoute route, RequestFacts facts, long epochMillis) {
    decision.keySource = route.keys().extract(facts, extraction);
    boolean keyed = decision.keySource >= 0;
    if (!keyed && !route.config().key().isEmpty()) {
      decision.missedKey = true; // a route that wants no key misses none
    }
    PoolSnapshot named = route.cookies().length == 0 ? null : named(route, facts, epochMillis);
    if (named != null) {
      picks.decideByCookie(named, decision.cookie.backend(), keyed);
      if (decision.kind == Decision.Kind.ROUTED || named.isStrict()) {
        return;
      }
    }
    if (!keyed && route.config().onMissingKey() == MissingKeyPolicy.REJECT) {
      decision.chosenBy = ChosenBy.FALLBACK;
      decision.pool = named == null ? route.onlyPool() : named;
      decision.kind = Decision.Kind.MISSING_KEY;
      return;
    }
    PoolSnapshot pool = named;
    if (pool == null) {
      pool = keyed ? route.poolOf(extraction.key) : route.poolAtRandom(random);
    }
    decideIn(pool, route, keyed, facts, epochMillis);
  }

  private void decideIn(
      PoolSnapshot pool, CompiledRoute route, boolean keyed, RequestFacts facts, long now) {
    MissingKeyPolicy onMissingKey = route.config().onMissingKey();
    PoolSnapshot backup = route.backup();
    picks.decide(pool, keyed, onMissingKey, facts, now);
    boolean strict = keyed && pool.isStrict();
    if (backup != null && (decision.kind == Decision.Kind.NO_BACKEND || isLast(pool)) && !strict) {
      picks.decide(backup, keyed, onMissingKey, facts, now);
      if (decision.kind == Decision.Kind.ROUTED) {
        decision.chosenBy = ChosenBy.BACKUP;
      } else {
        picks.decide(pool, keyed, onMissingKey, facts, now); // the log names the route's own
      }
    }
  }

  /* What is drained serves new keys only where nothing else does: a backup pool does. */
  private boolean isLast(PoolSnapshot pool) {
    return pool.backends().opensDraining() && !decision.chosenBy.isSticky();
  }

  /* The pool that the request's cookie names; its backend may be unable to serve for a while. */
  private @Nullable PoolSnapshot named(CompiledRoute route, RequestFacts facts, long epochMillis) {
    CookieFacts cookie = decision.cookie;
    CharSequence text = facts.headerText("cookie");
    KeyBuffer key = extraction.key;
    long keyHash = decision.keySource < 0 ? 0 : XxHash64.hash(key.bytes(), 0, key.length(), SEED);
    cookies.read(route.cookies(), text == null ? "" : text, keyHash, epochMillis, cookie);
    decision.readsCookie = true;
    if (!cookie.isValid()) {
      return null;
    }
    PoolSnapshot pool = route.cookiePool(cookie.place());
    boolean kept = PoolPick.keeps(pool, cookie.backend(), facts, epochMillis);
    if (!kept || pool == route.backup() && !pool.isServing(cookie.backend())) {
      cookie.unknown();
      return null;
    }
    decision.cookiePool = pool;
    return pool;
  }

  private @Nullable CompiledRoute firstMatch(List<CompiledRoute> routes, RequestFacts facts) {
    for (int i = 0; i < routes.size(); i++) { // by index: an iterator would be an allocation
      if (routes.get(i).matcher().matches(facts, extraction)) {
        return routes.get(i);
      }
    }
    return null;
  }

  /**
   * Picks anew for a request whose backend closed while it waited, or failed it: the candidates are
   * those of the request's own pool, in the order of the key, the availability that of the newest
   * table. Rare, so it may allocate.
   *
   * @param own the pool as the request's table has it
   * @param now the newest table
   * @param key null: the request has none, any open backend will do
   * @param eligible asked of dense indices in {@code own}; those it rejects are passed over
   * @return a dense index in {@code own}, or -1 when none of these is open in the newest
   */
  public int pickAgain(
      PoolSnapshot own, RoutingTable now, @Nullable RoutingKey key, IntPredicate eligible) {
    PoolSnapshot latest = now.pools().get(own.name());
    if (latest == null) {
      return -1;
    }
    if (key != null) {
      MemberFilter open =
          member -> {
            int index = own.indexOfMember(member);
            return takesNew(own, index, latest) && eligible.test(index);
          };
      IntUnaryOperator there = m -> there(own, own.indexOfMember(m), latest);
      int member =
          walk.pickAgain(own.plan(), key, latest.plan().inTurn(own.placement(), key, open, there));
      return member < 0 ? -1 : own.indexOfMember(member);
    }
    OwnZone zone = latest.backends().zone();
    IntPredicate near = index -> eligible.test(index) && zone.isNear(there(own, index, latest));
    int found = zone.isWhole() ? keylessAgain(own, latest, near) : -1;
    return found < 0 ? keylessAgain(own, latest, eligible) : found;
  }

  private int keylessAgain(PoolSnapshot own, PoolSnapshot latest, IntPredicate eligible) {
    List<OpenBackends.Entry> open = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      int weight = own.backend(i).weight();
      if (weight > 0 && takesNew(own, i, latest) && eligible.test(i)) {
        Warmup warmup = latest.slot(there(own, i, latest)).warmup();
        open.add(
            new OpenBackends.Entry(i, weight, own.meters(i), warmup == null ? 1 : warmup.share()));
      }
    }
    return keyless.pick(own.name(), new OpenBackends(open), MissingKeyPolicy.LEAST_REQUESTS);
  }

  /** Returns the owner of a key, a dense index, or -1. */
  public static int owner(PoolSnapshot pool, RoutingKey key) {
    int member = pool.placement().pick(key, MemberFilter.ANY);
    return member < 0 ? -1 : pool.indexOfMember(member);
  }

  /**
   * Returns the first open candidate of a key that takes it, be it full or not, a dense index, or
   * -1; see {@link #decide}.
   */
  public static int firstOpen(PoolSnapshot pool, RoutingKey key) {
    int member = pool.plan().firstOpen(key);
    return member < 0 ? -1 : pool.indexOfMember(member);
  }

  /**
   * Returns a key as another pool knows it, for {@link #pickAgain} in a route's backup pool.
   *
   * @param key with its bytes, as {@link Decision#keptKey} gives it where they may be needed
   */
  public static RoutingKey keyFor(PoolSnapshot other, RoutingKey key) {
    long hash = other.placement().hash(key.bytes(), key.offset(), key.length());
    return new RoutingKey().set(key.bytes(), key.offset(), key.length(), hash);
  }

  /**
   * Tells whether a backend of the request's own pool takes it by the newest table.
   *
   * @param sticky whether the request's key or session is known there
   */
  public static boolean isStillOpen(PoolSnapshot own, int index, RoutingTable now, boolean sticky) {
    PoolSnapshot latest = now.pools().get(own.name());
    int there = latest == null ? -1 : there(own, index, latest);
    return latest != null
        && there >= 0
        && (sticky ? latest.isServing(there) : latest.isOpen(there));
  }

  /* Whether it is open in the newest table, which leaves it a weight. */
  private static boolean takesNew(PoolSnapshot own, int index, PoolSnapshot latest) {
    int there = there(own, index, latest);
    return there >= 0 && latest.isOpen(there) && latest.backend(there).weight() > 0;
  }

  private static int there(PoolSnapshot own, int index, PoolSnapshot latest) {
    return latest == own ? index : latest.indexOf(own.backend(index).id());
  }
}
