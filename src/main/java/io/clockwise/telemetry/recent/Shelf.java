package io.clockwise.telemetry.recent;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/** The last so many requests of one kind; one thread puts, any may look. */
final class Shelf {
  private final AtomicReferenceArray<RecentRequest> places;
  private final AtomicLong puts = new AtomicLong();

  /** Makes an empty one with so many places. */
  Shelf(int size) {
    places = new AtomicReferenceArray<>(size);
  }

  /** Puts one in the place of the oldest. */
  void put(RecentRequest request) {
    long at = puts.getPlain();
    places.setRelease((int) (at % places.length()), request);
    puts.setRelease(at + 1);
  }

  /** Returns how many there are. */
  int size() {
    return (int) Math.min(puts.getAcquire(), places.length());
  }

  /** Shows those with this id. */
  void find(String id, Consumer<RecentRequest> found) {
    for (int i = size() - 1; i >= 0; i--) {
      RecentRequest each = places.getAcquire(i);
      if (each.asked().id().equals(id)) {
        found.accept(each);
      }
    }
  }
}
