package io.clockwise.route.explain;

import io.clockwise.model.Availability;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.Health;
import io.clockwise.model.OffOwner;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.Decision;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.walk.OwnZone;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The candidates of a key in one pool, in its placement's order. */
final class CandidateList {
  /** Nearly always enough to find who was chosen. */
  private static final int FIRST = 16;

  /** The most that are listed. */
  static final int MOST = 1000;

  private final PoolSnapshot pool;
  private final int chosen;
  private final ChosenBy chosenBy;
  private final @Nullable OffOwner offOwner;
  private final List<Candidate> list = new ArrayList<>();
  private final BitSet ranked = new BitSet();

  /**
   * Begins one.
   *
   * @param chosen dense index of who takes the request; -1: nobody of this pool
   */
  CandidateList(PoolSnapshot pool, int chosen, Decision decision) {
    this.pool = pool;
    this.chosen = chosen;
    this.chosenBy = decision.chosenBy();
    this.offOwner = decision.offOwner();
  }

  /** Adds those up to the one that was chosen, or all when none was. */
  CandidateList upToChosen(RoutingKey key) {
    int size = Math.min(MOST, pool.placement().members().size());
    if (chosen < 0 || size <= FIRST || !add(key, FIRST, true)) {
      list.clear();
      ranked.clear();
      add(key, size, chosen >= 0);
    }
    return this;
  }

  /** Adds all. */
  CandidateList ranked(RoutingKey key) {
    add(key, Math.min(MOST, pool.placement().members().size()), false);
    return this;
  }

  /** Adds those that the placement does not rank. */
  CandidateList others() {
    for (int i = 0; i < pool.size() && list.size() < MOST; i++) {
      if (!ranked.get(i)) {
        list.add(new Candidate(pool.name(), pool.backend(i).id(), -1, skip(i, null)));
      }
    }
    return this;
  }

  List<Candidate> list() {
    return list;
  }

  /* Returns whether the chosen one is among them. */
  private boolean add(RoutingKey key, int most, boolean endsThere) {
    int[] members = new int[most];
    int count = pool.placement().candidates(key, members);
    boolean met = false;
    for (int rank = 0; rank < count && !(met && endsThere); rank++) {
      int index = pool.indexOfMember(members[rank]);
      met |= index == chosen;
      ranked.set(index);
      list.add(
          new Candidate(
              pool.name(), pool.backend(index).id(), rank, skip(index, met ? null : key)));
    }
    return met;
  }

  /* An open one before the chosen one is passed over for the sake of that one; where nobody is
  chosen, since only the key's own backend may be. */
  private Candidate.@Nullable Skip skip(int index, @Nullable RoutingKey before) {
    if (index == chosen) {
      return null;
    }
    if (!pool.isOpen(index)) {
      return switch (pool.backend(index).adminState()) {
        case DRAIN -> Candidate.Skip.DRAIN;
        case MAINT -> Candidate.Skip.MAINT;
        case READY -> found(pool.slot(index));
      };
    }
    if (pool.backend(index).weight() == 0) {
      return Candidate.Skip.WEIGHT;
    }
    if (before != null) {
      return passedOver(index, before);
    }
    return chosenBy == ChosenBy.FALLBACK && isFar(index) ? Candidate.Skip.ZONE : null;
  }

  private Candidate.Skip passedOver(int index, RoutingKey key) {
    if (chosen < 0) {
      return Candidate.Skip.STRICT;
    }
    if (chosenBy == ChosenBy.OVERRIDE) {
      return Candidate.Skip.OVERRIDE;
    }
    if (chosenBy.isSticky()) {
      return Candidate.Skip.PIN;
    }
    if (pool.plan().isOutOfZone(index, chosen, key)) {
      return Candidate.Skip.ZONE;
    }
    if (!pool.plan().admits(index, key)) {
      return Candidate.Skip.WARMING;
    }
    return isSpread(key) ? Candidate.Skip.HOT : Candidate.Skip.FULL;
  }

  /* Without a key those of the zone alone take turns, while all keys would stay. */
  private boolean isFar(int index) {
    OwnZone zone = pool.backends().zone();
    return zone.isWhole() && !zone.isNear(index) && chosen >= 0 && zone.isNear(chosen);
  }

  /* The owner may be out of the zone within which the key is spread. */
  private boolean isSpread(RoutingKey key) {
    return offOwner == OffOwner.HOT || offOwner == OffOwner.ZONE && pool.plan().isHot(key);
  }

  /* What was found out about it that keeps new keys from it. */
  private static Candidate.Skip found(PoolSnapshot.Slot slot) {
    if (slot.health().ejected()) {
      return Candidate.Skip.EJECTED;
    }
    if (slot.availability() == Availability.STICKY_ONLY) {
      return Candidate.Skip.LEAVING;
    }
    return slot.health().health() == Health.CHECKING
        ? Candidate.Skip.CHECKING
        : Candidate.Skip.DOWN;
  }
}
