package io.clockwise.placement.compat;

import io.clockwise.model.placement.ForeignSettings;
import io.clockwise.model.placement.HrwSettings;
import io.clockwise.model.placement.NginxSettings;
import io.clockwise.model.placement.RedisClusterSlot;
import io.clockwise.model.placement.SeedSettings;
import io.clockwise.model.placement.VertxConsistentHashing;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;

/** From settings of other products to placements; those with a package of their own apart. */
public final class ForeignPlacements {
  private ForeignPlacements() {}

  /**
   * Builds the placement of these settings.
   *
   * @throws IllegalArgumentException with a message for the user when they do not fit the members
   */
  public static Placement build(ForeignSettings settings, Membership members) {
    if (settings instanceof SeedSettings.CRing ring) {
      return SeedCRing.build(ring, members);
    }
    if (settings instanceof SeedSettings.RustRing ring) {
      return SeedRustRing.build(ring, members);
    }
    if (settings instanceof NginxSettings nginx) {
      return nginx(nginx, members);
    }
    if (settings instanceof HrwSettings.Caddy caddy) {
      return new CaddyHrw(caddy.rule(), members);
    }
    if (settings instanceof HrwSettings.Traefik) {
      return new TraefikHrw(members);
    }
    if (settings instanceof RedisClusterSlot redis) {
      return RedisClusterSlots.build(redis, members);
    }
    if (settings instanceof VertxConsistentHashing vertx) {
      return VertxRing.build(vertx, members);
    }
    throw new IllegalArgumentException(
        "algorithm '" + settings.algorithm() + "' is built in a package of its own");
  }

  private static Placement nginx(NginxSettings settings, Membership members) {
    if (settings instanceof NginxSettings.HashConsistent) {
      return new NginxHashConsistent(members);
    }
    if (settings instanceof NginxSettings.Hash) {
      return new NginxHash(members);
    }
    return settings instanceof NginxSettings.IpHash
        ? new NginxIpHash(members)
        : PingoraKetama.build(members);
  }
}
