package io.clockwise.control.autoscale;

import io.clockwise.config.AutoscaleConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.CareConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.control.intent.Intents;
import io.clockwise.control.intent.Reduction;
import io.clockwise.control.intent.StateReducer;
import io.clockwise.control.table.Previews;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentState;
import io.clockwise.event.Preview;
import io.clockwise.event.health.HealthView;
import io.clockwise.model.AdminState;
import io.clockwise.model.Drain;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.Meters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * A pool under a load that is a function of the time: real intent, real tables and the real rule,
 * with the time as an argument.
 */
final class ScaleModel {
  static final String POOL = "carts";
  private static final Duration TICK = Duration.ofMillis(100);
  private static final Duration DRAINED_AFTER = Duration.ofSeconds(3);

  /**
   * A step that was made.
   *
   * @param second since the start
   * @param load the mean that led to it
   */
  record Made(double second, boolean up, List<String> ids, double load, Preview.Pool moved) {}

  final List<Made> made = new ArrayList<>();
  final AutoscaleConfig rule;
  final TableAssembler assembler;
  IntentState state;
  RoutingTable table;

  /** For how long in a row the load was above what the open backends take well, at most. */
  double longestShort;

  private final PoolWatch watch;
  private final List<Ending> endings = new ArrayList<>();
  private long now;
  private double shortSince = -1;

  private record Ending(long at, String id) {}

  ScaleModel(AutoscaleConfig rule, HealthView health, List<BackendConfig> backends) {
    PoolConfig carts =
        Intents.pool().withBackends(backends).withCare(CareConfig.DEFAULT.withAutoscale(rule));
    this.rule = rule;
    this.assembler = new TableAssembler(new Meters(1), health);
    this.state = Intents.start(Intents.file(Map.of(POOL, carts)));
    this.table = assembler.assemble(state, null, 0);
    this.watch = new PoolWatch(pool().revision(), 0);
  }

  static ScaleModel of(AutoscaleConfig rule, int ready, int standby) {
    List<BackendConfig> backends = new ArrayList<>();
    for (int i = 0; i < ready + standby; i++) {
      String name = (i < ready ? "r" : "s") + i;
      backends.add(
          Intents.backend(name + "=h:" + (i + 1) + "*1@" + (i < ready ? "READY" : "MAINT"))
              .withStandby(i >= ready));
    }
    return new ScaleModel(rule, HealthView.ALL_UP, backends);
  }

  PoolSnapshot pool() {
    return table.pools().get(POOL);
  }

  double second() {
    return now / 1e9;
  }

  /** Lets time pass. */
  void run(double seconds, DoubleUnaryOperator load) {
    long end = now + (long) (seconds * 1e9);
    while (now < end) {
      now += TICK.toNanos();
      tick(load.applyAsDouble(second()));
    }
  }

  private void tick(double load) {
    endings.removeIf(
        ending -> {
          boolean due = ending.at() <= now;
          if (due) {
            end(ending.id());
          }
          return due;
        });
    watch.sample(Math.round(load), pool().revision(), now);
    note(load);
    if (watch.isDue(rule.interval(), now)) {
      double mean = watch.take(now);
      ScaleFacts facts = new ScaleFacts(rule, mean, PoolReading.parts(state, pool(), rule));
      ScaleStep step = ScaleRule.decide(facts, watch.sinceChange(now));
      if (step.isStep()) {
        watch.propose();
        make(step, mean);
        watch.proposed(true, now);
      }
    }
  }

  private void note(double load) {
    long capacity =
        PoolReading.parts(state, pool(), rule).stream()
            .filter(part -> part.role() == ScaleFacts.Role.SERVING)
            .mapToLong(ScaleFacts.Part::capacity)
            .sum();
    if (load <= capacity) {
      shortSince = -1;
      return;
    }
    shortSince = shortSince < 0 ? second() : shortSince;
    longestShort = Math.max(longestShort, second() - shortSince);
  }

  private void make(ScaleStep step, double mean) {
    RoutingTable before = table;
    List<BackendChange> changes = new ArrayList<>();
    step.up().forEach(id -> changes.add(new BackendChange.Wish(POOL, id, AdminState.READY)));
    step.down()
        .forEach(id -> changes.add(new BackendChange.Drained(POOL, id, null, null, null, false)));
    apply(ChangeRecord.Kind.AUTOSCALE, changes);
    step.down().forEach(id -> endings.add(new Ending(now + DRAINED_AFTER.toNanos(), id)));
    Preview.Pool moved =
        Previews.compare(before, table, 0).pools().stream()
            .filter(each -> each.pool().equals(POOL))
            .findFirst()
            .orElseThrow();
    List<String> ids = step.up().isEmpty() ? step.down() : step.up();
    made.add(new Made(second(), step.down().isEmpty(), ids, mean, moved));
  }

  private void end(String id) {
    Drain drain = state.head().drain(POOL, id);
    if (drain != null && drain.isOpen()) {
      apply(
          ChangeRecord.Kind.SYSTEM,
          List.of(new BackendChange.End(POOL, id, drain.id(), Drain.Outcome.DRAINED)));
    }
  }

  /** Makes changes; returns whether they were accepted. */
  boolean apply(ChangeRecord.Kind kind, List<BackendChange> changes) {
    String name = "c" + (state.revision() + 1);
    Instant time = Instant.EPOCH.plusNanos(now);
    Reduction planned =
        StateReducer.plan(
            state,
            new ChangeRecord(name, new ChangeRecord.Cause(kind, "x", "", time), changes),
            fingerprint -> null);
    if (!(planned instanceof Reduction.Accepted accepted)) {
      return false;
    }
    state = accepted.state();
    table = assembler.assemble(state, table, now);
    return true;
  }

  /** Returns the standby backends that are ready. */
  List<String> inService() {
    return state.effective().pools().get(POOL).backends().stream()
        .filter(backend -> backend.standby() && backend.state() == AdminState.READY)
        .map(BackendConfig::id)
        .toList();
  }
}
