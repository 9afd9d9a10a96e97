package io.clockwise.placement.slots;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Slots;
import io.clockwise.placement.Membership;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The best four members of each slot, from a table over nearly the same members. */
final class RankUpdate {
  /*
   * An old entry holds its slot's best four, the owner in front, unless the owner is the worst of
   * them by key: then it may have come from further behind, and the fourth is unknown. Members that
   * stay keep their keys (their order too, since indexes follow the ids), so a slot's new best four
   * are the best of the old ones and the added members. Slots that lost one, or whose fourth is
   * unknown, are ranked anew together. A member of another weight is one removed and one added.
   */
  private static final int GONE = -1;

  private final SlotsPlacement old;
  private final PairCosts costs;
  private final int[] newIndex;
  private final int[] added;

  private RankUpdate(SlotsPlacement old, PairCosts costs, int[] newIndex, int[] added) {
    this.old = old;
    this.costs = costs;
    this.newIndex = newIndex;
    this.added = added;
  }

  /** Returns the update from an old table, or null when a new one costs less. */
  static @Nullable RankUpdate of(
      SlotsPlacement old, Slots settings, Membership members, PairCosts costs) {
    boolean alike =
        old.settings().count() == settings.count()
            && old.settings().seed().equals(settings.seed())
            && old.costs().equal() == costs.equal();
    if (!alike || old.members().size() < 2 * SlotTable.RANKS) {
      return null;
    }
    Map<String, Integer> indexes = new HashMap<>();
    for (int i = 0; i < members.size(); i++) {
      indexes.put(members.members().get(i).id(), i);
    }
    int[] newIndex = new int[old.members().size()];
    boolean[] stays = new boolean[members.size()];
    int gone = 0;
    for (int i = 0; i < newIndex.length; i++) {
      Member before = old.members().get(i);
      int index = indexes.getOrDefault(before.id(), GONE);
      if (index != GONE && (costs.equal() || members.weight(index) == before.weight())) {
        newIndex[i] = index;
        stays[index] = true;
      } else {
        newIndex[i] = GONE;
        gone++;
      }
    }
    int[] added = addedOf(stays);
    boolean small = SlotTable.RANKS * (gone + added.length) <= members.size();
    return small ? new RankUpdate(old, costs, newIndex, added) : null;
  }

  private static int[] addedOf(boolean[] stays) {
    List<Integer> added = new ArrayList<>();
    for (int i = 0; i < stays.length; i++) {
      if (!stays[i]) {
        added.add(i);
      }
    }
    return added.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Returns the entries, each by key. */
  long[] ranks() {
    long[] before = old.table();
    long[] table = new long[before.length];
    RankBlock block = new RankBlock(costs);
    int[] unknown = new int[RankBlock.SIZE];
    int waiting = 0;
    long[] keys = new long[SlotTable.RANKS];
    for (int slot = 0; slot < table.length; slot++) {
      if (known(slot, before[slot], keys)) {
        offerAdded(slot, keys);
        table[slot] = SlotTable.entry(keys[0], keys[1], keys[2], keys[3]);
      } else {
        unknown[waiting++] = slot;
        if (waiting == unknown.length) {
          block.rank(unknown, waiting, table);
          waiting = 0;
        }
      }
    }
    block.rank(unknown, waiting, table);
    return table;
  }

  /** Writes the keys of a slot's best four, ascending; returns false when they are not known. */
  private boolean known(int slot, long entry, long[] keys) {
    long number = Mixing.ofSlot(slot);
    for (int rank = 0; rank < SlotTable.RANKS; rank++) {
      int member = newIndex[SlotTable.member(entry, rank)];
      if (member == GONE) {
        return false;
      }
      keys[rank] = costs.key(number, member);
    }
    long owner = keys[0];
    if (owner > keys[SlotTable.RANKS - 1]) {
      return false;
    }
    int at = 0;
    while (owner > keys[at + 1]) { // ends: the last is greater
      keys[at] = keys[at + 1];
      at++;
    }
    keys[at] = owner;
    return true;
  }

  private void offerAdded(int slot, long[] keys) {
    long number = Mixing.ofSlot(slot);
    for (int member : added) {
      long key = costs.key(number, member);
      if (key < keys[SlotTable.RANKS - 1]) {
        int at = SlotTable.RANKS - 1;
        for (; at > 0 && key < keys[at - 1]; at--) {
          keys[at] = keys[at - 1];
        }
        keys[at] = key;
      }
    }
  }
}
