package io.clockwise.admin.api;

import io.clockwise.admin.http.Audit;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.ControlPort;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Hands a call's change to the single writer and brings the outcome back to the caller's loop. */
final class ChangeDesk {
  private final Vertx vertx;
  private final ControlPort control;

  ChangeDesk(Vertx vertx, ControlPort control) {
    this.vertx = vertx;
    this.control = control;
  }

  /**
   * Proposes one change.
   *
   * @return what was applied, or a {@link Refusal}
   */
  Future<ChangeOutcome.Applied> propose(Call call, BackendChange change) {
    ChangeProposal proposal =
        new ChangeProposal(
            List.of(change),
            call.caller().actor(),
            call.reason(),
            call.ifMatch(),
            call.flag("force"));
    return onLoop(control.propose(proposal))
        .map(
            outcome -> {
              if (outcome instanceof ChangeOutcome.Applied applied) {
                Audit.applied(call, applied.state().revision());
                return applied;
              }
              throw refusal((ChangeOutcome.Refused) outcome, change);
            });
  }

  /** Returns the stage as a future of the current event loop. */
  <T> Future<T> onLoop(CompletionStage<T> stage) {
    Context context = vertx.getOrCreateContext();
    return Future.fromCompletionStage(stage, context);
  }

  private static Refusal refusal(ChangeOutcome.Refused refused, BackendChange change) {
    ProblemType type =
        switch (refused.why()) {
          case NOT_FOUND -> ProblemType.NOT_FOUND;
          case EXISTS -> ProblemType.EXISTS;
          case INVALID -> ProblemType.INVALID;
          case STALE -> ProblemType.STALE;
          case LAST_OPEN -> ProblemType.LAST_OPEN;
          case STOPPING -> ProblemType.STOPPING;
        };
    boolean inBody = change instanceof BackendChange.Add || change instanceof BackendChange.Set;
    boolean pointed = inBody && (type == ProblemType.INVALID || type == ProblemType.EXISTS);
    return Refusal.ofField(type, pointed ? refused.field() : "", refused.detail());
  }

  /** Returns 202 when event loops lag, else the status given. */
  static int status(int complete, List<String> pendingLoops) {
    return pendingLoops.isEmpty() ? complete : 202;
  }

  /** Adds the loops that lag, if any, to a body. */
  static JsonObject withPending(JsonObject body, List<String> pendingLoops) {
    return pendingLoops.isEmpty()
        ? body
        : body.put("pendingLoops", new JsonArray(List.copyOf(pendingLoops)));
  }
}
