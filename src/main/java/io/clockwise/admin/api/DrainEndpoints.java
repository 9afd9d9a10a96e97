package io.clockwise.admin.api;

import io.clockwise.admin.form.DrainTerms;
import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.Role;
import io.clockwise.control.drain.DrainProgress;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome;
import io.clockwise.event.IntentState;
import io.clockwise.model.AdminState;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Draining a backend, and watching it. */
final class DrainEndpoints {
  private static final String PATH = PoolDesk.BACKEND + "/drain";
  private static final String WAIT = "wait";
  private static final Duration MAX_WAIT = Duration.ofMinutes(10);
  private static final long LOOK_EVERY_MILLIS = 50;

  /* Where nothing is left to wait for, the end of the drain only has to be noted. */
  private static final Duration SETTLING = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final PoolDesk desk;
  private final ChangeDesk changes;

  DrainEndpoints(Vertx vertx, PoolDesk desk, ChangeDesk changes) {
    this.vertx = vertx;
    this.desk = desk;
    this.changes = changes;
  }

  /** Returns what can be called. */
  List<Endpoint> all() {
    return List.of(
        Endpoint.get(PATH, Role.READ, List.of(WAIT), this::look),
        new Endpoint(
            HttpMethod.POST,
            PATH,
            Role.OPERATE,
            List.of(WAIT, "force", "strict", "durable", ChangeDesk.DRY_RUN, Call.REASON),
            List.of(DrainTerms.DEADLINE, DrainTerms.THEN, DrainTerms.HARD_STOP, Call.REASON),
            this::drain));
  }

  private Future<Answer> look(Call call) {
    IntentState state = desk.control().state();
    String pool = PoolDesk.poolOf(call, state);
    BackendConfig backend = PoolDesk.backendOf(call, state);
    if (backend.state() != AdminState.DRAIN) {
      throw Refusal.of(
          ProblemType.NOT_FOUND,
          "backend '"
              + backend.id()
              + "' is "
              + PoolView.lower(backend.state())
              + ", not draining; POST to this path to drain it");
    }
    return await(call, pool, backend.id(), wait(call))
        .map(
            progress ->
                PoolDesk.tagged(200, DrainView.json(progress), desk.control().state(), pool));
  }

  private Future<Answer> drain(Call call) {
    String pool = call.segment("pool");
    String id = PoolDesk.backendOf(call, desk.control().state()).id();
    Duration wait = wait(call);
    BackendChange change = DrainTerms.of(call.body(), call.flag("strict", false), pool, id);
    return changes.change(
        call,
        change,
        applied -> {
          desk.ledger().explain(pool, id, AdminState.DRAIN, call.reason());
          return await(call, pool, id, wait).map(progress -> answer(call, applied, pool, progress));
        });
  }

  private static Answer answer(
      Call call, ChangeOutcome.Applied applied, String pool, DrainProgress progress) {
    JsonObject body = DrainView.json(progress).put("revision", applied.state().revision());
    return PoolDesk.tagged(
            ChangeDesk.status(progress.isOver() ? 200 : 202, applied.pendingLoops()),
            ChangeDesk.withKept(ChangeDesk.withPending(body, applied.pendingLoops()), applied),
            applied.state(),
            pool)
        .withHeader("Location", Objects.requireNonNull(call.request().path()));
  }

  private Future<DrainProgress> await(Call call, String pool, String id, Duration wait) {
    DrainProgress now = desk.drain(pool, id);
    Duration most = now.settled() && wait.compareTo(SETTLING) < 0 ? SETTLING : wait;
    if (now.isOver() || most.isZero()) {
      return Future.succeededFuture(now);
    }
    Promise<DrainProgress> over = Promise.promise();
    long deadline = System.nanoTime() + most.toNanos();
    long timer =
        vertx.setPeriodic(
            LOOK_EVERY_MILLIS,
            tick -> {
              DrainProgress progress = desk.drain(pool, id);
              if (progress.isOver()
                  || System.nanoTime() - deadline >= 0
                  || call.request().response().closed()) { // nobody waits any more
                over.tryComplete(progress);
              }
            });
    return over.future().onComplete(done -> vertx.cancelTimer(timer));
  }

  private static Duration wait(Call call) {
    return call.duration(WAIT, MAX_WAIT, Duration.ZERO);
  }
}
