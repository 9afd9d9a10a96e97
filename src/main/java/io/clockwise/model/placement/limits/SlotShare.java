package io.clockwise.model.placement.limits;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Slots;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The share of slots of the backend that has the least weight above 0.
 *
 * @param count of slots
 * @param weights the sum over all backends
 */
public record SlotShare(Member member, int count, long weights) {

  /** Returns the smallest share; empty when no backend has a weight. */
  public static Optional<SlotShare> smallest(Slots slots, List<Member> members) {
    long weights = members.stream().mapToLong(Member::weight).sum();
    return members.stream()
        .filter(member -> member.weight() > 0)
        .min(Comparator.comparingInt(Member::weight))
        .map(member -> new SlotShare(member, slots.count(), weights));
  }

  /** Tells whether the share is below so many slots. */
  public boolean isBelow(int slots) {
    return isBelow(slots, count);
  }

  private boolean isBelow(int slots, int ofCount) {
    return (long) ofCount * member.weight() < slots * weights;
  }

  /** Returns the share in words. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "%.3g of %d slots for \"%s\" (weight %d of %d)",
        (double) count * member.weight() / weights,
        count,
        member.id(),
        member.weight(),
        weights);
  }

  /** Returns what makes the share so many slots: a higher count, or more even weights. */
  public String advice(int slots) {
    for (int higher = count; higher <= Slots.MAX_COUNT; higher <<= 1) {
      if (!isBelow(slots, higher)) {
        return "placement.count: " + higher + " would do; another count moves keys";
      }
    }
    return "not even the largest count, "
        + Slots.MAX_COUNT
        + ", would do: bring the weights closer together or split the pool";
  }
}
