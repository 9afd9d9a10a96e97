package io.clockwise.admin;

import io.clockwise.admin.http.Endpoint;
import io.clockwise.config.AdminConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TokenConfig;
import io.clockwise.config.read.ConfigReader;
import io.clockwise.control.ControlPorts;
import io.clockwise.control.ControlStatus;
import io.clockwise.control.Controller;
import io.clockwise.control.StartOutcome;
import io.clockwise.control.journal.MemoryIntentLog;
import io.clockwise.control.table.StageBoard;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.health.HealthBoard;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.affinity.PoolAffinities;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.hot.KeyTraffic;
import io.clockwise.telemetry.recent.RecentRequests;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;

/** The admin API of a real controller over a real file, on a free port, with a client. */
final class AdminServer implements AutoCloseable {
  /** As always, but wrong tokens are answered soon. */
  static final AdminTimes QUICK =
      new AdminTimes(
          AdminTimes.DEFAULT.body(),
          AdminTimes.DEFAULT.head(),
          AdminTimes.DEFAULT.idle(),
          Duration.ofMillis(10));

  /** Little patience, for tests of it. */
  static final AdminTimes HASTY =
      new AdminTimes(
          Duration.ofMillis(300),
          Duration.ofMillis(300),
          Duration.ofMillis(300),
          Duration.ofMillis(10));

  static final String DOCUMENT =
      """
      routes:
        - name: all
          key: { header: X-User }
          pool: web
      pools:
        web:
          backends: ["a=127.0.0.1:9001", "b=127.0.0.1:9002", "c=127.0.0.1:9003"]
        odd:
          autoscale: { low: 0.5 }
          zones: { own: eu-1a }
          changeBudget: { perMinute: 1% }
          backends: ["[::1]:80"]
      """;

  final Vertx vertx = Vertx.vertx();
  final Meters meters = new Meters(2);
  final RecentRequests recent = new RecentRequests(2, 100, System.nanoTime());
  final HealthBoard health = new HealthBoard(InstantSource.system());
  final StageBoard stages = new StageBoard();
  final Readiness readiness = new Readiness(health::unsettled);
  final Controller control;
  final Path file;
  private final WebClient client;
  private AdminVerticle verticle;
  private volatile String journalFault;

  AdminServer(Path directory, TokenConfig... tokens) {
    this(directory, AdminTimes.DEFAULT, tokens);
  }

  AdminServer(Path directory, AdminTimes times, TokenConfig... tokens) {
    this(DOCUMENT, directory, times, tokens);
  }

  AdminServer(String document, Path directory, AdminTimes times, TokenConfig... tokens) {
    file = directory.resolve("clockwise.yaml");
    write(document);
    control = startControl();
    health.listen(control::refresh);
    verticle = start(new SocketBind("127.0.0.1", 0), times, tokens);
    client = WebClient.create(vertx, new WebClientOptions(), new PoolOptions().setHttp1MaxSize(50));
  }

  private Controller startControl() {
    ControlPorts ports =
        new ControlPorts(
            new FileSource(file),
            document -> ConfigReader.read(document, name -> null, "here"),
            new MemoryIntentLog(1000),
            InstantSource.system());
    TableAssembler assembler =
        new TableAssembler(meters, health, PoolAffinities.inMemory(meters), stages);
    StartOutcome outcome = await(Controller.start(vertx, ports, assembler, Duration.ofSeconds(1)));
    return ((StartOutcome.Started) outcome).controller();
  }

  /** Counts requests of a key in the last window that has ended, which is handed over. */
  void requests(String pool, String text, int times) {
    PoolSnapshot in = control.table().current().pools().get(pool);
    RoutingKey key = in.placement().key(text.getBytes(StandardCharsets.UTF_8));
    KeyTraffic traffic = meters.traffic(pool);
    Awaitility.await() // it is to be seen for 7 s at least
        .until(() -> System.currentTimeMillis() % KeyTraffic.WINDOW_MILLIS < 3_000);
    long now = System.currentTimeMillis();
    for (int i = 0; i < times; i++) {
      traffic.note(0, key, now - KeyTraffic.WINDOW_MILLIS);
    }
    traffic.note(0, key, now);
  }

  /** Starts one more server over the same controller. */
  AdminVerticle start(SocketBind bind, AdminTimes times, TokenConfig... tokens) {
    AdminVerticle started = new AdminVerticle(context(bind, tokens), times);
    await(vertx.deployVerticle(started));
    return started;
  }

  private AdminContext context(SocketBind bind, TokenConfig... tokens) {
    AdminConfig config = new AdminConfig(bind, List.of(tokens), 0);
    return new AdminContext(
        config,
        control,
        control.table(),
        meters,
        readiness,
        this::status,
        Map.of("transport", "epoll"),
        health,
        stages,
        recent);
  }

  private ControlStatus status() {
    String fault = journalFault;
    return fault == null ? control.status() : control.status().withJournalFault(fault);
  }

  /** Pretends that accepted changes are not kept, for this reason. */
  void journalFails(String fault) {
    journalFault = fault;
  }

  /** Starts a server for probes over the same controller. */
  ProbesVerticle startProbes(SocketBind bind) {
    ProbesVerticle started = new ProbesVerticle(bind, context(bind));
    await(vertx.deployVerticle(started));
    return started;
  }

  /** Replaces the configuration file. */
  void write(String document) {
    try {
      Files.writeString(file, document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return verticle.port();
  }

  List<Endpoint> endpoints() {
    return verticle.endpoints();
  }

  /** Makes a request, to be sent. */
  HttpRequest<Buffer> request(String method, String target) {
    return client.request(HttpMethod.valueOf(method), port(), "127.0.0.1", target);
  }

  HttpResponse<Buffer> get(String target) {
    return await(request("GET", target).send());
  }

  HttpResponse<Buffer> call(String method, String target) {
    return await(request(method, target).send());
  }

  HttpResponse<Buffer> call(String method, String target, JsonObject body) {
    return await(request(method, target).sendJsonObject(body));
  }

  static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(e);
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    client.close();
    await(vertx.close());
  }
}
