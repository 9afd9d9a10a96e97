package io.clockwise.placement.compat.ketama;

import io.clockwise.model.placement.KetamaSettings;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;

/** From settings of other products to placements. */
public final class KetamaPlacements {
  private KetamaPlacements() {}

  /** Builds the placement of these settings. */
  @SuppressWarnings("DoNotCallSuggester")
  public static Placement build(KetamaSettings settings, Membership members) {
    throw new IllegalArgumentException(
        "algorithm '" + settings.algorithm() + "' is not known for " + members.size());
  }
}
