package io.clockwise.control.table;

import io.clockwise.model.Availability;
import io.clockwise.model.Drain;
import io.clockwise.route.PoolSnapshot.Slot;
import java.util.List;

/** The draining backends of a pool that has no others: they serve all the same. */
final class LastOnes {
  private LastOnes() {}

  /** Returns the slots, with those that drain opened if no other one takes new keys. */
  static List<Slot> open(List<Slot> slots) {
    boolean others =
        slots.stream()
            .anyMatch(
                slot -> slot.availability() == Availability.OPEN && slot.backend().weight() > 0);
    return others ? slots : slots.stream().map(LastOnes::open).toList();
  }

  private static Slot open(Slot slot) {
    Drain drain = slot.drain();
    boolean serves =
        slot.availability() == Availability.STICKY_ONLY
            && (drain == null || !drain.terms().strict());
    return serves ? slot.with(Availability.OPEN) : slot;
  }
}
