package io.clockwise.route;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.route.balance.KeylessPicker;
import io.clockwise.route.balance.OpenBackends;
import io.clockwise.telemetry.LoopMeters;
import io.clockwise.telemetry.Meters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides where requests go; one for each event loop, which alone calls it. A decision allocates
 * nothing beyond what the request's own text needs, takes no lock and logs nothing.
 */
public final class Router {
  private final LoopMeters meters;
  private final KeylessPicker keyless;
  private final RandomGenerator random;
  private final Extraction extraction = new Extraction();
  private final Decision decision = new Decision();
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
  }

  /** Decides by this table, and counts it; the answer is valid until the next call. */
  public Decision decide(RoutingTable table, RequestFacts facts) {
    Decision made = look(table, facts);
    count(made);
    return made;
  }

  /** Counts a decision that {@link #look} made and that is acted on. */
  public void count(Decision made) {
    if (made.missedKey) {
      meters.missingKey();
    }
  }

  /** Decides without counting: another may have to decide the same again. */
  public Decision look(RoutingTable table, RequestFacts facts) {
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
      decidePool(route, facts);
    }
    return decision;
  }

  private void decidePool(CompiledRoute route, RequestFacts facts) {
    decision.keySource = route.keys().extract(facts, extraction);
    boolean keyed = decision.keySource >= 0;
    if (!keyed && !route.config().key().isEmpty()) {
      decision.missedKey = true; // a route that wants no key misses none
    }
    if (!keyed && route.config().onMissingKey() == MissingKeyPolicy.REJECT) {
      decision.chosenBy = ChosenBy.FALLBACK;
      decision.pool = route.onlyPool();
      decision.kind = Decision.Kind.MISSING_KEY;
      return;
    }
    PoolSnapshot pool = keyed ? route.poolOf(extraction.key) : route.poolAtRandom(random);
    PoolSnapshot backup = route.backup();
    decideIn(pool, keyed, route.config().onMissingKey());
    if (backup != null && decision.kind == Decision.Kind.NO_BACKEND) {
      decideIn(backup, keyed, route.config().onMissingKey());
      if (decision.kind == Decision.Kind.ROUTED) {
        decision.chosenBy = ChosenBy.BACKUP;
      } else {
        decideIn(pool, keyed, route.config().onMissingKey()); // the log names the route's own
      }
    }
  }

  private void decideIn(PoolSnapshot pool, boolean keyed, MissingKeyPolicy onMissingKey) {
    decision.pool = pool;
    if (keyed) {
      decideByKey(pool);
    } else {
      decision.chosenBy = ChosenBy.FALLBACK;
      decideFor(keyless.pick(pool.name(), pool.openBackends(), onMissingKey));
    }
  }

  private @Nullable CompiledRoute firstMatch(List<CompiledRoute> routes, RequestFacts facts) {
    for (int i = 0; i < routes.size(); i++) { // by index: an iterator would be an allocation
      if (routes.get(i).matcher().matches(facts, extraction)) {
        return routes.get(i);
      }
    }
    return null;
  }

  private void decideByKey(PoolSnapshot pool) {
    Placement placement = pool.placement();
    RoutingKey routed = hashed(placement, extraction.key);
    int owner = placement.pick(routed, MemberFilter.ANY);
    decision.keyed = true;
    decision.chosenBy = ChosenBy.PLACEMENT;
    decision.owner = -1;
    int member = -1;
    if (owner >= 0) {
      decision.owner = pool.indexOfMember(owner);
      boolean open = pool.openMembers().accepts(owner);
      member = open ? owner : placement.pick(routed, pool.openMembers());
    }
    decideFor(member < 0 ? -1 : pool.indexOfMember(member));
  }

  private RoutingKey hashed(Placement placement, KeyBuffer key) {
    long hash = placement.hash(key.bytes(), 0, key.length());
    return decision.key.set(key.bytes(), 0, key.length(), hash);
  }

  private void decideFor(int backend) {
    decision.backend = backend;
    decision.kind = backend < 0 ? Decision.Kind.NO_BACKEND : Decision.Kind.ROUTED;
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
      int member = own.placement().pick(key, open);
      return member < 0 ? -1 : own.indexOfMember(member);
    }
    List<OpenBackends.Entry> open = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      int weight = own.backend(i).weight();
      if (weight > 0 && takesNew(own, i, latest) && eligible.test(i)) {
        open.add(new OpenBackends.Entry(i, weight, own.meters(i)));
      }
    }
    return keyless.pick(own.name(), new OpenBackends(open), MissingKeyPolicy.LEAST_REQUESTS);
  }

  /**
   * Returns a key as another pool knows it, for {@link #pickAgain} in a route's backup pool.
   *
   * @param key with its bytes, as {@link Decision#keptKey} gives it for a route with a backup
   */
  public static RoutingKey keyFor(PoolSnapshot other, RoutingKey key) {
    long hash = other.placement().hash(key.bytes(), key.offset(), key.length());
    return new RoutingKey().set(key.bytes(), key.offset(), key.length(), hash);
  }

  /** Tells whether a backend of the request's own pool is open in the newest table. */
  public static boolean isStillOpen(PoolSnapshot own, int index, RoutingTable now) {
    PoolSnapshot latest = now.pools().get(own.name());
    if (latest == own) {
      return own.isOpen(index);
    }
    int there = latest == null ? -1 : latest.indexOf(own.backend(index).id());
    return there >= 0 && latest != null && latest.isOpen(there);
  }

  /** Tells the same, and that the newest table leaves the backend a weight. */
  private static boolean takesNew(PoolSnapshot own, int index, PoolSnapshot latest) {
    int there = latest == own ? index : latest.indexOf(own.backend(index).id());
    return there >= 0 && latest.isOpen(there) && latest.backend(there).weight() > 0;
  }
}
