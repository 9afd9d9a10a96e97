package io.clockwise.admin.api;

import io.clockwise.admin.form.BackendFields;
import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.Role;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome;
import io.clockwise.event.IntentState;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.route.PoolSnapshot;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** Changing backends: add, set, put, remove, ready, maint. */
final class BackendEndpoints {
  private static final String ID = BackendFields.ID;

  private final PoolDesk desk;
  private final ChangeDesk changes;

  BackendEndpoints(PoolDesk desk, ChangeDesk changes) {
    this.desk = desk;
    this.changes = changes;
  }

  /** Returns what can be called. */
  List<Endpoint> all() {
    return List.of(
        change(HttpMethod.POST, "", Role.ADMIN, BackendFields.ALL, this::add),
        change(
            HttpMethod.PATCH,
            "/:id",
            Role.ADMIN,
            List.of(BackendFields.ADDRESS, BackendFields.WEIGHT),
            this::set),
        change(
            HttpMethod.PUT,
            "/:id",
            Role.ADMIN,
            List.of(
                BackendFields.ADDRESS,
                BackendFields.WEIGHT,
                BackendFields.STATE,
                BackendFields.PLACEMENT_NAME,
                BackendFields.STANDBY,
                BackendFields.ZONE),
            this::put),
        change(HttpMethod.DELETE, "/:id", Role.ADMIN, List.of(), this::remove),
        change(
            HttpMethod.POST,
            "/:id/ready",
            Role.OPERATE,
            List.of(),
            call -> wish(call, AdminState.READY)),
        change(
            HttpMethod.POST,
            "/:id/maint",
            Role.OPERATE,
            List.of(),
            call -> wish(call, AdminState.MAINT)));
  }

  private static Endpoint change(
      HttpMethod method,
      String below,
      Role role,
      List<String> fields,
      Function<Call, Future<Answer>> serve) {
    List<String> withReason = new ArrayList<>(fields);
    withReason.add(Call.REASON);
    return new Endpoint(
        method,
        PoolDesk.BACKENDS + below,
        role,
        List.of("force", "durable", ChangeDesk.DRY_RUN, Call.REASON),
        withReason,
        serve);
  }

  private Future<Answer> add(Call call) {
    String pool = PoolDesk.poolOf(call, desk.control().state());
    BackendConfig backend = BackendFields.backend(call.body());
    return changes.change(
        call, new BackendChange.Add(pool, backend), applied -> created(applied, pool, backend));
  }

  private Future<Answer> created(
      ChangeOutcome.Applied applied, String pool, BackendConfig backend) {
    String place = "/v1/pools/" + encode(pool) + "/backends/" + encode(backend.id());
    return answer(applied, pool, backend.id(), 201)
        .map(answer -> answer.withHeader("Location", place));
  }

  private Future<Answer> put(Call call) {
    IntentState state = desk.control().state();
    String pool = PoolDesk.poolOf(call, state);
    String id = call.segment("id");
    BackendAddress address =
        BackendFields.address(call.body())
            .orElseThrow(
                () ->
                    Refusal.ofField(
                        ProblemType.INVALID,
                        BackendFields.ADDRESS,
                        "the field 'address' is missing"));
    BackendConfig backend = BackendFields.backend(call.body(), id, address);
    boolean there = PoolDesk.find(state, pool, id).isPresent();
    if (there && call.ifMatch() == null) {
      throw Refusal.of(
          ProblemType.PRECONDITION_REQUIRED,
          "backend '"
              + id
              + "' is there; say in If-Match which state of the pool it replaces, or * for any");
    }
    return changes.change(
        call,
        new BackendChange.Put(pool, backend),
        applied -> there ? answer(applied, pool, id, 200) : created(applied, pool, backend));
  }

  private Future<Answer> set(Call call) {
    String pool = call.segment("pool");
    String id = PoolDesk.backendOf(call, desk.control().state()).id();
    OptionalInt weight = BackendFields.weight(call.body());
    Optional<BackendAddress> address = BackendFields.address(call.body());
    if (weight.isEmpty() && address.isEmpty()) {
      throw Refusal.of(ProblemType.INVALID, "nothing to change: give 'weight', 'address' or both");
    }
    return changes.change(
        call,
        new BackendChange.Set(pool, id, weight, address),
        applied -> answer(applied, pool, id, 200));
  }

  private Future<Answer> remove(Call call) {
    String pool = call.segment("pool");
    String id = PoolDesk.backendOf(call, desk.control().state()).id();
    PoolSnapshot live = desk.tables().current().pools().get(pool);
    int index = live == null ? -1 : live.indexOf(id);
    long requests = live == null || index < 0 ? 0 : live.meters(index).inFlight();
    if (requests > 0 && !call.flag("force", false)) {
      throw PoolDesk.liveWork(id, requests);
    }
    return changes.change(
        call,
        new BackendChange.Remove(pool, id),
        applied -> {
          JsonObject body =
              new JsonObject().put(ID, id).put("revision", applied.state().revision());
          return Future.succeededFuture(
              PoolDesk.tagged(
                  ChangeDesk.status(200, applied.pendingLoops()),
                  ChangeDesk.withKept(
                      ChangeDesk.withPending(body, applied.pendingLoops()), applied),
                  applied.state(),
                  pool));
        });
  }

  private Future<Answer> wish(Call call, AdminState state) {
    String pool = call.segment("pool");
    String id = PoolDesk.backendOf(call, desk.control().state()).id();
    return changes.change(
        call,
        new BackendChange.Wish(pool, id, state),
        applied -> {
          desk.ledger().explain(pool, id, state, call.reason());
          return answer(applied, pool, id, 200);
        });
  }

  private Future<Answer> answer(ChangeOutcome.Applied applied, String pool, String id, int status) {
    IntentState state = applied.state();
    JsonObject body =
        PoolDesk.find(state, pool, id)
            .map(backend -> desk.view(state, pool).backend(backend))
            .orElseThrow(
                () -> Refusal.of(ProblemType.NOT_FOUND, "backend '" + id + "' is gone again"));
    body.put("revision", state.revision());
    return Future.succeededFuture(
        PoolDesk.tagged(
            ChangeDesk.status(status, applied.pendingLoops()),
            ChangeDesk.withKept(ChangeDesk.withPending(body, applied.pendingLoops()), applied),
            state,
            pool));
  }

  private static String encode(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
