package io.clockwise.admin.api;

import io.clockwise.admin.form.DocumentProblems;
import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Problem;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.ConfigProblem;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.read.doubt.Doubts;
import io.clockwise.control.drain.DrainProgress;
import io.clockwise.control.drain.SessionCounts;
import io.clockwise.event.ControlPort;
import io.clockwise.event.IntentState;
import io.clockwise.event.PoolTag;
import io.clockwise.route.RoutingTableRef;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks up what a path names, and answers with it. */
final class PoolDesk {
  /** The path of one pool. */
  static final String POOL = "/v1/pools/:pool";

  /** The path of a pool's backends. */
  static final String BACKENDS = POOL + "/backends";

  /** The path of one backend. */
  static final String BACKEND = BACKENDS + "/:id";

  private final ControlPort control;
  private final RoutingTableRef tables;
  private final BackendLedger ledger;
  private final InstantSource clock;
  private final Instant started;
  private final SessionCounts counts = new SessionCounts();
  private long doubted = -1; // a revision
  private Map<String, List<ConfigProblem>> doubts = Map.of();

  PoolDesk(ControlPort control, RoutingTableRef tables, BackendLedger ledger, InstantSource clock) {
    this.control = control;
    this.tables = tables;
    this.ledger = ledger;
    this.clock = clock;
    this.started = clock.instant();
  }

  /** Returns how far the drain of a backend has come. */
  DrainProgress drain(String pool, String id) {
    return DrainProgress.of(control.state(), tables, pool, id, moment());
  }

  private DrainProgress.Moment moment() {
    counts.retain(tables.current().pools());
    return new DrainProgress.Moment(clock.instant(), started, counts);
  }

  ControlPort control() {
    return control;
  }

  RoutingTableRef tables() {
    return tables;
  }

  BackendLedger ledger() {
    return ledger;
  }

  /** Returns the view of a pool. */
  PoolView view(IntentState state, String pool) {
    return new PoolView(state, pool, tables, ledger, moment());
  }

  /**
   * Returns the pool that the path names.
   *
   * @throws Refusal when there is none
   */
  static String poolOf(Call call, IntentState state) {
    String pool = call.segment("pool");
    if (!state.effective().pools().containsKey(pool)) {
      throw Refusal.of(ProblemType.NOT_FOUND, "there is no pool '" + pool + "'");
    }
    return pool;
  }

  /**
   * Returns the backend that the path names.
   *
   * @throws Refusal when there is none
   */
  static BackendConfig backendOf(Call call, IntentState state) {
    String pool = poolOf(call, state);
    String id = call.segment("id");
    return find(state, pool, id)
        .orElseThrow(
            () ->
                Refusal.of(
                    ProblemType.NOT_FOUND,
                    "there is no backend '" + id + "' in pool '" + pool + "'"));
  }

  /** Returns a backend of a pool. */
  static Optional<BackendConfig> find(IntentState state, String pool, String id) {
    PoolConfig config = state.effective().pools().get(pool);
    return config == null
        ? Optional.empty()
        : config.backends().stream().filter(backend -> backend.id().equals(id)).findFirst();
  }

  /** Returns what is doubtful in a pool as it is in effect; found once for each revision. */
  List<ConfigProblem> warnings(IntentState state, String pool) {
    if (doubted != state.revision()) {
      doubts = Doubts.ofPools(state.effective());
      doubted = state.revision();
    }
    return doubts.getOrDefault(pool, List.of());
  }

  /** Returns a pool with its backends. */
  JsonObject poolBody(IntentState state, String pool) {
    return view(state, pool).pool().put("warnings", DocumentProblems.json(warnings(state, pool)));
  }

  /** Returns an answer with the tag of a pool. */
  static Answer tagged(int status, JsonObject body, IntentState state, String pool) {
    return Answer.json(status, body).withHeader("ETag", PoolTag.of(state, pool));
  }

  /** Tells that requests are in flight and what to do. */
  static Refusal liveWork(String id, long requests) {
    return new Refusal(
        Problem.of(
                ProblemType.LIVE_WORK,
                "backend '"
                    + id
                    + "' has "
                    + requests
                    + " live requests; drain it first, or use ?force=true")
            .with("liveRequests", requests));
  }
}
