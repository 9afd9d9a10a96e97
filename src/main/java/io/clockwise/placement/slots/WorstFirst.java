package io.clockwise.placement.slots;

/** The slots that a full member holds, the worst in front: a binary heap by (cost, slot). */
final class WorstFirst {
  private final long[] costs;
  private final int[] slots;
  private int size;

  WorstFirst(int capacity) {
    costs = new long[capacity];
    slots = new int[capacity];
  }

  /** Returns the cost of the worst slot. */
  long cost() {
    return costs[0];
  }

  /** Returns the worst slot. */
  int slot() {
    return slots[0];
  }

  /** Returns the slot in a place of the heap. */
  int slotAt(int place) {
    return slots[place];
  }

  /** Adds a slot. */
  void add(long cost, int slot) {
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (!worse(cost, slot, costs[parent], slots[parent])) {
        break;
      }
      costs[at] = costs[parent];
      slots[at] = slots[parent];
      at = parent;
    }
    costs[at] = cost;
    slots[at] = slot;
  }

  /** Tells whether a slot is worse than the worst. */
  boolean refuses(long cost, int slot) {
    return worse(cost, slot, costs[0], slots[0]);
  }

  /** Puts a slot in the place of the worst. */
  void replaceWorst(long cost, int slot) {
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size
          && worse(costs[child + 1], slots[child + 1], costs[child], slots[child])) {
        child++;
      }
      if (!worse(costs[child], slots[child], cost, slot)) {
        break;
      }
      costs[at] = costs[child];
      slots[at] = slots[child];
      at = child;
    }
    costs[at] = cost;
    slots[at] = slot;
  }

  private static boolean worse(long cost, int slot, long otherCost, int otherSlot) {
    return cost > otherCost || cost == otherCost && slot > otherSlot;
  }
}
