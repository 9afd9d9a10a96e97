package io.clockwise.proxy.live;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A clock that a test moves; each look at it may take time, as work does. */
final class FakeClock implements LoopClock {
  private record Timer(long id, long atNanos, Runnable action) {}

  private final Map<Long, Timer> timers = new HashMap<>();
  private final Deque<Runnable> turns = new ArrayDeque<>();
  private long nanos;
  private long epochMillis = 1_000_000_000_000L;
  private long nextTimer;
  private long lookNanos;
  private long longestTurnNanos;
  private int turnCount;

  /** Says how long the work takes between two looks at the clock. */
  void workNanos(long each) {
    lookNanos = each;
  }

  /** Sets the wall time anew, as an administrator or NTP does. */
  void jump(long millis) {
    epochMillis += millis;
  }

  /** Lets time pass, and what is due happen. */
  void advance(long millis) {
    long end = nanos + millis * 1_000_000;
    epochMillis += millis;
    while (true) {
      runTurns();
      Optional<Timer> next =
          timers.values().stream()
              .filter(t -> t.atNanos() <= end)
              .min(Comparator.comparingLong(Timer::atNanos).thenComparingLong(Timer::id));
      if (next.isEmpty()) {
        break;
      }
      timers.remove(next.get().id());
      nanos = Math.max(nanos, next.get().atNanos());
      turn(next.get().action());
    }
    nanos = Math.max(nanos, end);
  }

  void runTurns() {
    for (Runnable next = turns.poll(); next != null; next = turns.poll()) {
      turn(next);
    }
  }

  private void turn(Runnable action) {
    long began = nanos;
    turnCount++;
    try {
      action.run();
    } catch (IllegalStateException reported) {
      // as an event loop does
    }
    longestTurnNanos = Math.max(longestTurnNanos, nanos - began);
  }

  long longestTurnNanos() {
    return longestTurnNanos;
  }

  int turnCount() {
    return turnCount;
  }

  int timers() {
    return timers.size();
  }

  @Override
  public long nanos() {
    nanos += lookNanos;
    return nanos;
  }

  @Override
  public long epochMillis() {
    return epochMillis;
  }

  @Override
  public long timer(long millis, Runnable action) {
    long id = nextTimer++;
    timers.put(id, new Timer(id, nanos + millis * 1_000_000, action));
    return id;
  }

  @Override
  public void cancel(long timer) {
    timers.remove(timer);
  }

  @Override
  public void soon(Runnable action) {
    turns.add(action);
  }
}
