package io.clockwise.admin.api;

import io.clockwise.admin.form.DocumentProblems;
import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Audit;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.Problem;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.EffectiveConfig;
import io.clockwise.config.Role;
import io.clockwise.event.IntentState;
import io.clockwise.event.ReloadOutcome;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;

/** The configuration as a whole: what is in effect, what the API changed, reading it again. */
final class SystemEndpoints {
  private static final String PROBLEMS = "problems";

  private final PoolDesk desk;
  private final Map<String, Object> running;
  private final ChangeDesk changes;

  SystemEndpoints(PoolDesk desk, ChangeDesk changes, Map<String, Object> running) {
    this.running = running;
    this.desk = desk;
    this.changes = changes;
  }

  /** Returns what can be called. */
  List<Endpoint> all() {
    return List.of(
        Endpoint.get("/v1/config", Role.READ, this::config),
        new Endpoint(
            HttpMethod.POST,
            "/v1/reload",
            Role.ADMIN,
            List.of(Call.REASON),
            List.of(Call.REASON),
            this::reload));
  }

  private Future<Answer> config(Call call) {
    IntentState state = desk.control().state();
    return Future.succeededFuture(
        Answer.json(
            200,
            new JsonObject()
                .put("revision", state.revision())
                .put("epoch", desk.tables().current().epoch())
                .put("running", new JsonObject(running))
                .put("config", new JsonObject(EffectiveConfig.toMap(state.effective())))
                .put("origin", OverlayView.origin(state))));
  }

  private Future<Answer> reload(Call call) {
    if (call.ifMatch() != null) {
      throw Refusal.of(ProblemType.INVALID, "If-Match does not apply to a reload");
    }
    return changes
        .onLoop(desk.control().reload(call.caller().actor()))
        .map(outcome -> answer(call, outcome));
  }

  private Answer answer(Call call, ReloadOutcome outcome) {
    if (outcome instanceof ReloadOutcome.Applied applied) {
      Audit.applied(call, applied.state().revision());
      JsonObject body =
          new JsonObject()
              .put("revision", applied.state().revision())
              .put("epoch", desk.tables().current().epoch())
              .put("changed", applied.changed())
              .put("needsRestart", new JsonArray(List.copyOf(applied.needsRestart())))
              .put("superseded", new JsonArray(List.copyOf(applied.superseded())))
              .put("warnings", DocumentProblems.json(applied.warnings()));
      return Answer.json(
          ChangeDesk.status(200, applied.pendingLoops()),
          ChangeDesk.withPending(body, applied.pendingLoops()));
    }
    if (outcome instanceof ReloadOutcome.Invalid invalid) {
      String detail =
          invalid.problems().size() == 1
              ? "1 problem: " + invalid.problems().get(0)
              : invalid.problems().size() + " problems, the first: " + invalid.problems().get(0);
      throw new Refusal(
          Problem.of(ProblemType.CONFIG_INVALID, detail)
              .with(PROBLEMS, DocumentProblems.json(invalid.problems())));
    }
    throw Refusal.of(ProblemType.CONFIG_UNREADABLE, ((ReloadOutcome.Unreadable) outcome).problem());
  }
}
