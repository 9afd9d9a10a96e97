package io.clockwise.proxy.loop.park;

import io.vertx.core.Vertx;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** The requests of one event loop that wait for a table by which they can be decided. */
public final class ParkedRequests {
  private static final int MOST = 1000;

  private final Vertx vertx;
  private final Set<Parked> all = new LinkedHashSet<>();

  /** A request that waits. */
  public final class Parked {
    private final BooleanSupplier again;
    private final long timer;

    private Parked(BooleanSupplier again, long millis, Runnable late) {
      this.again = again;
      this.timer =
          vertx.setTimer(
              millis,
              fired -> {
                if (all.remove(this)) {
                  late.run();
                }
              });
    }

    /** Waits no longer, whatever comes. */
    public void leave() {
      if (all.remove(this)) {
        vertx.cancelTimer(timer);
      }
    }
  }

  /** Makes those of an event loop, on that loop. */
  public ParkedRequests(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Tells whether one more may wait. */
  public boolean hasRoom() {
    return all.size() < MOST;
  }

  /**
   * Lets a request wait.
   *
   * @param again decides it anew; true: it does not wait any more
   * @param millis how long at most
   * @param late what happens then
   */
  public Parked park(BooleanSupplier again, long millis, Runnable late) {
    Parked parked = new Parked(again, millis, late);
    all.add(parked);
    return parked;
  }

  /** Decides all anew. */
  public void tableFollowed() {
    if (all.isEmpty()) {
      return;
    }
    for (Parked parked : List.copyOf(all)) {
      if (all.contains(parked) && parked.again.getAsBoolean()) {
        parked.leave();
      }
    }
  }
}
