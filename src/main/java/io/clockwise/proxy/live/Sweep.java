package io.clockwise.proxy.live;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A way through all entries of some lists, a little of it in each turn of the event loop. */
final class Sweep {
  private final LoopClock clock;
  private final List<LiveList> lists;
  private final Consumer<LiveEntry> step;
  private LiveList.@Nullable Cursor cursor;
  private int list;
  private boolean later;

  /**
   * Makes one that does not move yet.
   *
   * @param step what is done with each entry, which may leave its list
   */
  Sweep(LoopClock clock, List<LiveList> lists, Consumer<LiveEntry> step) {
    this.clock = clock;
    this.lists = lists;
    this.step = step;
  }

  /** Begins, or begins anew when it is on its way. */
  void begin() {
    if (cursor != null) {
      cursor.close();
    }
    list = 0;
    cursor = lists.get(0).open();
    if (!later) {
      run();
    }
  }

  private void run() {
    later = true;
    long began = clock.nanos();
    try {
      do {
        LiveEntry entry = next();
        later = entry != null;
        if (entry != null) {
          step.accept(entry);
        }
      } while (later && clock.nanos() - began < Agenda.TURN_NANOS);
    } finally { // a fault of one is not to keep the others
      if (later) {
        clock.soon(this::run);
      }
    }
  }

  private @Nullable LiveEntry next() {
    while (cursor != null) {
      LiveEntry found = cursor.take();
      if (found != null) {
        return found;
      }
      cursor.close();
      cursor = ++list < lists.size() ? lists.get(list).open() : null;
    }
    return null;
  }
}
