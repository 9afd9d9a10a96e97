package io.clockwise.admin.change;

import io.clockwise.admin.api.StagedView;
import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Audit;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.Role;
import io.clockwise.event.ControlPort;
import io.clockwise.event.staging.StagingPort;
import io.clockwise.event.staging.StagingPort.Wish;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTableRef;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Changes that move the keys of a pool by and by: how far they are, and how they go on. */
public final class StagedEndpoints {
  private static final String PATH = "/v1/pools/:pool/staged";
  private static final String WISH = "wish";

  private final Vertx vertx;
  private final RoutingTableRef tables;
  private final ControlPort control;
  private final StagingPort staging;

  /** Shows what the published table says, and hands wishes to a port. */
  public StagedEndpoints(
      Vertx vertx, RoutingTableRef tables, ControlPort control, StagingPort staging) {
    this.vertx = vertx;
    this.tables = tables;
    this.control = control;
    this.staging = staging;
  }

  /** Returns what can be called. */
  public List<Endpoint> all() {
    return List.of(
        Endpoint.get(PATH, Role.READ, call -> Future.succeededFuture(answer(pool(call).name()))),
        new Endpoint(
            HttpMethod.POST,
            PATH,
            Role.OPERATE,
            List.of(Call.REASON),
            List.of(WISH, Call.REASON),
            this::wish));
  }

  private Future<Answer> wish(Call call) {
    if (call.ifMatch() != null) {
      throw Refusal.of(ProblemType.INVALID, "If-Match does not apply to a staged change");
    }
    PoolSnapshot pool = pool(call);
    Wish wish = wished(call);
    call.reason(); // one that is too long is refused before anything is done
    if (pool.staging() == null) {
      throw Refusal.of(
          ProblemType.NOT_STAGED,
          "no change of pool '" + pool.name() + "' is under way: its keys are where they belong");
    }
    return Future.fromCompletionStage(staging.wish(pool.name(), wish), vertx.getOrCreateContext())
        .map(
            done -> {
              Audit.applied(call, control.state().revision());
              return answer(pool.name());
            });
  }

  private static Wish wished(Call call) {
    String text =
        call.body()
            .text(WISH)
            .orElseThrow(
                () -> Refusal.ofField(ProblemType.INVALID, WISH, "'" + WISH + "' is missing"));
    for (Wish wish : Wish.values()) {
      if (wish.name().toLowerCase(Locale.ROOT).equals(text)) {
        return wish;
      }
    }
    throw Refusal.ofField(
        ProblemType.INVALID, WISH, "'" + WISH + "' must be one of pause, resume, finish");
  }

  private PoolSnapshot pool(Call call) {
    String name = call.segment("pool");
    return Optional.ofNullable(tables.current().pools().get(name))
        .orElseThrow(() -> Refusal.of(ProblemType.NOT_FOUND, "there is no pool '" + name + "'"));
  }

  private Answer answer(String name) {
    PoolSnapshot pool = tables.current().pools().get(name);
    JsonObject staged =
        pool == null || pool.staging() == null ? null : StagedView.json(pool.staging());
    return Answer.json(200, new JsonObject().put("pool", name).put("staged", staged));
  }
}
