package io.clockwise.route;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Where one event loop says which table it uses. */
public final class LoopSeat {
  private final String name;
  private final Executor loop;
  private volatile long epoch;

  LoopSeat(String name, Executor loop, long epoch) {
    this.name = name;
    this.loop = loop;
    this.epoch = epoch;
  }

  /** Returns the event loop's name. */
  public String name() {
    return name;
  }

  /** Returns the newest epoch that the loop is known to use. */
  public long epoch() {
    return epoch;
  }

  /* A task that runs on the loop proves that each request the loop reads later sees the table that
  was published before the task was handed over. */
  void ask(long wanted, Runnable told) {
    try {
      loop.execute(() -> answer(wanted, told));
    } catch (RejectedExecutionException ended) {
      answer(wanted, told); // a loop that takes no more tasks reads no more requests
    }
  }

  private void answer(long wanted, Runnable told) {
    epoch = Math.max(epoch, wanted);
    told.run();
  }
}
