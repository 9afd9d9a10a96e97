package io.clockwise.route.walk;

import io.clockwise.config.LoadBoundConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.telemetry.hot.HotKeys;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * By what a walk over the candidates of a pool passes over some that are open: as a snapshot of the
 * pool has it. Immutable.
 */
public final class WalkPlan {
  private final Placement placement;
  private final MemberMap map;
  private final MemberFilter open;
  private final Admission admission;
  private final @Nullable PoolBound bound;
  private final HotSpread hot;
  private final OwnZone zone;

  /**
   * Makes the plan of a pool; a strict one passes over nobody.
   *
   * @param open accepts the members that take new keys
   * @param hotKeys that were found
   */
  public WalkPlan(
      PoolConfig config,
      Placement placement,
      MemberMap map,
      MemberFilter open,
      Backends backends,
      HotKeys hotKeys) {
    boolean strict = config.session().onUnavailable().isStrict();
    LoadBoundConfig limit = config.care().loadBound();
    this.placement = placement;
    this.map = map;
    this.open = open;
    this.admission = backends.admission(); // in strict pools nobody warms
    this.bound =
        strict || limit == null
            ? null
            : PoolBound.of(limit, placement, map, open, admission, backends);
    this.hot = HotSpread.of(config, hotKeys);
    this.zone = backends.zone();
  }

  /** Tells whether the first open candidate of every key takes it. */
  public boolean isPlain() {
    return admission.isWhole() && bound == null && hot.keys().isEmpty() && !zone.isSorting();
  }

  /** Tells whether a backend, when it is open, takes a key of this pool; it may be full. */
  public boolean admits(int backend, RoutingKey key) {
    return admission.isWhole() || admission.admits(backend, Admission.seed(placement, key));
  }

  /**
   * Returns the first open candidate that takes a key, be it full or not, or -1: nobody is open. It
   * allocates.
   */
  public int firstOpen(RoutingKey key) {
    int found = -1;
    for (MemberFilter accepted : inTurn(placement, key, open, map::backend)) {
      found = found < 0 ? placement.pick(key, accepted) : found;
    }
    return found;
  }

  /**
   * Returns what accepts the members that have a key by this plan: where the first filter leaves
   * nobody, the next one says who.
   *
   * @param by the placement whose members they are, which may be another pool's
   * @param usable accepts those that may have it
   * @param backends from a member that may have it to its dense index here
   */
  public List<MemberFilter> inTurn(
      Placement by, RoutingKey key, MemberFilter usable, IntUnaryOperator backends) {
    if (admission.isWhole() && !zone.isSorting()) {
      return List.of(usable);
    }
    long seed = Admission.seed(by, key);
    MemberFilter taking =
        member -> usable.accepts(member) && admission.admits(backends.applyAsInt(member), seed);
    MemberFilter near =
        member -> taking.accepts(member) && zone.isNear(backends.applyAsInt(member));
    return zone.keeps(seed) ? List.of(near, taking, usable) : List.of(taking, usable);
  }

  /**
   * Tells whether an open backend was passed over for being far.
   *
   * @param chosen the backend that has the key instead
   */
  public boolean isOutOfZone(int backend, int chosen, RoutingKey key) {
    if (!zone.isSorting() || zone.isNear(backend) || !zone.isNear(chosen)) {
      return false;
    }
    long seed = Admission.seed(placement, key);
    return zone.keeps(seed) && admission.admits(chosen, seed);
  }

  /** Tells whether several backends serve a key. */
  public boolean isHot(RoutingKey key) {
    return hot.keys().contains(key.hash());
  }

  Placement placement() {
    return placement;
  }

  MemberMap map() {
    return map;
  }

  MemberFilter open() {
    return open;
  }

  Admission admission() {
    return admission;
  }

  OwnZone zone() {
    return zone;
  }

  @Nullable PoolBound bound() {
    return bound;
  }

  HotSpread hot() {
    return hot;
  }
}
