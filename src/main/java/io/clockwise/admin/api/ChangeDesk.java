package io.clockwise.admin.api;

import io.clockwise.admin.http.Audit;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.Role;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.ControlPort;
import io.clockwise.event.IntentLog;
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
    return propose(call, new ChangeProposal.Changes(List.of(change)), ChangeProposal.Mode.MAKE)
        .map(ChangeOutcome.Applied.class::cast);
  }

  /**
   * Proposes a change.
   *
   * @return what was applied or shown, or a {@link Refusal}
   */
  Future<ChangeOutcome> propose(Call call, ChangeProposal.Wanted wanted, ChangeProposal.Mode mode) {
    ChangeProposal proposal =
        new ChangeProposal(wanted, call.caller().actor(), call.reason(), terms(call), mode);
    return onLoop(control.propose(proposal))
        .map(
            outcome -> {
              if (outcome instanceof ChangeOutcome.Refused refused) {
                throw refusal(refused, wanted);
              }
              if (outcome instanceof ChangeOutcome.Applied applied) {
                Audit.applied(call, applied.state().revision());
              }
              return outcome;
            });
  }

  private static ChangeProposal.Terms terms(Call call) {
    boolean kept = call.flag("durable", true);
    Role role = call.caller().role();
    if (!kept && role != null && role != Role.ADMIN) {
      throw Refusal.of(
          ProblemType.FORBIDDEN, "durable=false is for the role admin: such a change can be lost");
    }
    return new ChangeProposal.Terms(
        call.ifMatch(),
        call.flag("force", false),
        call.idempotencyKey(),
        kept ? IntentLog.Durability.KEPT : IntentLog.Durability.AT_BEST);
  }

  /** Returns the stage as a future of the current event loop. */
  <T> Future<T> onLoop(CompletionStage<T> stage) {
    Context context = vertx.getOrCreateContext();
    return Future.fromCompletionStage(stage, context);
  }

  private static Refusal refusal(ChangeOutcome.Refused refused, ChangeProposal.Wanted wanted) {
    ProblemType type =
        switch (refused.why()) {
          case NOT_FOUND -> ProblemType.NOT_FOUND;
          case EXISTS -> ProblemType.EXISTS;
          case INVALID -> ProblemType.INVALID;
          case STALE -> ProblemType.STALE;
          case REUSED -> ProblemType.REUSED;
          case UNKNOWN_REVISION -> ProblemType.UNKNOWN_REVISION;
          case NOT_KEPT -> ProblemType.NOT_KEPT;
          case LAST_OPEN -> ProblemType.LAST_OPEN;
          case STOPPING -> ProblemType.STOPPING;
        };
    boolean pointed =
        saysFields(wanted) && (type == ProblemType.INVALID || type == ProblemType.EXISTS);
    return Refusal.ofField(type, pointed ? refused.field() : "", refused.detail());
  }

  /* Only the body of a call with a single change has the fields of that change. */
  private static boolean saysFields(ChangeProposal.Wanted wanted) {
    if (!(wanted instanceof ChangeProposal.Changes changes) || changes.changes().size() != 1) {
      return false;
    }
    BackendChange change = changes.changes().get(0);
    return change instanceof BackendChange.Add
        || change instanceof BackendChange.Set
        || change instanceof BackendChange.Put;
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
