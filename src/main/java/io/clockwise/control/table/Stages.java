package io.clockwise.control.table;

import io.clockwise.config.ChangeBudgetConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.event.IntentState;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.placement.Placement;
import io.clockwise.placement.measure.KeySample;
import io.clockwise.placement.measure.PlacementDiff;
import io.clockwise.placement.measure.PlacementView;
import io.clockwise.placement.staged.StagedPlacement;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.PoolSnapshot.Slot;
import io.clockwise.route.balance.Staging;
import io.clockwise.route.balance.Staging.Kind;
import io.clockwise.route.balance.Staging.Part;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/*
 * All that moves keys of a pool shares its budget evenly, and is brought further with each table by
 * the time that has passed. So no part knows of the others, and what is paused or waits loses
 * nothing. What came first is under the later ones: those take keys of both its sides, and it stays
 * where it was when they came.
 */
/** Changes of a pool with a budget, on their way. */
final class Stages {
  /** So many changes may lie on top of each other; with one more, the oldest ends at once. */
  static final int MOST = 8;

  private static final KeySample SAMPLE = new KeySample(100_000, KeySample.Kind.TEXT);
  private static final double LEAST = 1e-9; // of the keys

  private Stages() {}

  /**
   * A pool as it is on its way.
   *
   * @param staging null: it is where it is to be
   */
  record Staged(Placement placement, List<Slot> slots, @Nullable Staging staging) {}

  /**
   * What a pool is to become.
   *
   * @param placement where its keys are to be
   * @param slots as they are to be
   * @param scaled the backends that autoscale gave their states
   */
  record Wanted(
      String pool, PoolConfig config, Placement placement, List<Slot> slots, Set<String> scaled) {
    List<String> ids() {
      return slots.stream().map(slot -> slot.backend().id()).toList();
    }

    Staged atOnce() {
      return new Staged(placement, slots, null);
    }
  }

  /** Returns the backends of a pool that autoscale gave their states. */
  static Set<String> scaled(IntentState state, String pool) {
    return state.overlay().getOrDefault(pool, Map.of()).entrySet().stream()
        .filter(entry -> entry.getValue().isScaled())
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Brings a pool further.
   *
   * @param old the pool as it was; null: there was none
   * @param wishes of operators
   */
  static Staged of(Wanted wanted, @Nullable PoolSnapshot old, StageBoard wishes, long nowNanos) {
    ChangeBudgetConfig budget = wanted.config().session().changeBudget();
    boolean alike = old != null && old.config().placement().equals(wanted.config().placement());
    return old == null || budget == null || !alike || wishes.isFinished(wanted.pool())
        ? wanted.atOnce()
        : further(wanted, budget, old, wishes.isPaused(wanted.pool()), nowNanos);
  }

  private static Staged further(
      Wanted wanted, ChangeBudgetConfig budget, PoolSnapshot old, boolean paused, long nowNanos) {
    Staging before = old.staging();
    List<Part> parts = before == null ? new ArrayList<>() : new ArrayList<>(before.parts());
    if (before != null && !before.paused() && !paused) {
      grow(parts, budget.allowance(nowNanos - before.atNanos()));
    }
    Placement placement = placement(wanted, old, parts);
    if (!old.isStrict()) { // there a key is where it belongs, or nowhere
      Ramps.begin(wanted, old, parts);
      Ramps.late(wanted, old, parts, budget.perMinute());
    }
    Map<String, Slot> slots = byId(wanted.slots());
    parts.replaceAll(part -> part.waitingFor(waitsFor(part, placement, slots)));
    List<Part> all = List.copyOf(parts);
    parts.removeIf(part -> isOver(part, all, placement, slots));
    if (parts.isEmpty()) {
      return wanted.atOnce();
    }
    Staging staging = new Staging(budget.perMinute(), nowNanos, paused, parts);
    if (before != null && staging.isStillAs(before)) {
      staging = before;
    }
    return new Staged(
        shared(placement, wanted.placement(), parts),
        Ramps.slots(wanted.slots(), staging),
        staging);
  }

  private static Map<String, Slot> byId(List<Slot> slots) {
    return slots.stream().collect(Collectors.toMap(s -> s.backend().id(), Function.identity()));
  }

  /* Returns the placement, on its way if it is, with the part that says how far. */
  private static Placement placement(Wanted wanted, PoolSnapshot old, List<Part> parts) {
    Placement from = old.placement();
    Placement target = wanted.placement();
    if (target.digest() == StagedPlacement.target(from).digest()) {
      return from instanceof StagedPlacement staged ? goingOn(wanted, staged, parts) : target;
    }
    parts.removeIf(part -> part.kind() == Kind.PLACEMENT);
    List<String> present = wanted.ids();
    Placement before =
        from instanceof StagedPlacement staged && staged.share() == 0 ? staged.before() : from;
    if (StagedPlacement.depth(before) >= MOST) {
      before = StagedPlacement.withoutOldest(before, present);
    }
    StagedPlacement begun = StagedPlacement.of(before, target, present, 0);
    Set<String> there = Set.copyOf(present);
    boolean gone = before.members().stream().anyMatch(member -> !there.contains(member.id()));
    double moved = moved(wanted, gone ? begun : before, begun);
    if (before.members().isEmpty() || moved < LEAST) {
      return target;
    }
    parts.add(new Part(Kind.PLACEMENT, null, moved, 0, List.of()));
    return begun.withAside(aside(wanted));
  }

  /* A backend that is removed while a change is under way takes what it had out of that. */
  private static Placement goingOn(Wanted wanted, StagedPlacement from, List<Part> parts) {
    StagedPlacement among = from.among(wanted.ids());
    if (among != from) {
      double moved = moved(wanted, among.withShare(0), among);
      parts.replaceAll(
          part ->
              part.kind() == Kind.PLACEMENT
                  ? new Part(
                      part.kind(), null, moved, moved < LEAST ? 1 : part.progress(), List.of())
                  : part);
    }
    return among.withAside(aside(wanted));
  }

  /*
   * Keys of whoever is set aside, or down, are with those that follow, and some of them move as
   * well: so it is told by who has a key, but new ones count as open, since it waits for them.
   */
  private static double moved(Wanted wanted, Placement before, StagedPlacement change) {
    Placement target = StagedPlacement.target(change);
    Set<String> closed = new HashSet<>(aside(wanted));
    List<String> gaining = change.gaining();
    wanted.slots().stream()
        .filter(slot -> slot.availability() != Availability.OPEN)
        .map(slot -> slot.backend().id())
        .filter(id -> !gaining.contains(id))
        .forEach(closed::add);
    return PlacementDiff.between(without(before, closed), without(target, closed), SAMPLE).moved();
  }

  private static PlacementView without(Placement placement, Set<String> closed) {
    BitSet refused = new BitSet();
    for (int i = 0; i < placement.members().size(); i++) {
      refused.set(i, closed.contains(placement.members().get(i).id()));
    }
    return new PlacementView(placement, member -> !refused.get(member));
  }

  private static List<String> aside(Wanted wanted) {
    return wanted.slots().stream()
        .filter(slot -> slot.backend().adminState() != AdminState.READY)
        .map(slot -> slot.backend().id())
        .toList();
  }

  private static Placement shared(Placement placement, Placement target, List<Part> parts) {
    for (Part part : parts) {
      if (part.kind() == Kind.PLACEMENT && placement instanceof StagedPlacement staged) {
        return staged.withShare(part.progress());
      }
    }
    return target;
  }

  /*
   * Keys of a backend that gets them and is not open stay where they are: it ends when that is. Who
   * is set aside is not waited for: its keys go to those that follow it.
   */
  private static List<String> waitsFor(Part part, Placement placement, Map<String, Slot> slots) {
    List<String> gaining =
        switch (part.kind()) {
          case PLACEMENT ->
              placement instanceof StagedPlacement s ? s.gaining() : List.<String>of();
          case COMING -> List.of(String.valueOf(part.backend()));
          case LEAVING -> List.<String>of();
        };
    List<String> awaited = gaining.stream().filter(id -> isAwaited(slots.get(id))).toList();
    boolean counts =
        part.kind() == Kind.COMING || part.isThere() || awaited.size() == gaining.size();
    return counts ? awaited : List.of();
  }

  private static boolean isAwaited(@Nullable Slot slot) {
    return slot != null
        && slot.backend().adminState() == AdminState.READY
        && slot.availability() != Availability.OPEN;
  }

  private static void grow(List<Part> parts, double allowance) {
    long moving = parts.stream().filter(Stages::moves).count();
    parts.replaceAll(part -> moves(part) ? part.further(allowance / moving) : part);
  }

  private static boolean moves(Part part) {
    return !part.isThere() && part.waitsFor().isEmpty();
  }

  /* Keys that a backend on its way does not take yet are where they were, which is told by both. */
  private static boolean isOver(
      Part part, List<Part> all, Placement placement, Map<String, Slot> slots) {
    if (part.kind() != Kind.PLACEMENT) {
      return part.isThere() && part.waitsFor().isEmpty() || Ramps.isOff(part, slots);
    }
    return part.isThere()
        && part.waitsFor().isEmpty()
        && !(placement instanceof StagedPlacement staged
            && staged.gaining().stream().anyMatch(id -> isOnItsWay(id, all, slots)));
  }

  private static boolean isOnItsWay(String id, List<Part> all, Map<String, Slot> slots) {
    Slot slot = slots.get(id);
    return slot != null && slot.warmup() != null
        || all.stream()
            .anyMatch(
                part -> part.kind() == Kind.COMING && id.equals(part.backend()) && !part.isThere());
  }
}
