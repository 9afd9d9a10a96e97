package io.clockwise.admin.change;

import io.clockwise.admin.api.ChangeDesk;
import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.Role;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.ControlPort;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongFunction;

/** What was changed, and going back. */
public final class RevisionEndpoints {
  private static final String ALL = "/v1/revisions";
  private static final String ONE = ALL + "/:revision";
  private static final int MOST = 200;

  private final ControlPort control;
  private final ChangeDesk desk;

  /** Hands changes to this desk. */
  public RevisionEndpoints(ControlPort control, ChangeDesk desk) {
    this.control = control;
    this.desk = desk;
  }

  /** Returns what can be called. */
  public List<Endpoint> all() {
    return List.of(
        Endpoint.get(ALL, Role.READ, List.of("limit"), this::list),
        Endpoint.get(ONE, Role.READ, this::one),
        back(
            "/rollback",
            List.of("states"),
            call -> revision -> new ChangeProposal.Rollback(revision, call.flag("states", false))),
        back("/undo", List.of(), call -> ChangeProposal.Undo::new));
  }

  /** From a call to what it wants of a revision. */
  private interface Way {
    LongFunction<ChangeProposal.Wanted> of(Call call);
  }

  private Endpoint back(String below, List<String> parameters, Way way) {
    List<String> all = new ArrayList<>(parameters);
    all.addAll(List.of("dryRun", "force", "durable", Call.REASON));
    return new Endpoint(
        HttpMethod.POST,
        ONE + below,
        Role.ADMIN,
        all,
        List.of(Call.REASON),
        call -> desk.told(call, way.of(call).apply(revision(call))));
  }

  private Future<Answer> list(Call call) {
    int limit = call.integer("limit", 1, MOST, 20);
    return desk.onLoop(control.history())
        .map(
            history -> {
              List<ChangeRecord> newest = new ArrayList<>(history);
              Collections.reverse(newest);
              JsonArray revisions = new JsonArray();
              newest.stream().limit(limit).map(RecordView::json).forEach(revisions::add);
              return Answer.json(
                  200,
                  new JsonObject()
                      .put("revision", control.state().revision())
                      .put("revisions", revisions));
            });
  }

  private Future<Answer> one(Call call) {
    long revision = revision(call);
    return desk.onLoop(control.history())
        .map(
            history ->
                history.stream()
                    .filter(record -> record.revision() == revision)
                    .findFirst()
                    .map(record -> Answer.json(200, RecordView.json(record)))
                    .orElseThrow(
                        () ->
                            Refusal.of(
                                ProblemType.UNKNOWN_REVISION,
                                "revision "
                                    + revision
                                    + " is not known, or no longer; GET /v1/revisions lists"
                                    + " them")));
  }

  private static long revision(Call call) {
    String text = call.segment("revision");
    if (!text.matches("[0-9]{1,18}")) {
      throw Refusal.of(ProblemType.INVALID, "a revision is a number, such as 7");
    }
    return Long.parseLong(text);
  }
}
