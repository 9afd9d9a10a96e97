package io.clockwise.placement.slots;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Slots;
import io.clockwise.placement.Membership;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The best four members of each slot, from a table over nearly the same members. */
final class RankUpdate {
  /*
   * Members that stay keep their keys (their order too, since indexes follow the ids), and who was
   * not among an old four costs no less than all of them. So the old four that stay are known to be
   * the best of those that stay, and whoever costs less than the last of them is in its place:
   * members that are new, or have another weight, are tried one after another. A heavier one of the
   * four stays among them, further in front; a lighter one is one removed and one added. Where less
   * than four are known in the end, the slot is ranked anew, together with others. An owner that is
   * in front by a quota only is tried behind the others, too. Nearly all of it is told by bounds of
   * a logarithm: see PairCosts.less.
   */
  private static final int GONE = -1;
  private static final int FEWEST = 2 * SlotTable.RANKS;

  private final SlotsPlacement old;
  private final PairCosts costs;
  private final int[] newIndex;
  private final int[] tried;
  private final boolean[] heavier;
  private final int[] best = new int[SlotTable.RANKS];
  private int known;
  private int lastKnown; // whose pair number the next field is, with this slot; -1: nobody's
  private long lastPair;

  private RankUpdate(
      SlotsPlacement old, PairCosts costs, int[] newIndex, int[] tried, boolean[] heavier) {
    this.old = old;
    this.costs = costs;
    this.newIndex = newIndex;
    this.tried = tried;
    this.heavier = heavier;
  }

  /** Returns the update from an old table, or null when a new one costs less. */
  static @Nullable RankUpdate of(
      SlotsPlacement old, Slots settings, Membership members, PairCosts costs) {
    boolean alike =
        old.settings().count() == settings.count()
            && old.settings().seed().equals(settings.seed())
            && old.costs().equal() == costs.equal();
    if (!alike || old.members().size() < FEWEST || members.size() < FEWEST) {
      return null;
    }
    Map<String, Integer> indexes = new HashMap<>();
    for (int i = 0; i < members.size(); i++) {
      indexes.put(members.members().get(i).id(), i);
    }
    int[] newIndex = new int[old.members().size()];
    boolean[] same = new boolean[members.size()];
    boolean[] heavier = new boolean[members.size()];
    int gone = 0;
    for (int i = 0; i < newIndex.length; i++) {
      Member before = old.members().get(i);
      int index = indexes.getOrDefault(before.id(), GONE);
      boolean stays = index != GONE && (costs.equal() || members.weight(index) >= before.weight());
      newIndex[i] = stays ? index : GONE;
      if (stays) {
        heavier[index] = !costs.equal() && members.weight(index) > before.weight();
        same[index] = !heavier[index];
      } else {
        gone++;
      }
    }
    int[] tried = othersThan(same);
    return isWorthIt(members.size(), gone, tried.length, costs.equal())
        ? new RankUpdate(old, costs, newIndex, tried, heavier)
        : null;
  }

  /*
   * Measured: a slot of a new table among unequal weights takes 3 for each member. Of an old one it
   * takes 8, and 4 for each that is tried; and where one of the four is gone, nearly as much as new.
   * Among equal weights a member costs less than half, and so it pays less.
   */
  private static boolean isWorthIt(int members, int gone, int tried, boolean equal) {
    int kept = members - SlotTable.RANKS * gone;
    return equal ? SlotTable.RANKS * tried <= kept : 3 * kept > 8 + 4 * tried;
  }

  private static int[] othersThan(boolean[] same) {
    int[] others = new int[same.length];
    int count = 0;
    for (int i = 0; i < same.length; i++) {
      if (!same[i]) {
        others[count++] = i;
      }
    }
    return Arrays.copyOf(others, count);
  }

  /** Returns the entries, each by key. */
  long[] ranks() {
    long[] before = old.table();
    BitSet displaced = old.displaced();
    long[] table = new long[before.length];
    RankBlock block = new RankBlock(costs);
    int[] unknown = new int[RankBlock.SIZE];
    int waiting = 0;
    for (int slot = 0; slot < table.length; slot++) {
      rank(Mixing.ofSlot(slot), before[slot], displaced.get(slot));
      if (known == SlotTable.RANKS) {
        table[slot] = SlotTable.entry(best[0], best[1], best[2], best[3]);
        continue;
      }
      unknown[waiting++] = slot;
      if (waiting == unknown.length) {
        block.rank(unknown, waiting, table);
        waiting = 0;
      }
    }
    block.rank(unknown, waiting, table);
    return table;
  }

  /** Finds a slot's best in order, as many as the old entry tells. */
  private void rank(long number, long entry, boolean displaced) {
    known = 0;
    lastKnown = -1;
    for (int rank = displaced ? 1 : 0; rank < SlotTable.RANKS; rank++) {
      int member = newIndex[SlotTable.member(entry, rank)];
      if (member != GONE) {
        append(number, member);
      }
    }
    int owner = newIndex[SlotTable.member(entry, 0)];
    if (displaced && owner != GONE) {
      tryNew(number, owner);
    }
    for (int member : tried) {
      tryNew(number, member);
    }
  }

  private void append(long number, int member) {
    int at = known++;
    best[heavier[member] ? place(number, member, at) : at] = member;
  }

  /** Puts a member in its place, unless it comes after all that are known. */
  private void tryNew(long number, int member) {
    int last = known - 1;
    if (last < 0 || heavier[member] && isKnown(member)) {
      return;
    }
    if (lastKnown != best[last]) {
      lastKnown = best[last];
      lastPair = costs.pair(number, lastKnown);
    }
    if (costs.less(member, costs.pair(number, member), lastKnown, lastPair)) {
      if (known < SlotTable.RANKS) {
        best[known++] = best[last];
      }
      best[place(number, member, last)] = member;
    }
  }

  private boolean isKnown(int member) {
    for (int rank = 0; rank < known; rank++) {
      if (best[rank] == member) {
        return true;
      }
    }
    return false;
  }

  /** Makes room for a member at this rank or in front of it; returns where. */
  private int place(long number, int member, int rank) {
    int at = rank;
    while (at > 0 && costs.less(number, member, best[at - 1])) {
      best[at] = best[at - 1];
      at--;
    }
    return at;
  }
}
