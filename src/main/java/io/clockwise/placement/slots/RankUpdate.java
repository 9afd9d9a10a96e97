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
  private final int[] best = new int[SlotTable.RANKS];

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
    for (int slot = 0; slot < table.length; slot++) {
      if (rank(Mixing.ofSlot(slot), before[slot])) {
        table[slot] = entry();
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

  private long entry() {
    long entry = 0;
    for (int rank = 0; rank < SlotTable.RANKS; rank++) {
      entry |= (long) best[rank] << (rank * Character.SIZE);
    }
    return entry;
  }

  /** Finds a slot's best four, in order; returns false when the old entry does not tell. */
  private boolean rank(long number, long entry) {
    for (int rank = 0; rank < SlotTable.RANKS; rank++) {
      best[rank] = newIndex[SlotTable.member(entry, rank)];
      if (best[rank] == GONE) {
        return false;
      }
    }
    if (costs.key(number, best[0]) > costs.key(number, best[1]) && !moveOwner(number)) {
      return false;
    }
    for (int member : added) {
      if (!costs.surelyGreater(number, member, best[SlotTable.RANKS - 1])) {
        insert(number, member);
      }
    }
    return true;
  }

  /** Moves the owner to its place by key; returns false when it is the last. */
  private boolean moveOwner(long number) {
    int owner = best[0];
    long key = costs.key(number, owner);
    int at = 0;
    while (at < SlotTable.RANKS - 1 && key > costs.key(number, best[at + 1])) {
      best[at] = best[at + 1];
      at++;
    }
    best[at] = owner;
    return at < SlotTable.RANKS - 1;
  }

  private void insert(long number, int member) {
    long key = costs.key(number, member);
    int at = SlotTable.RANKS;
    while (at > 0 && key < costs.key(number, best[at - 1])) {
      at--;
    }
    if (at < SlotTable.RANKS) {
      System.arraycopy(best, at, best, at + 1, SlotTable.RANKS - 1 - at);
      best[at] = member;
    }
  }
}
