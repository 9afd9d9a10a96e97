package io.clockwise.proxy.live;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is planned on one event loop, each thing once. Thousands of things have one timer, and what
 * is due together is done a little in each turn of the loop.
 */
final class Agenda {
  /*
   * A binary heap in which each thing knows its place (Williams, "Heapsort", CACM 7(6), 1964): to
   * plan, to plan anew and to drop cost O(log n), and no object.
   */

  /** How long one turn may take. */
  static final long TURN_NANOS = 1_000_000;

  private final LoopClock clock;
  private final Consumer<Planned> due;
  private @Nullable Planned[] heap = new Planned[16];
  private int size;
  private long timer = -1;
  private long timerNanos;
  private boolean running;

  /**
   * Makes an empty one.
   *
   * @param due gets what is due; it has left the agenda then
   */
  Agenda(LoopClock clock, Consumer<Planned> due) {
    this.clock = clock;
    this.due = due;
  }

  int size() {
    return size;
  }

  /** Plans something, or plans it anew. */
  void plan(Planned what, long atNanos) {
    if (what.place < 0) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, 2 * size);
      }
      what.place = size++;
    }
    what.dueNanos = atNanos;
    settle(what);
    arm();
  }

  /** Drops something; nothing when it is not planned. */
  void drop(Planned what) {
    int hole = what.place;
    if (hole < 0) {
      return;
    }
    what.place = -1;
    Planned last = at(--size);
    heap[size] = null;
    if (last != what) {
      last.place = hole;
      settle(last);
    }
    arm();
  }

  /** Moves something from its place to where it belongs. */
  private void settle(Planned what) {
    int hole = what.place;
    while (hole > 0 && at((hole - 1) / 2).dueNanos > what.dueNanos) {
      put(at((hole - 1) / 2), hole);
      hole = (hole - 1) / 2;
    }
    for (int child = earlierChild(hole); child >= 0; child = earlierChild(hole)) {
      if (at(child).dueNanos >= what.dueNanos) {
        break;
      }
      put(at(child), hole);
      hole = child;
    }
    put(what, hole);
  }

  private int earlierChild(int parent) {
    int left = 2 * parent + 1;
    if (left >= size) {
      return -1;
    }
    int right = left + 1;
    return right < size && at(right).dueNanos < at(left).dueNanos ? right : left;
  }

  private Planned at(int place) {
    Planned there = heap[place];
    if (there == null) {
      throw new IllegalStateException("nothing at " + place);
    }
    return there;
  }

  private void put(Planned what, int place) {
    heap[place] = what;
    what.place = place;
  }

  /** Sets the timer for what comes first, unless it is set. */
  private void arm() {
    if (running || size > 0 && timer >= 0 && timerNanos == at(0).dueNanos) {
      return;
    }
    if (timer >= 0) {
      clock.cancel(timer);
      timer = -1;
    }
    if (size > 0) {
      timerNanos = at(0).dueNanos;
      long millis = (timerNanos - clock.nanos() + 999_999) / 1_000_000;
      timer = clock.timer(Math.max(1, millis), this::fire);
    }
  }

  private void fire() {
    timer = -1;
    run();
  }

  private void run() {
    running = true;
    long began = clock.nanos();
    try {
      long now = began;
      while (isDue(now) && now - began < TURN_NANOS) {
        Planned next = at(0);
        drop(next);
        due.accept(next);
        now = clock.nanos();
      }
    } finally { // a fault of one is not to keep the others
      goOn();
    }
  }

  private void goOn() {
    if (isDue(clock.nanos())) {
      clock.soon(this::run); // still running: what is planned meanwhile needs no timer
    } else {
      running = false;
      arm();
    }
  }

  private boolean isDue(long nowNanos) {
    return size > 0 && at(0).dueNanos <= nowNanos;
  }
}
