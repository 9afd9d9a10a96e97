package io.clockwise.control.table;

import io.clockwise.config.WhenNoneUsable;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.route.PoolSnapshot.Slot;
import java.util.List;

/** What serves in a pool without a usable backend: whoever still accepts connections. */
final class NoneUsable {
  private NoneUsable() {}

  /** Returns the slots, with those that connect opened if no other one takes new keys. */
  static List<Slot> open(List<Slot> slots, WhenNoneUsable rule) {
    boolean usable =
        slots.stream()
            .anyMatch(
                slot -> slot.availability() == Availability.OPEN && slot.backend().weight() > 0);
    return usable || rule == WhenNoneUsable.FAIL
        ? slots
        : slots.stream().map(slot -> serves(slot) ? slot.with(Availability.OPEN) : slot).toList();
  }

  private static boolean serves(Slot slot) {
    return slot.availability() == Availability.CLOSED
        && slot.backend().adminState() == AdminState.READY
        && slot.health().connects();
  }
}
