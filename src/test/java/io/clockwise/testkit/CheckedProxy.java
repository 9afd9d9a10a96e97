package io.clockwise.testkit;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.AdminConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.KeySource;
import io.clockwise.config.LimitsConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.ProxyProtocolConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.ShutdownConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TransportConfig;
import io.clockwise.control.ControlPorts;
import io.clockwise.control.Controller;
import io.clockwise.control.StartOutcome;
import io.clockwise.control.journal.MemoryIntentLog;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.event.source.ConfigReading;
import io.clockwise.event.source.ConfigSource;
import io.clockwise.health.HealthBoard;
import io.clockwise.health.check.ChecksVerticle;
import io.clockwise.model.Availability;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.model.PathPattern;
import io.clockwise.proxy.connection.wire.HeadedTransport;
import io.clockwise.proxy.front.FrontShare;
import io.clockwise.proxy.front.ProxyVerticle;
import io.clockwise.proxy.front.door.DoorTransport;
import io.clockwise.proxy.policy.RequestLog;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.proxy.transport.TransportMissing;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.accesslog.AccessRecord;
import io.clockwise.telemetry.recent.Interest;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A proxy with a controller and checks, from records: each pool NAME is behind {@code /NAME/}, and
 * requests have their key in {@code X-Key}.
 */
public final class CheckedProxy implements AutoCloseable {
  private final Vertx vertx;
  private final Meters meters = new Meters(1);
  private final HealthBoard board = new HealthBoard(InstantSource.system());
  private final Documents documents = new Documents();
  private final FrontShare share;
  private final Controller controller;

  private CheckedProxy(Map<String, PoolConfig> pools, DataPath path) {
    share = new FrontShare(path);
    try {
      vertx =
          Vertx.builder()
              .withTransport(HeadedTransport.over(DoorTransport.of(TransportConfig.AUTO)))
              .build();
    } catch (TransportMissing e) {
      throw new IllegalStateException(e);
    }
    documents.take(pools);
    ControlPorts ports =
        new ControlPorts(
            documents, documents::read, new MemoryIntentLog(100), InstantSource.system());
    StartOutcome outcome =
        await(
            Controller.start(
                vertx, ports, new TableAssembler(meters, board), Duration.ofSeconds(2)));
    controller = ((StartOutcome.Started) outcome).controller();
    board.listen(controller::refresh);
  }

  /** Starts it; nobody has been probed yet when it serves. */
  public static CheckedProxy start(Map<String, PoolConfig> pools) {
    return start(pools, TestProxy.path());
  }

  /** Starts it on a data path. */
  public static CheckedProxy start(Map<String, PoolConfig> pools, DataPath path) {
    CheckedProxy proxy = new CheckedProxy(pools, path);
    try {
      await(
          proxy.vertx.deployVerticle(
              new ChecksVerticle(proxy.controller.table(), proxy.board, proxy.meters)));
      await(
          proxy.vertx.deployVerticle(
              new ProxyVerticle(
                  0, proxy.controller.table(), proxy.meters, new NoLog(), proxy.share)));
    } catch (RuntimeException e) {
      proxy.close();
      throw e;
    }
    return proxy;
  }

  private static <T> T await(Future<T> future) {
    return await(future.toCompletionStage());
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }

  /** Reads other pools, as after a change of the document. */
  public void reload(Map<String, PoolConfig> pools) {
    documents.take(pools);
    await(controller.reload("test"));
  }

  /** Connects a client. */
  public RawClient connect() throws IOException {
    return RawClient.to(port());
  }

  /** Returns the port of its listener, which speaks HTTP/1.1 and HTTP/2. */
  public int port() {
    SocketBind bind = controller.table().current().config().listeners().get(0).bind();
    return share.bound().port(bind).orElseThrow();
  }

  /** Asks a pool with a key. */
  public RawAnswer get(String pool, String key) throws IOException {
    try (RawClient client = connect()) {
      return client
          .send("GET /" + pool + "/x HTTP/1.1\r\nHost: t\r\nX-Key: " + key + "\r\n\r\n")
          .answer();
    }
  }

  /** Returns a pool as the published table has it. */
  public PoolSnapshot pool(String name) {
    return controller.table().current().pools().get(name);
  }

  /** Returns what is known of a backend, as the published table has it. */
  public BackendHealth health(String pool, String id) {
    return pool(pool).slot(pool(pool).indexOf(id)).health();
  }

  /** Returns whether a backend may be given requests, as the published table has it. */
  public Availability availability(String pool, String id) {
    return pool(pool).availability(pool(pool).indexOf(id));
  }

  /** Returns what was found out. */
  public HealthBoard board() {
    return board;
  }

  /** Returns what is counted. */
  public Meters meters() {
    return meters;
  }

  @Override
  public void close() {
    await(vertx.close());
  }

  /** Documents that are numbers of configurations. */
  private static final class Documents implements ConfigSource {
    private final Map<String, ClockwiseConfig> known = new ConcurrentHashMap<>();
    private volatile int newest;

    void take(Map<String, PoolConfig> pools) {
      int number = newest + 1;
      known.put("" + number, config(pools));
      newest = number;
    }

    private static ClockwiseConfig config(Map<String, PoolConfig> pools) {
      return new ClockwiseConfig(
          "unit",
          List.of(
              new ListenerConfig(
                  new SocketBind("127.0.0.1", 0),
                  List.of(ListenerProtocol.H1, ListenerProtocol.H2C),
                  ProxyProtocolConfig.OFF,
                  null)),
          List.of(),
          AdminConfig.DEFAULT,
          LimitsConfig.DEFAULT,
          ShutdownConfig.DEFAULT,
          AccessLogConfig.DEFAULT,
          pools.keySet().stream().map(Documents::route).toList(),
          pools);
    }

    private static RouteConfig route(String pool) {
      return new RouteConfig(
          pool,
          new MatchConfig(List.of(), PathPattern.parse("/" + pool + "/**"), List.of()),
          List.of(new KeySource.Header("X-Key", null)),
          MissingKeyPolicy.LEAST_REQUESTS,
          pool);
    }

    ConfigResult read(ConfigDocument document) {
      String number = new String(document.bytes(), StandardCharsets.US_ASCII);
      return new ConfigResult.Valid(known.get(number), List.of());
    }

    @Override
    public CompletionStage<ConfigReading> read() {
      byte[] number = ("" + newest).getBytes(StandardCharsets.US_ASCII);
      return CompletableFuture.completedFuture(
          new ConfigReading.Document(new ConfigDocument("test.yaml", Path.of("/"), number)));
    }

    @Override
    public void watch(Consumer<ConfigReading> listener) {
      // it changes by reloads alone
    }

    @Override
    public void close() {
      // nothing is open
    }
  }

  /** Keeps nothing. */
  private static final class NoLog implements RequestLog {
    @Override
    public AccessRecord next(Interest interest, long nowNanos) {
      return new AccessRecord();
    }

    @Override
    public void publish() {
      // nobody reads it
    }
  }
}
