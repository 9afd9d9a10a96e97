package io.clockwise.route.walk;

import io.clockwise.config.LoadBoundConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.telemetry.hot.HotKeys;
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
    this.admission = strict ? Admission.ALL : backends.admission();
    this.bound =
        strict || limit == null
            ? null
            : PoolBound.of(limit, placement, map, open, admission, backends);
    this.hot = HotSpread.of(config, hotKeys);
  }

  /** Tells whether the first open candidate of every key takes it. */
  public boolean isPlain() {
    return admission.isWhole() && bound == null && hot.keys().isEmpty();
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
    if (admission.isWhole()) {
      return placement.pick(key, open);
    }
    long seed = Admission.seed(placement, key);
    int found =
        placement.pick(
            key, member -> open.accepts(member) && admission.admits(map.backend(member), seed));
    return found < 0 ? placement.pick(key, open) : found;
  }

  /** Returns by what backends take their keys. */
  public Admission admission() {
    return admission;
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

  @Nullable PoolBound bound() {
    return bound;
  }

  HotSpread hot() {
    return hot;
  }
}
