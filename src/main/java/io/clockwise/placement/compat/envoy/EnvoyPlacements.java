package io.clockwise.placement.compat.envoy;

import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;

/** From Envoy's settings to placements. */
public final class EnvoyPlacements {
  private EnvoyPlacements() {}

  /**
   * Builds the placement of these settings.
   *
   * @throws IllegalArgumentException with a message for the user when a size is out of bounds, or
   *     the localities do not fit the members
   */
  public static Placement build(EnvoySettings settings, Membership members) {
    Hosts hosts = Hosts.of(members, settings.localities());
    Placement lookup =
        settings instanceof EnvoySettings.RingHashPolicy ring
            ? HashRing.build(ring, members, hosts)
            : new TablePlacement((EnvoySettings.Maglev) settings, members, hosts);
    return new EnvoyPlacement(lookup, hosts);
  }
}
