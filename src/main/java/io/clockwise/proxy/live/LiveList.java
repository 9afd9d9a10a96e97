package io.clockwise.proxy.live;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entries in a row, linked through themselves: to add one and to remove one costs a few writes and
 * no object. It may change while it is gone through.
 */
final class LiveList {
  private @Nullable LiveEntry first;
  private int size;
  private final List<Cursor> cursors = new ArrayList<>(2);

  /** A place in the row; what is added behind its beginning is not met. */
  final class Cursor {
    private @Nullable LiveEntry next = first;

    private Cursor() {
      cursors.add(this);
    }

    /** Returns the next one, and goes on; null: there is none. */
    @Nullable LiveEntry take() {
      LiveEntry taken = next;
      if (taken != null) {
        next = taken.after;
      }
      return taken;
    }

    /** Ends it. */
    void close() {
      next = null;
      cursors.remove(this);
    }
  }

  int size() {
    return size;
  }

  /** Begins to go through it. */
  Cursor open() {
    return new Cursor();
  }

  void add(LiveEntry entry) {
    entry.list = this;
    entry.before = null;
    entry.after = first;
    if (first != null) {
      first.before = entry;
    }
    first = entry;
    size++;
  }

  void remove(LiveEntry entry) {
    for (int i = 0; i < cursors.size(); i++) { // by index: an iterator would be an allocation
      Cursor each = cursors.get(i);
      if (each.next == entry) {
        each.next = entry.after;
      }
    }
    if (entry.before != null) {
      entry.before.after = entry.after;
    } else {
      first = entry.after;
    }
    if (entry.after != null) {
      entry.after.before = entry.before;
    }
    entry.before = null;
    entry.after = null;
    entry.list = null;
    size--;
  }
}
