package io.clockwise.route;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The door between changes and requests: one reference to the published table.
 *
 * <p>Written by the one writer in {@code control} (release), read once by each request (acquire).
 */
public final class RoutingTableRef {
  private final AtomicReference<RoutingTable> table;
  private final List<LoopSeat> seats = new CopyOnWriteArrayList<>();
  private final List<Runnable> watchers = new CopyOnWriteArrayList<>();

  /** Holds this table to begin with. */
  public RoutingTableRef(RoutingTable first) {
    table = new AtomicReference<>(first);
  }

  /** Returns the published table. */
  public RoutingTable current() {
    return table.getAcquire();
  }

  /** Gives an event loop a seat; from now on a publish waits for it. */
  public LoopSeat join(String name, Executor loop) {
    LoopSeat seat = new LoopSeat(name, loop, 0);
    seats.add(seat);
    long epoch = current().epoch();
    seat.ask(epoch, () -> {});
    return seat;
  }

  /** Takes the seat of an event loop that ends. */
  public void leave(LoopSeat seat) {
    seats.remove(seat);
  }

  /**
   * Replaces the table; by the one writer only.
   *
   * @return completes when every event loop uses the new table
   */
  public CompletableFuture<Void> publish(RoutingTable next) {
    if (next.epoch() <= current().epoch()) {
      throw new IllegalStateException("epoch " + next.epoch() + " is not newer");
    }
    table.setRelease(next);
    watchers.forEach(Runnable::run);
    return CompletableFuture.allOf(
        seats.stream()
            .map(
                seat -> {
                  CompletableFuture<Void> told = new CompletableFuture<>();
                  seat.ask(next.epoch(), () -> told.complete(null));
                  return told;
                })
            .toArray(CompletableFuture[]::new));
  }

  /**
   * Tells a watcher of each new table, on the writer's thread; nobody waits for it.
   *
   * @return ends that
   */
  public Runnable watch(Runnable published) {
    watchers.add(published);
    return () -> watchers.remove(published);
  }

  /** Returns the names of the event loops that do not use this epoch, or a newer one, yet. */
  public List<String> lagging(long epoch) {
    return seats.stream().filter(s -> s.epoch() < epoch).map(LoopSeat::name).toList();
  }
}
