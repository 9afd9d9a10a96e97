package io.clockwise.endure;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.control.intent.Reduction;
import io.clockwise.control.intent.StateReducer;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentState;
import io.clockwise.event.health.HealthView;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.Meters;
import io.clockwise.testkit.RawClient;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Transactions at random: who owns a key after each is known before, by the table of the planned
 * state; and what moves is what the preview said.
 */
final class PreviewRun {
  private static final int TRANSACTIONS = 50;
  private static final int BACKENDS = 6;
  private static final int KEYS = 100_000;
  private static final int ASKED = 10_000;
  private static final int BATCH = 50;
  private static final long SEED = 20_260_131;
  private static final List<String> ALGORITHMS =
      List.of("slots", "ring", "maglev", "rendezvous", "nginx-hash");

  private final Marks marks = new Marks("preview");
  private final TableAssembler assembler = new TableAssembler(new Meters(1), HealthView.ALL_UP);
  private final int asked;
  private int port;
  private Operator operator;
  private IntentState state;
  private RoutingTable table;
  private long owners;
  private long wrong;
  private long digests;
  private double farthest;
  private long previewing;
  private long changing;

  private PreviewRun(int asked) {
    this.asked = asked;
  }

  /** Runs; the count is how many keys are asked over sockets for each transaction. */
  static List<String> go(int count) throws Exception {
    return new PreviewRun(count == 0 ? ASKED : count).run();
  }

  private List<String> run() throws Exception {
    Vertx vertx = Vertx.vertx();
    try {
      HttpServer server = vertx.createHttpServer();
      server.requestHandler(
          request -> request.response().end(request.localAddress().hostAddress()));
      server
          .listen(0, "0.0.0.0") // each backend has a loopback address of its own
          .toCompletionStage()
          .toCompletableFuture()
          .get(10, TimeUnit.SECONDS);
      port = server.actualPort();
      try (Subject subject = Subject.start(document())) {
        run(subject);
        marks.reach(subject.complaints() == 0, "%d complaints in the log", subject.complaints());
      }
    } finally {
      vertx.close();
    }
    return marks.missed();
  }

  private static String host(int pool, int number) {
    return "127." + (10 + pool) + "." + number / 200 + "." + (1 + number % 200);
  }

  private String address(int pool, int number) {
    return host(pool, number) + ":" + port;
  }

  private String document() {
    StringBuilder routes = new StringBuilder("routes:\n");
    StringBuilder pools = new StringBuilder("pools:\n");
    for (int pool = 0; pool < ALGORITHMS.size(); pool++) {
      int number = pool;
      String name = RandomChanges.pool(pool);
      routes.append(
          "  - { name: %s, match: /%s/**, key: { header: X-Key }, pool: %s }\n"
              .formatted(name, name, name));
      String backends =
          IntStream.range(0, BACKENDS)
              .mapToObj(i -> "\"%s=%s\"".formatted(RandomChanges.id(number, i), address(number, i)))
              .collect(Collectors.joining(", "));
      pools.append(
          "  %s: { placement: { algorithm: %s }, backends: [%s] }\n"
              .formatted(name, ALGORITHMS.get(pool), backends));
    }
    return routes.append(pools).toString();
  }

  private static ChangeRecord draft(ChangeRecord.Kind kind, List<BackendChange> changes) {
    return new ChangeRecord(
        "c", new ChangeRecord.Cause(kind, "endure", "", Instant.EPOCH), changes);
  }

  private void run(Subject subject) throws Exception {
    operator = subject.operator();
    ClockwiseConfig file = Forecast.config(document());
    ChangeRecord first =
        draft(ChangeRecord.Kind.FILE, List.of()).with(ChangeRecord.Effect.ofFile("f"));
    state = ((Reduction.Accepted) StateReducer.plan(StateReducer.EMPTY, first, f -> file)).state();
    table = assembler.assemble(state, null);
    RandomChanges changes =
        new RandomChanges(new Random(SEED), ALGORITHMS.size(), BACKENDS, this::address);
    marks.say("seed %d, %d transactions over %s", SEED, TRANSACTIONS, ALGORITHMS);
    for (int i = 1; i <= TRANSACTIONS; i++) {
      apply(subject, i, changes.next());
    }
    marks.say(
        "a preview took %d us, a change %d us", previewing / TRANSACTIONS, changing / TRANSACTIONS);
    marks.reach(wrong == 0, "%d owners over sockets, %d not as predicted", owners, wrong);
    marks.reach(digests == 0, "%d placements differ from the predicted ones", digests);
    marks.reach(
        farthest <= 1,
        "moved shares: the preview and %d counted keys differ by %.0f %% of what chance allows",
        KEYS,
        100 * farthest);
  }

  private void apply(Subject subject, int number, RandomChanges.Transaction transaction)
      throws Exception {
    Reduction planned =
        StateReducer.plan(
            state, draft(ChangeRecord.Kind.OPERATOR, transaction.changes()), f -> state.file());
    IntentState next = ((Reduction.Accepted) planned).state();
    RoutingTable after = assembler.assemble(next, table);
    Operator.Answer told = operator.post("/v1/changes?dryRun=true", transaction.body());
    previewing += told.micros();
    JsonArray pools = told.taken().getJsonObject("preview").getJsonArray("pools");
    for (int i = 0; i < pools.size(); i++) {
      compare(number, pools.getJsonObject(i), after);
    }
    Operator.Answer made = operator.post("/v1/changes", transaction.body());
    made.taken();
    changing += made.micros();
    state = next;
    table = after;
    digests();
    List<String> touched =
        transaction.changes().stream().map(BackendChange::pool).distinct().toList();
    long before = wrong;
    for (String pool : touched) {
      ask(subject.port(), pool, asked / touched.size());
    }
    if (wrong != before) {
      marks.say("transaction %d: %s", number, transaction.body().encode());
    }
  }

  /* As if at random: those that count up are not spread evenly by the hash of some algorithms. */
  private static String key(int number) {
    return Long.toHexString((number + 1) * 0x9e3779b97f4a7c15L);
  }

  private static String owner(PoolSnapshot pool, int key) {
    byte[] bytes = key(key).getBytes(StandardCharsets.US_ASCII);
    int index = Router.firstOpen(pool, pool.placement().key(bytes));
    return index < 0 ? "" : pool.addressText(index);
  }

  /* By chance the counted share and that of the preview, which may count a sample too, differ. */
  private void compare(int number, JsonObject told, RoutingTable after) {
    PoolSnapshot old = table.pools().get(told.getString("pool"));
    PoolSnapshot now = after.pools().get(told.getString("pool"));
    int moved = 0;
    for (int i = 0; i < KEYS; i++) {
      moved += owner(old, i).equals(owner(now, i)) ? 0 : 1;
    }
    double counted = moved / (double) KEYS;
    double share = told.getDouble("moved");
    double allowed = 5 * Math.sqrt(Math.max(share, 1e-4) * (1 - share) * 1.1 / KEYS);
    double off = Math.abs(counted - share) / allowed;
    if (off > 1) {
      marks.say("transaction %d: counted %.5f, the preview said %s", number, counted, told);
    }
    farthest = Math.max(farthest, off);
  }

  private void digests() throws Exception {
    JsonArray pools = operator.get("/v1/pools").taken().getJsonArray("pools");
    for (int i = 0; i < pools.size(); i++) {
      JsonObject pool = pools.getJsonObject(i);
      long predicted = table.pools().get(pool.getString("name")).digest();
      if (!pool.getString("digest").equals(HexFormat.of().toHexDigits(predicted))) {
        digests++;
      }
    }
  }

  private void ask(int proxy, String name, int count) throws Exception {
    PoolSnapshot pool = table.pools().get(name);
    try (RawClient client = RawClient.to(proxy)) {
      for (int from = 0; from < count; from += BATCH) {
        int to = Math.min(from + BATCH, count);
        StringBuilder requests = new StringBuilder();
        List<String> predicted = new ArrayList<>();
        for (int i = from; i < to; i++) {
          requests.append(
              "GET /%s/x HTTP/1.1\r\nHost: t\r\nX-Key: %s\r\n\r\n".formatted(name, key(i)));
          predicted.add(owner(pool, i));
        }
        client.send(requests.toString());
        for (String expected : predicted) {
          owners++;
          wrong += expected.equals(client.answer().text() + ":" + port) ? 0 : 1;
        }
      }
    }
  }
}
