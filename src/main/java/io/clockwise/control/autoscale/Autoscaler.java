package io.clockwise.control.autoscale;

import io.clockwise.config.AutoscaleConfig;
import io.clockwise.control.Controller;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.IntentLog;
import io.clockwise.event.Preview;
import io.clockwise.event.health.HealthPort;
import io.clockwise.model.AdminState;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.telemetry.Meters;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * It runs on the controller's context, but proposes like anybody else: through the log, with a
 * record of its own kind. Whether it may still do what it decided is asked again when the change is
 * planned, so an operator who is faster is not overruled.
 */
/** Looks how busy pools are, and proposes what {@link ScaleRule} decides. */
public final class Autoscaler {
  private static final Logger log = LoggerFactory.getLogger(Autoscaler.class);
  private static final String ACTOR = "autoscale";
  private static final long SAMPLE_MILLIS = 100;
  private static final Duration BACKOFF = Duration.ofMillis(500);

  private final Controller controller;
  private final HealthPort health;
  private final Meters meters;
  private final InstantSource clock;
  private final Webhook webhook;
  private final Map<String, PoolWatch> pools = new HashMap<>();

  private Autoscaler(Controller controller, HealthPort health, Meters meters, InstantSource clock) {
    this.controller = controller;
    this.health = health;
    this.meters = meters;
    this.clock = clock;
    Context context = controller.context();
    this.webhook = new Webhook(context, BACKOFF, ThreadLocalRandom.current()::nextDouble);
  }

  /** Begins to look, until the controller ends. */
  public static void begin(
      Controller controller, HealthPort health, Meters meters, InstantSource clock) {
    Autoscaler scaler = new Autoscaler(controller, health, meters, clock);
    Context context = controller.context();
    context.runOnContext(
        turn ->
            context.owner().setPeriodic(SAMPLE_MILLIS, timer -> scaler.look(System.nanoTime())));
  }

  private void look(long nowNanos) {
    Set<String> present = new HashSet<>();
    boolean frozen = isFrozen();
    for (PoolSnapshot pool : controller.table().current().pools().values()) {
      AutoscaleConfig rule = pool.config().care().autoscale();
      if (rule != null) {
        present.add(pool.name());
        look(pool, rule, frozen, nowNanos);
      }
    }
    pools.keySet().retainAll(present);
  }

  private void look(PoolSnapshot pool, AutoscaleConfig rule, boolean frozen, long nowNanos) {
    PoolWatch watch =
        pools.computeIfAbsent(pool.name(), name -> new PoolWatch(pool.revision(), nowNanos));
    watch.sample(PoolReading.inFlight(pool), pool.revision(), nowNanos);
    if (!watch.isDue(rule.interval(), nowNanos)) {
      return;
    }
    ScaleFacts facts =
        new ScaleFacts(
            rule, watch.take(nowNanos), PoolReading.parts(controller.state(), pool, rule));
    meters.scale(pool.name()).utilisation(facts.utilisation());
    if (frozen || isUnsettled(pool.name())) {
      return;
    }
    ScaleStep step = ScaleRule.decide(facts, watch.sinceChange(nowNanos));
    tell(pool.name(), rule, watch, step);
    if (step.isStep()) {
      propose(pool, watch, step);
    }
  }

  private boolean isFrozen() {
    Instant until = health.frozenUntil();
    return until != null && until.isAfter(clock.instant());
  }

  private boolean isUnsettled(String pool) {
    for (String each : health.unsettled()) {
      if (each.equals(pool)) {
        return true;
      }
    }
    return false;
  }

  private void tell(String pool, AutoscaleConfig rule, PoolWatch watch, ScaleStep step) {
    ScaleStep.Outlook outlook = step.outlook();
    int served = outlook.ready() + step.up().size();
    boolean lacks = outlook.standby() == 0 && outlook.wanted() > served;
    if (watch.isNews(outlook, lacks) && !rule.webhook().isEmpty()) {
      webhook
          .tell(pool, rule.webhook(), outlook, meters.scale(pool))
          .onSuccess(
              result -> {
                if (result == Webhook.Result.FAILED) {
                  watch.untold();
                }
              });
    }
  }

  private void propose(PoolSnapshot of, PoolWatch watch, ScaleStep step) {
    String pool = of.name();
    List<BackendChange> changes = new ArrayList<>();
    step.up().forEach(id -> changes.add(new BackendChange.Wish(pool, id, AdminState.READY)));
    step.down()
        .forEach(
            id ->
                changes.add(
                    new BackendChange.Drained(
                        pool, id, PoolReading.deadline(of, id), null, null, false)));
    ChangeProposal proposal =
        new ChangeProposal(
            new ChangeProposal.Scaling(changes),
            ACTOR,
            step.reason(),
            new ChangeProposal.Terms(null, false, null, IntentLog.Durability.AT_BEST),
            ChangeProposal.Mode.MAKE_AND_TELL);
    watch.propose();
    Future.fromCompletionStage(controller.propose(proposal), controller.context())
        .onComplete(
            done -> {
              boolean made = done.succeeded() && made(pool, step, done.result());
              watch.proposed(made, System.nanoTime());
              if (done.failed()) {
                log.error("pool {} was not scaled", pool, done.cause());
              }
            });
  }

  private boolean made(String pool, ScaleStep step, ChangeOutcome outcome) {
    if (outcome instanceof ChangeOutcome.Refused refused) {
      if (refused.why() != ChangeOutcome.Why.STOPPING) {
        log.warn("pool {} is not scaled: {}", pool, refused.detail());
      }
      return false;
    }
    if (!(outcome instanceof ChangeOutcome.Applied applied) || applied.record() == null) {
      return false;
    }
    if (step.up().isEmpty()) {
      meters.scale(pool).down();
    } else {
      meters.scale(pool).up();
    }
    if (applied.preview() != null) {
      applied.preview().pools().stream()
          .filter(each -> each.pool().equals(pool))
          .forEach(Autoscaler::logMoved);
    }
    return true;
  }

  private static void logMoved(Preview.Pool told) {
    String share = String.format(Locale.ROOT, "%.1f", 100 * told.moved());
    if (told.takes() == null) {
      log.info("pool {}: {} % of the keys moved with it", told.pool(), share);
    } else {
      log.info(
          "pool {}: {} % of the keys move with it, by and by, {} s in all",
          told.pool(), share, told.takes().toSeconds() + 1);
    }
  }
}
