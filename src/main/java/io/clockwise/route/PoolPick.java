package io.clockwise.route;

import io.clockwise.model.AdminState;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.Drain;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.model.OffOwner;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.XxHash64;
import io.clockwise.route.affinity.PoolAffinity;
import io.clockwise.route.balance.KeylessPicker;
import io.clockwise.route.walk.Walk;
import java.util.Objects;

/**
 * Who takes a request within one pool, written into the event loop's decision. The key has been
 * taken out of the request.
 */
final class PoolPick {
  private static final long TABLE_SEED = 0x7ab1_e5ee_d000_0001L;

  private final int loop;
  private final KeylessPicker keyless;
  private final KeyBuffer key;
  private final Decision decision;
  private final Walk walk;

  PoolPick(int loop, KeylessPicker keyless, KeyBuffer key, Decision decision, Walk walk) {
    this.loop = loop;
    this.keyless = keyless;
    this.key = key;
    this.decision = decision;
    this.walk = walk;
  }

  /** Decides without a cookie. */
  void decide(
      PoolSnapshot pool,
      boolean keyed,
      MissingKeyPolicy onMissingKey,
      RequestFacts facts,
      long epochMillis) {
    decision.pool = pool;
    decision.home = -1;
    if (!keyed) {
      decision.chosenBy = ChosenBy.FALLBACK;
      decision.owner = -1;
      decideFor(keyless.pick(pool.name(), pool.openBackends(), onMissingKey));
      return;
    }
    decision.chosenBy = ChosenBy.PLACEMENT;
    int owner = owner(pool);
    if (owner < 0) {
      decideFor(-1);
    } else if (pool.affinity().isTable()) {
      decideByTable(pool, owner, facts, epochMillis);
    } else if (pool.isStrict()) {
      int home = homeOf(pool, owner);
      decideFor(home >= 0 && pool.isOpen(home) ? home : -1);
    } else {
      decideFor(firstOpen(pool, owner));
    }
  }

  /** Decides for the backend that the request's cookie names. */
  void decideByCookie(PoolSnapshot pool, int backend, boolean keyed) {
    decision.pool = pool;
    decision.home = -1;
    decision.owner = -1;
    if (keyed) {
      owner(pool);
    }
    decision.chosenBy = ChosenBy.COOKIE;
    decideFor(pool.isServing(backend) ? backend : -1);
  }

  /* Returns the member that owns the key. */
  private int owner(PoolSnapshot pool) {
    Placement placement = pool.placement();
    long hash = placement.hash(key.bytes(), 0, key.length());
    int owner =
        placement.pick(decision.key.set(key.bytes(), 0, key.length(), hash), MemberFilter.ANY);
    decision.keyed = true;
    decision.owner = owner < 0 ? -1 : pool.indexOfMember(owner);
    return owner;
  }

  private int firstOpen(PoolSnapshot pool, int owner) {
    if (!pool.isPlain()) {
      int member = walk.pick(pool.plan(), decision.key, owner);
      return member < 0 ? -1 : pool.indexOfMember(member);
    }
    return pool.openMembers().accepts(owner)
        ? pool.indexOfMember(owner)
        : candidate(pool, pool.openMembers());
  }

  private int homeOf(PoolSnapshot pool, int owner) {
    return pool.homeMembers().accepts(owner)
        ? pool.indexOfMember(owner)
        : candidate(pool, pool.homeMembers());
  }

  private int candidate(PoolSnapshot pool, MemberFilter filter) {
    RoutingKey routed = decision.key;
    int member = pool.placement().pick(routed, filter);
    return member < 0 ? -1 : pool.indexOfMember(member);
  }

  /*
   * A key that was seen lately stays where it was noted, whatever the placement says, as long as its
   * backend is kept in service; else it is bound to whom the placement names now. It is noted only
   * where it is at home: who gets it meanwhile, since that one is down, full, or does not take it yet,
   * is not to keep it.
   */
  private void decideByTable(PoolSnapshot pool, int owner, RequestFacts facts, long epochMillis) {
    PoolAffinity affinity = pool.affinity();
    long hash = XxHash64.hash(key.bytes(), 0, key.length(), TABLE_SEED);
    int known = affinity.find(loop, hash, epochMillis / 1000);
    boolean stays = known >= 0 && keeps(pool, known, facts, epochMillis);
    int home = stays ? known : homeOf(pool, owner);
    if (home >= 0 && (stays ? pool.isServing(home) : pool.isOpen(home))) {
      int taking = stays || pool.isPlain() ? home : firstOpen(pool, owner);
      if (taking != home) {
        decideFor(taking);
        return;
      }
      decision.home = home;
      decision.noted = hash;
      if (stays && (home != decision.owner || !pool.isOpen(home))) {
        decision.chosenBy = ChosenBy.TABLE;
      }
      decideFor(home);
    } else if (pool.isStrict() && (home < 0 || !isDrained(pool, home))) {
      decideFor(-1);
    } else {
      decideFor(firstOpen(pool, owner));
    }
  }

  /**
   * Tells whether a known key or session may stay with a backend. Where a drain cuts streams, a new
   * one goes elsewhere if it can: it would be cut at once. Other requests stay until the deadline.
   */
  static boolean keeps(PoolSnapshot pool, int index, RequestFacts facts, long epochMillis) {
    Drain drain = pool.drain(index);
    boolean cuts =
        drain != null
            && drain.cutsStreams(epochMillis)
            && !pool.isOpen(index)
            && pool.openCount() > 0;
    return pool.isKeeping(index) && !(cuts && facts.asksStream());
  }

  private static boolean isDrained(PoolSnapshot pool, int index) {
    return pool.backend(index).adminState() == AdminState.DRAIN;
  }

  private void decideFor(int backend) {
    decision.backend = backend;
    decision.kind = backend < 0 ? Decision.Kind.NO_BACKEND : Decision.Kind.ROUTED;
    decision.offOwner =
        backend == decision.owner || backend < 0 || decision.owner < 0 ? null : whyOffOwner();
  }

  private OffOwner whyOffOwner() {
    PoolSnapshot pool = Objects.requireNonNull(decision.pool);
    int owner = decision.owner;
    if (decision.chosenBy.isSticky()) {
      return OffOwner.PIN;
    }
    if (!pool.isOpen(owner)) {
      return pool.backends().whyClosed(owner);
    }
    if (pool.plan().isOutOfZone(owner, decision.backend, decision.key)) {
      return OffOwner.ZONE;
    }
    if (!pool.plan().admits(owner, decision.key)) {
      boolean leaves = pool.backend(owner).adminState() == AdminState.DRAIN; // by and by
      return leaves ? OffOwner.DRAIN : OffOwner.WARMING;
    }
    return walk.isSpread() ? OffOwner.HOT : OffOwner.FULL;
  }
}
