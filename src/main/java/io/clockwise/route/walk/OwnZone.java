package io.clockwise.route.walk;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.ZonesConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.Backend;
import io.clockwise.placement.hash.Mix64;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The zone of the instance: which backends of a pool are near, which keys stay. Immutable. */
public final class OwnZone {
  /*
   * Each key has a number in [0, 1) for good, apart from those that it has with backends that warm;
   * it stays while the share is above that. So the keys that go to other zones are a subset that
   * grows as the zone's health falls, and each comes back at the same share at which it went.
   */
  private static final long SALT = 0x20_4e5a_11f0_7d31L;
  private static final int BITS = 53;
  private static final long WHOLE = 1L << BITS;

  /** There are no zones. */
  static final OwnZone NONE = new OwnZone(new boolean[0], 1, false);

  private final boolean[] near;
  private final double share;
  private final long below; // 0: whoever is open is open for every key

  private OwnZone(boolean[] near, double share, boolean sorts) {
    this.near = near;
    this.share = share;
    this.below = sorts ? (long) (share * WHOLE) : 0;
  }

  /** Makes that of a pool; a strict one, whose keys have one backend each, knows no zones. */
  static OwnZone of(PoolConfig config, List<Backends.Entry> entries) {
    ZonesConfig rule = config.care().zones();
    if (rule == null || config.session().onUnavailable().isStrict()) {
      return NONE;
    }
    Set<String> ids =
        config.backends().stream()
            .filter(backend -> backend.zone().equals(rule.own()))
            .map(BackendConfig::id)
            .collect(Collectors.toUnmodifiableSet());
    boolean[] near = new boolean[entries.size()];
    long wanted = 0;
    long usable = 0;
    boolean farOpen = false;
    for (int i = 0; i < near.length; i++) {
      Backend backend = entries.get(i).backend();
      near[i] = ids.contains(backend.id());
      boolean open = entries.get(i).isOpen() && backend.weight() > 0;
      farOpen |= open && !near[i];
      if (near[i] && backend.adminState() == AdminState.READY) {
        wanted += backend.weight();
        usable += open ? backend.weight() : 0;
      }
    }
    double health = wanted == 0 ? 0 : (double) usable / wanted;
    return new OwnZone(near, Math.min(1, health / rule.overflowBelow()), farOpen);
  }

  /** Tells whether there are zones. */
  public boolean isKnown() {
    return near.length > 0;
  }

  /** Tells whether backends that are open are passed over for being far. */
  boolean isSorting() {
    return below != 0;
  }

  /** Tells whether every key stays, and far backends are open. */
  public boolean isWhole() {
    return below == WHOLE;
  }

  /** Tells whether some keys stay, and others do not. */
  boolean isParted() {
    return below != 0 && below != WHOLE;
  }

  /** Returns the share of the keys that stay, by the health of the zone. */
  public double share() {
    return share;
  }

  /** Tells whether the backend of this dense index is in the zone. */
  public boolean isNear(int backend) {
    return near.length > 0 && near[backend];
  }

  /**
   * Tells whether a key stays; never where that would change nothing.
   *
   * @param seed of the key; see {@link Admission#seed}
   */
  boolean keeps(long seed) {
    return below == WHOLE || below != 0 && Mix64.mix(seed ^ SALT) >>> Long.SIZE - BITS < below;
  }
}
