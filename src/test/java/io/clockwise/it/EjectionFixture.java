package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.OutlierConfig;
import io.clockwise.control.intent.Intents;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.event.IntentState;
import io.clockwise.health.HealthBoard;
import io.clockwise.health.outlier.OutlierWatch;
import io.clockwise.model.BackendHealth;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.telemetry.BackendMeters;
import io.clockwise.telemetry.EjectionReason;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A proxy of which a watch ejects backends, by the tables that the product would publish. */
@Timeout(60)
abstract class EjectionFixture {
  static final int KEYS = 60;
  static final OutlierConfig RULE =
      new OutlierConfig(5, 3, Duration.ofSeconds(1), Duration.ofSeconds(60), 0.3, 0);

  final Map<String, TestBackend> backends = new TreeMap<>();
  final HealthBoard board = new HealthBoard(InstantSource.system());
  TestProxy proxy;
  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final ExecutorService publisher = Executors.newSingleThreadExecutor();
  private OutlierWatch watch;
  private IntentState state;
  private TableAssembler assembler;

  @BeforeEach
  final void startBackends() throws IOException {
    for (String id : List.of("a", "b", "c", "d", "e")) {
      backends.put(id, TestBackend.start(id));
    }
  }

  @AfterEach
  final void stop() throws IOException {
    vertx.close().toCompletionStage().toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    publisher.shutdown();
    if (proxy != null) {
      proxy.close();
    }
    for (TestBackend backend : backends.values()) {
      backend.close();
    }
  }

  /** Starts a proxy on a data path; null: nobody is ejected. */
  final void start(DataPath path, OutlierConfig rule, UnaryOperator<TestConfig> change) {
    TestConfig config =
        TestConfig.of(backends.values().toArray(TestBackend[]::new))
            .withPool(pool -> pool.withCare(pool.care().withOutlier(rule)));
    proxy = TestProxy.start(change.apply(config), 1, path);
    state = Intents.start(proxy.table().config());
    assembler = new TableAssembler(proxy.meters(), board);
    publish();
    board.listen(() -> publisher.execute(this::publish));
    watch = new OutlierWatch(vertx, proxy.tables(), board, InstantSource.system());
  }

  final void start(DataPath path) {
    start(path, RULE, config -> config);
  }

  private void publish() {
    proxy.publishTable(old -> assembler.assemble(state, proxy.table()));
  }

  private void onContext(Runnable step) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    context.runOnContext(
        turn -> {
          step.run();
          done.complete(null);
        });
    done.orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** Looks from now on. */
  final void watch() {
    onContext(watch::start);
  }

  /** Looks once, as if it were later. */
  final void look(Duration later) {
    onContext(() -> watch.look(System.nanoTime() + later.toNanos()));
  }

  /** Looks once; returns who is ejected. */
  final Set<String> ejected() {
    look(Duration.ZERO);
    return backends.keySet().stream()
        .filter(id -> health(id).ejected())
        .collect(Collectors.toSet());
  }

  final BackendHealth health(String id) {
    BackendHealth known = board.of(TestConfig.POOL, id);
    return known == null ? BackendHealth.UP : known;
  }

  final BackendMeters meters(String id) {
    return proxy.meters().backend(TestConfig.POOL, id);
  }

  final long ejections(String id) {
    return meters(id).ejections(EjectionReason.FAILURES);
  }

  final boolean isOpen(String id) {
    PoolSnapshot pool = proxy.table().pools().get(TestConfig.POOL);
    return pool.isOpen(pool.indexOf(id));
  }

  final void awaitOpen(String id, boolean open) {
    await().atMost(Duration.ofSeconds(10)).until(() -> isOpen(id) == open);
  }

  static String get(String key) {
    return "GET / HTTP/1.1\r\nHost: t\r\nX-Key: " + key + "\r\n\r\n";
  }

  final RawAnswer ask(String key) throws IOException {
    try (RawClient client = proxy.connect()) {
      return client.send(get(key)).answer();
    }
  }

  /** Returns who answers each key. */
  final Map<String, String> owners() throws IOException {
    Map<String, String> owners = new TreeMap<>();
    try (RawClient client = proxy.connect()) {
      for (int i = 0; i < KEYS; i++) {
        RawAnswer answer = client.send(get("k" + i)).answer();
        assertThat(answer.status()).isEqualTo(200);
        owners.put("k" + i, answer.text());
      }
    }
    return owners;
  }

  /** Returns keys of a backend. */
  static List<String> keysOf(Map<String, String> owners, String id) {
    List<String> keys = new ArrayList<>(owners.keySet());
    keys.removeIf(key -> !owners.get(key).equals(id));
    assertThat(keys).hasSizeGreaterThan(3);
    return keys;
  }

  /** Asks so many times with these keys in turn; returns the statuses. */
  final List<Integer> askAll(List<String> keys, int times) throws IOException {
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      statuses.add(ask(keys.get(i % keys.size())).status());
    }
    return statuses;
  }

  static List<String> keys(int count) {
    return IntStream.range(0, count).mapToObj(i -> "k" + i).toList();
  }
}
