package io.clockwise.telemetry.accesslog;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** A bounded queue from one event loop to the writer's thread: no lock, a full one drops. */
final class RecordRing {
  /* Single producer, single consumer. The producer alone moves `tail`, the consumer alone `head`;
  a slot is handed over by the release store of its reference and freed by the release store of
  null, so neither side ever needs the other's index. */
  private final AtomicReferenceArray<@Nullable AccessRecord> slots;
  private final int mask;
  private final AtomicLong tail = new AtomicLong();
  private final AtomicLong head = new AtomicLong();

  RecordRing(int capacity) {
    if (Integer.bitCount(capacity) != 1) {
      throw new IllegalArgumentException("not a power of two: " + capacity);
    }
    slots = new AtomicReferenceArray<>(capacity);
    mask = capacity - 1;
  }

  /** Takes a record; false when the ring is full. */
  boolean offer(AccessRecord record) {
    long at = tail.getPlain();
    int slot = (int) at & mask;
    if (slots.getAcquire(slot) != null) {
      return false;
    }
    slots.setRelease(slot, record);
    tail.setPlain(at + 1);
    return true;
  }

  @Nullable AccessRecord poll() {
    long at = head.getPlain();
    int slot = (int) at & mask;
    AccessRecord record = slots.getAcquire(slot);
    if (record != null) {
      slots.setRelease(slot, null);
      head.setPlain(at + 1);
    }
    return record;
  }
}
