package io.clockwise.control;

import io.clockwise.control.flow.Patience;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.control.table.WarmSteps;
import io.clockwise.event.IntentState;
import io.clockwise.route.RoutingTable;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * At most one table is being built at a time, on a worker, from the newest state there is when the
 * build starts. States that arrive meanwhile wait in one field, each replacing the one before: a
 * burst of changes costs two builds, not one for each. Whoever waits for a revision is served by
 * the first table of that revision or a later one.
 */
/** From the newest accepted state to the published table; used on the controller's context only. */
final class PublishLoop {
  private static final Logger log = LoggerFactory.getLogger(PublishLoop.class);

  private final Context context;
  private final TableAssembler assembler;
  private final Function<RoutingTable, CompletableFuture<Void>> door;
  private final Function<Long, List<String>> lagging;
  private final Patience patience;
  private final List<Waiter> waiters = new ArrayList<>();

  private RoutingTable current;
  private Future<Void> settled = Future.succeededFuture();
  private @Nullable IntentState wanted;
  private IntentState newest;
  private long tick = -1;
  private @Nullable Throwable failure;
  private boolean building;
  private Future<?> running = Future.succeededFuture();
  private volatile Duration lastBuild = Duration.ZERO;

  private record Waiter(long revision, Promise<List<String>> pendingLoops) {}

  /**
   * The way out for tables.
   *
   * @param first the table that is published already
   * @param publish makes a table the current one; completes when every event loop uses it
   * @param lagging names the event loops that do not use an epoch yet
   * @param patience how long a loop may take before it is named
   */
  record Door(
      RoutingTable first,
      Function<RoutingTable, CompletableFuture<Void>> publish,
      Function<Long, List<String>> lagging,
      Duration patience) {}

  PublishLoop(Context context, TableAssembler assembler, IntentState first, Door door) {
    this.newest = first;
    this.context = context;
    this.assembler = assembler;
    this.current = door.first();
    this.door = door.publish();
    this.lagging = door.lagging();
    this.patience = new Patience(context, door.patience());
  }

  /** Publishes a table of this state, or of a newer one. */
  void want(IntentState state) {
    newest = state;
    wanted = state;
    build();
  }

  /** Publishes a table of the newest state if something besides the state has changed. */
  void refresh() {
    wanted = newest;
    build();
  }

  /**
   * Returns the event loops that do not use a table of this revision or a later one yet; completes
   * when there are none, or when the patience has ended. Fails when no table could be built.
   */
  Future<List<String>> inUse(long revision) {
    if (revision <= current.revision()) {
      long epoch = current.epoch();
      return settled.map(done -> lagging.apply(epoch));
    }
    Throwable cause = failure;
    if (cause != null && !building) {
      return Future.failedFuture(cause); // the build ended before anybody asked
    }
    Waiter waiter = new Waiter(revision, Promise.promise());
    waiters.add(waiter);
    return waiter.pendingLoops().future();
  }

  /** Returns how long the last build took; from any thread. */
  Duration lastBuild() {
    return lastBuild;
  }

  /** Completes when no table is being built. */
  Future<Void> idle() {
    return running.transform(built -> Future.succeededFuture());
  }

  /** Forgets what was built for changes that did not come, and tidies. */
  void rest() {
    assembler.forgetBuilt();
    tidy();
  }

  /** Forgets the meters of backends that are gone and have no work left by now. */
  void tidy() {
    if (!building) {
      assembler.forgetOthers(current);
    }
  }

  private void build() {
    IntentState state = wanted;
    if (building || state == null) {
      return;
    }
    wanted = null;
    failure = null;
    building = true;
    RoutingTable previous = current;
    long start = System.nanoTime();
    Future<RoutingTable> build =
        context.executeBlocking(() -> assembler.assemble(state, previous), false);
    running = build;
    build.onComplete(
        built -> {
          building = false;
          lastBuild = Duration.ofNanos(System.nanoTime() - start);
          if (built.succeeded()) {
            publish(built.result());
          } else {
            fail(state.revision(), built.cause());
          }
          build();
        });
  }

  private void publish(RoutingTable table) {
    warm(table);
    if (table.revision() == current.revision() && table.pools().equals(current.pools())) {
      return; // nothing came of it
    }
    current = table;
    settled = patience.with(Future.fromCompletionStage(door.apply(table), context));
    tidy();
    for (Waiter waiter : take(table.revision())) {
      settled.onComplete(done -> waiter.pendingLoops().complete(lagging.apply(table.epoch())));
    }
  }

  /* Who comes into service gets more keys as time goes by. */
  private void warm(RoutingTable table) {
    long step = WarmSteps.millis(table);
    context.owner().cancelTimer(tick); // one that is due later may be of another pool
    if (step > 0) {
      tick = context.owner().setTimer(step, timer -> refresh());
    }
  }

  private void fail(long revision, Throwable cause) {
    log.error(
        "no table of revision {} could be built, epoch {} stays: {}",
        revision,
        current.epoch(),
        cause.toString());
    failure = cause;
    take(revision).forEach(waiter -> waiter.pendingLoops().fail(cause));
  }

  private List<Waiter> take(long revision) {
    List<Waiter> taken = waiters.stream().filter(w -> w.revision() <= revision).toList();
    waiters.removeAll(taken);
    return taken;
  }
}
