package io.clockwise.admin.api;

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
import io.clockwise.model.Backend;
import io.clockwise.model.BackendAddress;
import io.clockwise.route.PoolSnapshot;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** Changing backends: add, set, remove, ready, maint. */
final class BackendEndpoints {
  private static final String ID = "id";
  private static final String ADDRESS = "address";
  private static final String WEIGHT = "weight";
  private static final String STATE = "state";
  private static final String PLACEMENT_NAME = "placementName";

  private final PoolDesk desk;
  private final ChangeDesk changes;

  BackendEndpoints(PoolDesk desk, ChangeDesk changes) {
    this.desk = desk;
    this.changes = changes;
  }

  /** Returns what can be called. */
  List<Endpoint> all() {
    return List.of(
        change(
            HttpMethod.POST,
            "",
            Role.ADMIN,
            List.of(ID, ADDRESS, WEIGHT, STATE, PLACEMENT_NAME),
            this::add),
        change(HttpMethod.PATCH, "/:id", Role.ADMIN, List.of(ADDRESS, WEIGHT), this::set),
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
        List.of("force", "durable", Call.REASON),
        withReason,
        serve);
  }

  private Future<Answer> add(Call call) {
    String pool = PoolDesk.poolOf(call, desk.control().state());
    BackendAddress address =
        address(call)
            .orElseThrow(
                () ->
                    Refusal.ofField(
                        ProblemType.INVALID, ADDRESS, "the field 'address' is missing"));
    String id = call.body().text(ID).orElse(address.toString());
    String placementName = call.body().text(PLACEMENT_NAME).orElse("");
    BackendConfig backend =
        new BackendConfig(id, address, weight(call).orElse(1), state(call), placementName);
    return changes
        .propose(call, new BackendChange.Add(pool, backend))
        .map(
            applied ->
                answer(applied, pool, id, 201)
                    .withHeader(
                        "Location", "/v1/pools/" + encode(pool) + "/backends/" + encode(id)));
  }

  private Future<Answer> set(Call call) {
    String pool = call.segment("pool");
    String id = PoolDesk.backendOf(call, desk.control().state()).id();
    OptionalInt weight = weight(call);
    Optional<BackendAddress> address = address(call);
    if (weight.isEmpty() && address.isEmpty()) {
      throw Refusal.of(ProblemType.INVALID, "nothing to change: give 'weight', 'address' or both");
    }
    return changes
        .propose(call, new BackendChange.Set(pool, id, weight, address))
        .map(applied -> answer(applied, pool, id, 200));
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
    return changes
        .propose(call, new BackendChange.Remove(pool, id))
        .map(
            applied -> {
              JsonObject body =
                  new JsonObject().put(ID, id).put("revision", applied.state().revision());
              return PoolDesk.tagged(
                  ChangeDesk.status(200, applied.pendingLoops()),
                  ChangeDesk.withPending(body, applied.pendingLoops()),
                  applied.state(),
                  pool);
            });
  }

  private Future<Answer> wish(Call call, AdminState state) {
    String pool = call.segment("pool");
    String id = PoolDesk.backendOf(call, desk.control().state()).id();
    return changes
        .propose(call, new BackendChange.Wish(pool, id, state))
        .map(
            applied -> {
              desk.ledger().explain(pool, id, state, call.reason());
              return answer(applied, pool, id, 200);
            });
  }

  private Answer answer(ChangeOutcome.Applied applied, String pool, String id, int status) {
    IntentState state = applied.state();
    JsonObject body =
        PoolDesk.find(state, pool, id)
            .map(backend -> desk.view(state, pool).backend(backend))
            .orElseThrow(
                () -> Refusal.of(ProblemType.NOT_FOUND, "backend '" + id + "' is gone again"));
    body.put("revision", state.revision());
    return PoolDesk.tagged(
        ChangeDesk.status(status, applied.pendingLoops()),
        ChangeDesk.withPending(body, applied.pendingLoops()),
        state,
        pool);
  }

  private static Optional<BackendAddress> address(Call call) {
    return call.body()
        .text(ADDRESS)
        .map(
            text ->
                BackendAddress.parseBackend(text)
                    .orElseThrow(
                        () ->
                            Refusal.ofField(
                                ProblemType.INVALID,
                                ADDRESS,
                                "'address' must be host:port or [ipv6]:port, port 1 to 65535,"
                                    + " or unix:/path")));
  }

  private static OptionalInt weight(Call call) {
    return call.body().integer(WEIGHT, Backend.MAX_WEIGHT);
  }

  private static AdminState state(Call call) {
    return call.body()
        .text(STATE)
        .map(
            text ->
                Arrays.stream(AdminState.values())
                    .filter(state -> PoolView.lower(state).equals(text))
                    .findFirst()
                    .orElseThrow(
                        () ->
                            Refusal.ofField(
                                ProblemType.INVALID,
                                STATE,
                                "'state' must be ready, drain or maint")))
        .orElse(AdminState.READY);
  }

  private static String encode(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
