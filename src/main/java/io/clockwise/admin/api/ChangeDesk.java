package io.clockwise.admin.api;

import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Audit;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Problem;
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
import java.util.function.Function;
import java.util.function.IntFunction;

/** Hands a call's change to the single writer and brings the outcome back to the caller's loop. */
public final class ChangeDesk {
  /** The parameter that asks to look only. */
  static final String DRY_RUN = "dryRun";

  private final Vertx vertx;
  private final ControlPort control;

  /** Hands changes to this writer. */
  public ChangeDesk(Vertx vertx, ControlPort control) {
    this.vertx = vertx;
    this.control = control;
  }

  /**
   * Proposes one change, or with {@code dryRun} only looks at it.
   *
   * @param answer to what was applied
   */
  Future<Answer> change(
      Call call, BackendChange change, Function<ChangeOutcome.Applied, Future<Answer>> answer) {
    boolean dry = call.flag(DRY_RUN, false);
    return propose(
            call,
            new ChangeProposal.Changes(List.of(change)),
            dry ? ChangeProposal.Mode.DRY_RUN : ChangeProposal.Mode.MAKE,
            place -> "")
        .compose(
            outcome ->
                outcome instanceof ChangeOutcome.Shown shown
                    ? Future.succeededFuture(shown(shown))
                    : answer.apply((ChangeOutcome.Applied) outcome));
  }

  /** Proposes a change whose answer is what moved, or with {@code dryRun} would move. */
  public Future<Answer> told(Call call, ChangeProposal.Wanted wanted) {
    return told(call, wanted, place -> "");
  }

  /**
   * Does the same.
   *
   * @param operation from the place of a change in the list to where the body says it, such as
   *     {@code /changes/0}
   */
  public Future<Answer> told(
      Call call, ChangeProposal.Wanted wanted, IntFunction<String> operation) {
    boolean dry = call.flag(DRY_RUN, false);
    return propose(
            call,
            wanted,
            dry ? ChangeProposal.Mode.DRY_RUN : ChangeProposal.Mode.MAKE_AND_TELL,
            operation)
        .map(
            outcome ->
                outcome instanceof ChangeOutcome.Shown shown
                    ? shown(shown)
                    : made((ChangeOutcome.Applied) outcome));
  }

  private static Answer shown(ChangeOutcome.Shown shown) {
    return Answer.json(
        200,
        new JsonObject()
            .put("revision", shown.state().revision())
            .put("dryRun", true)
            .put("preview", PreviewView.json(shown.preview())));
  }

  private static Answer made(ChangeOutcome.Applied applied) {
    JsonObject body =
        new JsonObject()
            .put("revision", applied.state().revision())
            .put("changed", applied.record() != null);
    if (applied.preview() != null) {
      body.put("preview", PreviewView.json(applied.preview()));
    }
    return Answer.json(
        status(200, applied.pendingLoops()),
        withKept(withPending(body, applied.pendingLoops()), applied));
  }

  /** Adds to a body whether the change outlives the process, where it does not. */
  static JsonObject withKept(JsonObject body, ChangeOutcome.Applied applied) {
    return applied.kept() ? body : body.put("kept", false);
  }

  /* What was applied or shown, or a Refusal. */
  private Future<ChangeOutcome> propose(
      Call call,
      ChangeProposal.Wanted wanted,
      ChangeProposal.Mode mode,
      IntFunction<String> operation) {
    ChangeProposal proposal =
        new ChangeProposal(wanted, call.caller().actor(), call.reason(), terms(call), mode);
    return onLoop(control.propose(proposal))
        .map(
            outcome -> {
              if (outcome instanceof ChangeOutcome.Refused refused) {
                throw refusal(refused, wanted, operation);
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
  public <T> Future<T> onLoop(CompletionStage<T> stage) {
    Context context = vertx.getOrCreateContext();
    return Future.fromCompletionStage(stage, context);
  }

  private static Refusal refusal(
      ChangeOutcome.Refused refused, ChangeProposal.Wanted wanted, IntFunction<String> operation) {
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
    String place = refused.change() < 0 ? "" : operation.apply(refused.change());
    return place.isEmpty()
        ? Refusal.ofField(type, pointed ? refused.field() : "", refused.detail())
        : new Refusal(Problem.of(type, refused.detail()).below(place));
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
