package io.clockwise.health.outlier;

import io.clockwise.config.OutlierConfig;
import io.clockwise.health.HealthBoard;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Health;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.PoolSnapshot.Slot;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.outcome.BackendOutcomes;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks, ten times a second, at how backends serve their requests, and ejects those that do not;
 * used on one context, which is the board's.
 */
public final class OutlierWatch {
  private static final Logger log = LoggerFactory.getLogger(OutlierWatch.class);
  private static final long PERIOD_MILLIS = 100;
  private static final int SHORTEST_RUN = 2; // what counts on trial

  private final Vertx vertx;
  private final RoutingTableRef tables;
  private final HealthBoard board;
  private final InstantSource clock;
  private final ReturnProbe probe;
  private final Map<String, Watched> watched = new HashMap<>();
  private long timer = -1;

  private record Watched(PoolEjections ejections, Slowness slowness) {}

  /** Makes one that has not begun. */
  public OutlierWatch(Vertx vertx, RoutingTableRef tables, HealthBoard board, InstantSource clock) {
    this.vertx = vertx;
    this.tables = tables;
    this.board = board;
    this.clock = clock;
    this.probe = new ReturnProbe(vertx, board);
  }

  /** Begins to look, on this context from now on. */
  public void start() {
    timer = vertx.setPeriodic(PERIOD_MILLIS, turn -> look(System.nanoTime()));
  }

  /** Ends that; who is ejected stays so. */
  public void stop() {
    vertx.cancelTimer(timer);
    probe.close();
  }

  /** Looks once. */
  public void look(long nowNanos) {
    Map<String, PoolSnapshot> pools = tables.current().pools();
    watched.entrySet().removeIf(each -> isOver(each.getKey(), each.getValue(), pools));
    for (PoolSnapshot pool : pools.values()) {
      OutlierConfig rule = pool.config().care().outlier();
      if (rule != null) {
        look(pool, rule, nowNanos);
      }
    }
  }

  private boolean isOver(String name, Watched of, Map<String, PoolSnapshot> pools) {
    PoolSnapshot pool = pools.get(name);
    if (pool != null && pool.config().care().outlier() != null) {
      return false;
    }
    of.ejections().end().forEach(step -> forget(name, step.id()));
    return true;
  }

  private void look(PoolSnapshot pool, OutlierConfig rule, long nowNanos) {
    Watched of =
        watched.computeIfAbsent(
            pool.name(), name -> new Watched(new PoolEjections(), new Slowness()));
    if (rule.slowFactor() > 0) {
      of.slowness().look(serving(pool, of.ejections()), nowNanos);
    }
    List<Sight> sights = new ArrayList<>(pool.size());
    for (int i = 0; i < pool.size(); i++) {
      sights.add(sight(pool.slot(i), rule, of.slowness()));
    }
    for (Step step : of.ejections().look(sights, rule, nowNanos)) {
      take(step, pool);
    }
  }

  private static Map<String, BackendOutcomes> serving(PoolSnapshot pool, PoolEjections ejections) {
    Map<String, BackendOutcomes> serving = new HashMap<>();
    for (int i = 0; i < pool.size(); i++) {
      String id = pool.backend(i).id();
      if (!ejections.isAway(id)) {
        serving.put(id, pool.meters(i).outcomes());
      }
    }
    return serving;
  }

  private static Sight sight(Slot slot, OutlierConfig rule, Slowness slowness) {
    BackendOutcomes outcomes = slot.meters().outcomes();
    String id = slot.backend().id();
    return new Sight(
        id,
        slot.backend().address().toString(),
        slot.backend().weight(),
        role(slot),
        outcomes.runs(Math.min(SHORTEST_RUN, rule.consecutiveFailures())),
        outcomes.answers(),
        rule.slowFactor() > 0 ? slowness.of(id) : 0);
  }

  /* One that is down and open is so since there is nobody else. */
  private static Sight.Role role(Slot slot) {
    if (slot.backend().adminState() == AdminState.MAINT) {
      return Sight.Role.ALONE;
    }
    boolean usable =
        slot.availability() == Availability.OPEN && slot.health().effective() != Health.DOWN;
    return usable ? Sight.Role.USABLE : Sight.Role.OTHER;
  }

  private void take(@Nullable Step step, PoolSnapshot pool) {
    if (step instanceof Step.Eject eject) {
      eject(pool, eject);
    } else if (step instanceof Step.Ask ask) {
      int index = pool.indexOf(ask.id());
      probe.ask(pool, index).onSuccess(well -> told(pool.name(), ask.id(), well));
    } else if (step instanceof Step.Stay stay) {
      board.ejected(
          new HealthBoard.Key(pool.name(), stay.id()),
          EjectionText.stays(ReturnProbe.hasChecks(pool), stay.why()));
    } else if (step instanceof Step.Return back) {
      comeBack(pool, back);
    } else if (step instanceof Step.Forget gone) {
      int other = pool.indexOf(gone.id());
      if (other >= 0) {
        pool.meters(other).outcomes().restart(); // another server has failed nobody
      }
      forget(pool.name(), gone.id());
    }
  }

  private void eject(PoolSnapshot pool, Step.Eject eject) {
    String text = EjectionText.until(clock.instant(), eject.time(), eject.why());
    pool.meters(pool.indexOf(eject.id())).ejected(eject.why().reason());
    log.warn("pool {}, backend {}: {}", pool.name(), eject.id(), text);
    board.ejected(new HealthBoard.Key(pool.name(), eject.id()), text);
  }

  private void told(String name, String id, boolean well) {
    PoolSnapshot pool = tables.current().pools().get(name);
    OutlierConfig rule = pool == null ? null : pool.config().care().outlier();
    Watched of = watched.get(name);
    if (pool != null && rule != null && of != null && pool.indexOf(id) >= 0) {
      take(of.ejections().told(id, well, rule, System.nanoTime()), pool);
    }
  }

  private void comeBack(PoolSnapshot pool, Step.Return back) {
    pool.meters(pool.indexOf(back.id())).outcomes().restart(); // before it gets requests again
    Watched of = watched.get(pool.name());
    if (of != null) {
      of.slowness().forget(back.id());
    }
    log.info(
        "pool {}, backend {}: back after {} ms, on trial",
        pool.name(),
        back.id(),
        back.away().toMillis());
    board.ejected(new HealthBoard.Key(pool.name(), back.id()), null);
  }

  private void forget(String pool, String id) {
    board.ejected(new HealthBoard.Key(pool, id), null);
  }
}
