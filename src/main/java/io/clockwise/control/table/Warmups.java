package io.clockwise.control.table;

import io.clockwise.config.SlowStartConfig;
import io.clockwise.model.Availability;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.PoolSnapshot.Slot;
import io.clockwise.route.balance.Warmup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/*
 * A backend warms when this process saw it come into service: it was not open in the table before.
 * The share of its keys is worked out again with each table; it only grows while the backend stays
 * open. When most of a pool is cold there is nobody to spare it: then all are warm at once, for
 * good.
 */
/** How far the backends of a pool are on their way into service. */
final class Warmups {
  private Warmups() {}

  /**
   * Returns the slots with their warmups.
   *
   * @param old the pool as it was; null: there was none, so nobody was seen to come
   */
  static List<Slot> of(
      List<Slot> slots, @Nullable PoolSnapshot old, SlowStartConfig rule, long nowNanos) {
    if (old == null || !rule.isOn()) {
      return slots;
    }
    List<Slot> warming = slots.stream().map(slot -> warming(slot, old, rule, nowNanos)).toList();
    return mostAreCold(warming) ? slots : warming;
  }

  private static Slot warming(Slot slot, PoolSnapshot old, SlowStartConfig rule, long nowNanos) {
    if (slot.availability() != Availability.OPEN) {
      return slot;
    }
    int there = old.indexOf(slot.backend().id());
    boolean comes = there < 0 || !old.isOpen(there);
    Warmup before = there < 0 ? null : old.slot(there).warmup();
    if (!comes && before == null) {
      return slot;
    }
    long since = comes || before == null ? nowNanos : before.sinceNanos();
    double least = comes || before == null ? 0 : before.share(); // whatever becomes of the rule
    double share = Math.max(least, rule.share(nowNanos - since));
    return share >= 1 ? slot : slot.with(new Warmup(since, share));
  }

  private static boolean mostAreCold(List<Slot> slots) {
    long open = 0;
    long cold = 0;
    for (Slot slot : slots) {
      if (slot.availability() == Availability.OPEN) {
        open += slot.backend().weight();
        cold += slot.warmup() == null ? 0 : slot.backend().weight();
      }
    }
    return 2 * cold > open;
  }
}
