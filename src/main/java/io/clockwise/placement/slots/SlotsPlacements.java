package io.clockwise.placement.slots;

import io.clockwise.model.placement.OwnSettings.Slots;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import org.jspecify.annotations.Nullable;

/** From the settings of {@code slots} to a placement. */
public final class SlotsPlacements {
  private SlotsPlacements() {}

  /**
   * Builds the table.
   *
   * @param previous may lend parts; the result is the same without it
   */
  @SuppressWarnings("DoNotCallSuggester")
  public static Placement build(Slots settings, Membership members, @Nullable Placement previous) {
    throw new IllegalArgumentException(
        "algorithm '" + settings.algorithm() + "' is not known: " + members + previous);
  }
}
