package io.clockwise.admin.api;

import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.Role;
import io.clockwise.config.text.DurationText;
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
        Endpoint.get(PATH, Role.READ, this::look),
        new Endpoint(
            HttpMethod.POST,
            PATH,
            Role.OPERATE,
            List.of(WAIT, "force", Call.REASON),
            List.of(Call.REASON),
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
    DrainStatus status = DrainStatus.of(state, desk.tables(), pool, backend.id());
    return Future.succeededFuture(PoolDesk.tagged(200, status.toJson(), state, pool));
  }

  private Future<Answer> drain(Call call) {
    String pool = call.segment("pool");
    String id = PoolDesk.backendOf(call, desk.control().state()).id();
    Duration wait = wait(call);
    return changes
        .propose(call, new BackendChange.Wish(pool, id, AdminState.DRAIN))
        .compose(
            applied -> {
              desk.ledger().explain(pool, id, AdminState.DRAIN, call.reason());
              return await(call, pool, id, wait).map(status -> answer(call, applied, pool, status));
            });
  }

  private static Answer answer(
      Call call, ChangeOutcome.Applied applied, String pool, DrainStatus status) {
    JsonObject body = status.toJson().put("revision", applied.state().revision());
    return PoolDesk.tagged(
            ChangeDesk.status(status.isOver() ? 200 : 202, applied.pendingLoops()),
            ChangeDesk.withPending(body, applied.pendingLoops()),
            applied.state(),
            pool)
        .withHeader("Location", Objects.requireNonNull(call.request().path()));
  }

  private Future<DrainStatus> await(Call call, String pool, String id, Duration wait) {
    DrainStatus now = DrainStatus.of(desk.control().state(), desk.tables(), pool, id);
    if (now.isOver() || wait.isZero()) {
      return Future.succeededFuture(now);
    }
    Promise<DrainStatus> over = Promise.promise();
    long deadline = System.nanoTime() + wait.toNanos();
    long timer =
        vertx.setPeriodic(
            LOOK_EVERY_MILLIS,
            tick -> {
              DrainStatus status = DrainStatus.of(desk.control().state(), desk.tables(), pool, id);
              if (status.isOver()
                  || System.nanoTime() - deadline >= 0
                  || call.request().response().closed()) { // nobody waits any more
                over.tryComplete(status);
              }
            });
    return over.future().onComplete(done -> vertx.cancelTimer(timer));
  }

  private static Duration wait(Call call) {
    String text = call.query().getOrDefault(WAIT, "0s");
    return DurationText.parse(text)
        .filter(wait -> wait.compareTo(MAX_WAIT) <= 0)
        .orElseThrow(
            () ->
                Refusal.of(
                    ProblemType.INVALID,
                    "the parameter 'wait' must be a duration such as 30s, 10m at most"));
  }
}
