package io.clockwise.admin.explain;

import io.clockwise.admin.form.DocumentProblems;
import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.Role;
import io.clockwise.event.ControlPort;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a document would do in place of the one in use. */
public final class CheckEndpoints {
  private static final String DOCUMENT = "document";

  private final Vertx vertx;
  private final ControlPort control;

  /** Asks this writer. */
  public CheckEndpoints(Vertx vertx, ControlPort control) {
    this.vertx = vertx;
    this.control = control;
  }

  /* The role is that of a reload: the files that a document names are read. */
  /** Returns what can be called. */
  public List<Endpoint> all() {
    return List.of(
        new Endpoint(
            HttpMethod.POST,
            "/v1/config/check",
            Role.ADMIN,
            List.of(),
            List.of(DOCUMENT),
            this::check));
  }

  private Future<Answer> check(Call call) {
    String document =
        call.body()
            .text(DOCUMENT)
            .orElseThrow(
                () ->
                    Refusal.ofField(
                        ProblemType.INVALID, DOCUMENT, "the field 'document' is missing"));
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    return Future.fromCompletionStage(control.check(bytes), vertx.getOrCreateContext())
        .map(checked -> Answer.json(200, json(checked)));
  }

  private static JsonObject json(ControlPort.Checked checked) {
    return new JsonObject()
        .put("valid", checked.problems().isEmpty())
        .put("problems", DocumentProblems.json(checked.problems()))
        .put("warnings", DocumentProblems.json(checked.warnings()))
        .put("revision", checked.revision())
        .put("changed", checked.changed())
        .put("pools", new JsonArray(List.copyOf(checked.effect().pools())))
        .put("superseded", new JsonArray(List.copyOf(checked.effect().superseded())))
        .put("needsRestart", new JsonArray(List.copyOf(checked.effect().needsRestart())));
  }
}
