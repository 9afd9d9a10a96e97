package io.clockwise.health.check;

import io.clockwise.health.HealthBoard;
import io.clockwise.health.check.probe.ProbeResult;
import io.clockwise.health.check.probe.Prober;
import io.clockwise.model.Health;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.Meters;
import io.vertx.core.Vertx;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/*
 * Turns lie in a queue by their time. One timer stands for the first of them; when it fires, all
 * that are due start, as far as the pace and the number of those on their way allow it, and the
 * timer is set anew. A turn whose backend is gone, or has another turn by now, is passed over.
 */
/** Probes backends when it is their turn, and tells what was found out; on one event loop. */
final class Checks {
  private static final int PER_SECOND = 2000;
  private static final long LATE_NANOS = 10_000_000;
  private static final long WAIT_MILLIS = 5;
  private static final long GRAIN_MILLIS = 10; // many probes wake the loop together
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Vertx vertx;
  private final HealthBoard board;
  private final Meters meters;
  private final Prober prober;
  private final Roster roster = new Roster();
  private final FirstRound firstRound;
  private final StateLines lines = new StateLines();
  private final SplittableRandom random = new SplittableRandom();
  private final PriorityQueue<Turn> turns =
      new PriorityQueue<>(Comparator.comparingLong(Turn::nanos));
  private final Pace pace = new Pace(PER_SECOND, LATE_NANOS, System.nanoTime());
  private @Nullable RoutingTable followed;
  private int running;
  private long timer = -1;
  private boolean closed;

  private record Turn(Watched backend, long nanos) {}

  Checks(Vertx vertx, HealthBoard board, Meters meters) {
    this.vertx = vertx;
    this.board = board;
    this.meters = meters;
    this.prober = new Prober(vertx);
    this.firstRound = new FirstRound(board);
  }

  /** Takes a table: who comes is probed at once, who is gone is forgotten. */
  void follow(RoutingTable table) {
    boolean first = followed == null;
    if (followed != null && followed.config().equals(table.config())) {
      return; // only availability differs
    }
    followed = table;
    List<Watched> news = roster.follow(table, System.nanoTime());
    running = (int) roster.all().stream().filter(Watched::isRunning).count();
    board.retain(roster.present());
    board.checking(roster.pools());
    meters.retainProbes(roster.pools());
    roster.pools().forEach(meters::probes); // they are shown from now on
    if (first) {
      firstRound.begin(roster.keys());
    } else {
      firstRound.retain(roster.keys());
    }
    prober.retain(roster.all().stream().map(Watched::target).collect(Collectors.toSet()));
    news.forEach(this::queue);
    turn();
  }

  private void queue(Watched backend) {
    turns.add(new Turn(backend, backend.dueNanos()));
  }

  private void turn() {
    if (closed) {
      return;
    }
    vertx.cancelTimer(timer);
    long now = System.nanoTime();
    while (!turns.isEmpty()) {
      Turn next = turns.element();
      if (!next.backend().awaits(next.nanos())) {
        turns.remove();
      } else if (next.nanos() - now > 0) {
        sleep(Math.max(GRAIN_MILLIS, (next.nanos() - now) / NANOS_PER_MILLI + 1));
        return;
      } else if (running >= ChecksVerticle.AT_ONCE || !pace.take(now)) {
        warn(next, now);
        sleep(WAIT_MILLIS);
        return;
      } else {
        turns.remove();
        start(next.backend(), now);
      }
    }
  }

  private void sleep(long millis) {
    timer = vertx.setTimer(millis, fired -> turn());
  }

  private void warn(Turn next, long nowNanos) {
    long interval = next.backend().target().check().interval().toNanos();
    boolean again = next.backend().startedNanos() != 0; // a start with many takes its time
    if (again && nowNanos - next.nanos() > interval / 2) {
      lines.late(roster.all().size(), nowNanos);
    }
  }

  private void start(Watched backend, long nowNanos) {
    running++;
    backend.start(prober.start(backend.target(), result -> ended(backend, result)), nowNanos);
  }

  private void ended(Watched backend, ProbeResult result) {
    running--;
    long now = System.nanoTime();
    meters
        .probes(backend.key().pool())
        .ended(backend.key().id(), result.ok(), now - backend.startedNanos());
    if (backend.asksAgain(result)) {
      if (result.connects()) {
        overdue(backend, now);
      }
      backend.ended(now);
    } else {
      tell(backend, result, now);
      firstRound.probed(backend.key());
      backend.ended(next(backend, now));
    }
    queue(backend);
    if (turns.element().backend() == backend || running == ChecksVerticle.AT_ONCE - 1) {
      turn();
    }
  }

  private long next(Watched backend, long nowNanos) {
    return Spread.next(
        backend.startedNanos(), backend.target().check().interval(), random.nextDouble(), nowNanos);
  }

  private void tell(Watched backend, ProbeResult result, long nowNanos) {
    CheckState old = backend.state();
    CheckState next = old.after(result, backend.target().check());
    long lasted = backend.become(next, nowNanos);
    lines.changed(backend.key(), old, next, backend.target().check(), lasted);
    if (!next.verdict().equals(old.verdict()) || old.decides()) {
      board.checked(backend.key(), next.verdict());
    }
  }

  /** Looks for backends whose first result is missing for too long. */
  void look() {
    long now = System.nanoTime();
    for (Watched backend : roster.all()) {
      CheckState state = backend.state();
      if (state.health() == Health.CHECKING && !state.connects() && backend.isOverdue(now)) {
        overdue(backend, now);
      }
    }
  }

  /* Who is still unknown after the time of a probe may be tried where nobody is known. */
  private void overdue(Watched backend, long nowNanos) {
    backend.become(backend.state().overdue(), nowNanos);
    board.checked(backend.key(), backend.state().verdict());
  }

  /** Ends every probe. */
  void close() {
    closed = true;
    vertx.cancelTimer(timer);
    roster.all().forEach(Watched::leave);
    prober.close();
  }
}
