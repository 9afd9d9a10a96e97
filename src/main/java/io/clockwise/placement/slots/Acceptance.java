package io.clockwise.placement.slots;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Who owns each slot when nobody may own more than its quota: deferred acceptance.
 *
 * <p>Source: D. Gale, L. Shapley, "College Admissions and the Stability of Marriage", 1962.
 */
final class Acceptance {
  /*
   * A slot asks members in the order of its keys; a member at its quota refuses the worst of those
   * that it holds and the new one, by (cost, slot); a refused slot asks on. Preferences are strict,
   * so the result is the one stable assignment that is best for the slots, whatever the order of
   * asking. Members below their quota keep a linked list; a heap is made when one becomes full,
   * which a few of them do. No keys are stored: those of the few slots concerned are computed again.
   * In a small pool hardly anybody ever reaches a quota: where counting tells that all slots may
   * have their best, nobody asks.
   */
  private static final int END = -1;

  private final PairCosts costs;
  private final long[] table;
  private final int[] quotas;
  private final int[] held;
  private final int[] heads;
  private final int[] next;
  private final @Nullable WorstFirst[] full;
  private final BitSet displaced = new BitSet();

  /**
   * Makes an assignment.
   *
   * @param table for each slot its best members by key; becomes the owner, then the others
   * @param quotas adding up to at least the number of slots
   */
  private Acceptance(PairCosts costs, long[] table, int[] quotas) {
    this.costs = costs;
    this.table = table;
    this.quotas = quotas;
    this.held = new int[quotas.length];
    this.heads = new int[quotas.length];
    this.next = new int[table.length];
    this.full = new WorstFirst[quotas.length];
    Arrays.fill(heads, END);
  }

  /**
   * Puts the owner of each slot in front of its entry.
   *
   * @param table for each slot its best members by key
   * @param quotas the most slots of each member, adding up to at least all of them
   * @return the slots whose owner is not their best
   */
  static BitSet assign(PairCosts costs, long[] table, int[] quotas) {
    if (allGetTheirBest(table, quotas)) {
      return new BitSet();
    }
    Acceptance acceptance = new Acceptance(costs, table, quotas);
    for (int slot = 0; slot < table.length; slot++) {
      acceptance.ask(slot, SlotTable.member(table[slot], 0));
    }
    acceptance.writeOwners();
    return acceptance.displaced;
  }

  private static boolean allGetTheirBest(long[] table, int[] quotas) {
    int[] rest = quotas.clone();
    int most = 0;
    for (long entry : table) {
      most |= --rest[SlotTable.member(entry, 0)];
    }
    return most >= 0; // negative when one of them was
  }

  private void ask(int asking, int member) {
    int slot = asking;
    int asked = member;
    while (true) {
      if (held[asked] < quotas[asked]) {
        held[asked]++;
        next[slot] = heads[asked];
        heads[asked] = slot;
        return;
      }
      WorstFirst heap = heap(asked);
      long key = costs.key(Mixing.ofSlot(slot), asked);
      long cost = key >>> PairCosts.MEMBER_BITS;
      if (!heap.refuses(cost, slot)) {
        int refused = heap.slot();
        key = heap.cost() << PairCosts.MEMBER_BITS | asked;
        heap.replaceWorst(cost, slot);
        slot = refused;
      }
      asked = memberAfter(slot, key);
    }
  }

  private WorstFirst heap(int member) {
    WorstFirst present = full[member];
    if (present != null) {
      return present;
    }
    WorstFirst heap = new WorstFirst(quotas[member]);
    for (int slot = heads[member]; slot != END; slot = next[slot]) {
      heap.add(costs.key(Mixing.ofSlot(slot), member) >>> PairCosts.MEMBER_BITS, slot);
    }
    full[member] = heap;
    return heap;
  }

  /** Returns the member that a slot asks after the one of this key. */
  private int memberAfter(int slot, long key) {
    long number = Mixing.ofSlot(slot);
    int refusing = (int) (key & PairCosts.MEMBER);
    long entry = table[slot];
    for (int rank = 0; rank < SlotTable.RANKS - 1; rank++) {
      if (SlotTable.member(entry, rank) == refusing) {
        return SlotTable.member(entry, rank + 1);
      }
    }
    long best = Long.MAX_VALUE;
    for (int member = 0; member < costs.size(); member++) {
      long other = costs.key(number, member);
      if (other > key && other < best) {
        best = other;
      }
    }
    return (int) (best & PairCosts.MEMBER);
  }

  private void writeOwners() {
    for (int member = 0; member < quotas.length; member++) {
      WorstFirst heap = full[member];
      if (heap == null) {
        for (int slot = heads[member]; slot != END; slot = next[slot]) {
          writeOwner(slot, member);
        }
      } else {
        for (int i = 0; i < quotas[member]; i++) {
          writeOwner(heap.slotAt(i), member);
        }
      }
    }
  }

  private void writeOwner(int slot, int member) {
    if (SlotTable.member(table[slot], 0) != member) {
      table[slot] = SlotTable.withOwner(table[slot], member);
      displaced.set(slot);
    }
  }
}
