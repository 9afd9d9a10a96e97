package io.clockwise.admin.change;

import io.clockwise.admin.api.ChangeDesk;
import io.clockwise.admin.api.OverlayView;
import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.Role;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.ControlPort;
import io.clockwise.event.IntentState;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What differs from the document: looking at it, taking it over, dropping it. */
public final class OverlayEndpoints {
  private static final String PATH = "/v1/overlay";

  private final ControlPort control;
  private final ChangeDesk desk;

  /** Hands changes to this desk. */
  public OverlayEndpoints(ControlPort control, ChangeDesk desk) {
    this.control = control;
    this.desk = desk;
  }

  /** Returns what can be called. */
  public List<Endpoint> all() {
    return List.of(
        Endpoint.get(PATH, Role.READ, List.of("format"), this::look),
        new Endpoint(
            HttpMethod.DELETE,
            PATH,
            Role.ADMIN,
            List.of("pool", "id", "dryRun", "force", "durable", Call.REASON),
            List.of(Call.REASON),
            this::drop));
  }

  private Future<Answer> look(Call call) {
    IntentState state = control.state();
    String format = call.query().getOrDefault("format", "json");
    return Future.succeededFuture(
        switch (format) {
          case "json" ->
              Answer.json(
                  200,
                  new JsonObject()
                      .put("revision", state.revision())
                      .put("overlay", OverlayView.entries(state)));
          case "yaml" ->
              new Answer(200, "application/yaml", Buffer.buffer(OverlayText.yaml(state)), Map.of());
          default ->
              throw Refusal.of(ProblemType.INVALID, "the parameter 'format' must be json or yaml");
        });
  }

  private Future<Answer> drop(Call call) {
    IntentState state = control.state();
    Glob pool = new Glob(call.query().getOrDefault("pool", "*"));
    Glob id = new Glob(call.query().getOrDefault("id", "*"));
    List<BackendChange> changes = new ArrayList<>();
    state
        .overlay()
        .forEach(
            (name, entries) ->
                entries.keySet().stream()
                    .filter(backend -> pool.matches(name) && id.matches(backend))
                    .forEach(backend -> changes.add(new BackendChange.Revert(name, backend))));
    if (changes.isEmpty()) {
      throw Refusal.of(
          ProblemType.NOT_FOUND,
          "the overlay has no entry for pool '" + pool.text() + "', id '" + id.text() + "'");
    }
    return desk.told(call, new ChangeProposal.Changes(changes));
  }
}
