package io.clockwise.control.table;

import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.placement.Placement;
import io.clockwise.placement.staged.StagedPlacement;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.PoolSnapshot.Slot;
import io.clockwise.route.balance.Staging;
import io.clockwise.route.balance.Staging.Kind;
import io.clockwise.route.balance.Staging.Part;
import io.clockwise.route.balance.Warmup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/*
 * A backend that is set aside is placed all the same, and its keys are with the candidates that
 * follow it. So when it is made ready, or autoscale drains it, its own keys move and no others; it
 * takes a part of them that grows, or shrinks. An operator's drain is not staged: it gets no new key
 * from the moment on that it is answered.
 */
/** Backends that come into service, or leave it, within the budget of their pool. */
final class Ramps {
  private static final double SECONDS = 60;

  private Ramps() {}

  /** Notes who comes and who leaves since the pool was as it was. */
  static void begin(Stages.Wanted wanted, PoolSnapshot old, List<Part> parts) {
    for (Slot slot : wanted.slots()) {
      String id = slot.backend().id();
      int there = old.indexOf(id);
      if (there < 0) {
        continue; // keys come to it with the placement
      }
      AdminState was = old.backend(there).adminState();
      AdminState is = slot.backend().adminState();
      if (was != AdminState.READY && is == AdminState.READY) {
        turn(parts, id, Kind.COMING, old.share(there), old.isOpen(there));
      } else if (was == AdminState.READY && leaves(wanted, slot)) {
        turn(parts, id, Kind.LEAVING, old.share(there), !old.isOpen(there));
      }
    }
  }

  /*
   * A new backend that was not open while others got their keys: its own would come all at once, so
   * they come as if it were made ready. What a second brings needs no such thing.
   */
  static void late(
      Stages.Wanted wanted, PoolSnapshot old, List<Part> parts, double budgetPerMinute) {
    if (!(old.placement() instanceof StagedPlacement staged)) {
      return;
    }
    for (Slot slot : wanted.slots()) {
      String id = slot.backend().id();
      int there = old.indexOf(id);
      boolean opens = there >= 0 && !old.isOpen(there) && slot.availability() == Availability.OPEN;
      if (opens
          && staged.isNew(id)
          && old.backend(there).adminState() == AdminState.READY
          && old.share(there) > budgetPerMinute / SECONDS
          && parts.stream().noneMatch(part -> id.equals(part.backend()))) {
        parts.add(
            new Part(Kind.COMING, id, share(StagedPlacement.target(staged), id), 0, List.of()));
      }
    }
  }

  private static double share(Placement placement, String id) {
    return IntStream.range(0, placement.members().size())
        .filter(i -> placement.members().get(i).id().equals(id))
        .mapToDouble(placement::share)
        .sum();
  }

  /* Who turns back begins where it is. */
  private static void turn(List<Part> parts, String id, Kind kind, double share, boolean done) {
    double progress = done ? 1 : 0;
    for (Part part : parts) {
      if (id.equals(part.backend())) {
        progress = 1 - part.progress();
      }
    }
    parts.removeIf(part -> id.equals(part.backend()));
    if (progress < 1) {
      parts.add(new Part(kind, id, share, progress, List.of()));
    }
  }

  private static boolean leaves(Stages.Wanted wanted, Slot slot) {
    return wanted.scaled().contains(slot.backend().id()) && drains(slot);
  }

  private static boolean drains(Slot slot) {
    return slot.backend().adminState() == AdminState.DRAIN
        && slot.drain() != null
        && slot.drain().isOpen()
        && slot.availability() != Availability.CLOSED;
  }

  /** Tells whether a part ends before its time: its backend is gone, or was given another state. */
  static boolean isOff(Part part, Map<String, Slot> slots) {
    if (part.backend() == null) {
      return false;
    }
    Slot slot = slots.get(part.backend());
    if (slot == null) {
      return true;
    }
    return part.kind() == Kind.COMING
        ? slot.backend().adminState() != AdminState.READY
        : !drains(slot);
  }

  /** Returns the slots with the part of their keys that they take. */
  static List<Slot> slots(List<Slot> slots, Staging staging) {
    Map<String, Part> byId = new HashMap<>();
    staging.parts().stream()
        .filter(part -> part.backend() != null)
        .forEach(part -> byId.put(part.backend(), part));
    return slots.stream()
        .map(slot -> slot(slot, byId.get(slot.backend().id()), staging.atNanos()))
        .toList();
  }

  private static Slot slot(Slot slot, @Nullable Part part, long nowNanos) {
    if (part == null) {
      return slot;
    }
    Warmup warmup = slot.warmup();
    long since = warmup == null ? nowNanos : warmup.sinceNanos();
    if (part.kind() == Kind.LEAVING) {
      return slot.with(Availability.OPEN).with(new Warmup(since, 1 - part.progress()));
    }
    if (slot.availability() != Availability.OPEN) {
      return slot;
    }
    double share = Math.min(part.progress(), warmup == null ? 1 : warmup.share());
    return share >= 1 ? slot : slot.with(new Warmup(since, share));
  }
}
