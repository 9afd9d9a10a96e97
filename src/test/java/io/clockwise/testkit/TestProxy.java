package io.clockwise.testkit;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TransportConfig;
import io.clockwise.proxy.connection.wire.HeadedTransport;
import io.clockwise.proxy.front.FrontShare;
import io.clockwise.proxy.front.ProxyVerticle;
import io.clockwise.proxy.front.door.DoorTransport;
import io.clockwise.proxy.policy.RequestLog;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.proxy.transport.TransportMissing;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.accesslog.AccessRecord;
import io.clockwise.telemetry.recent.Interest;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.transport.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A running proxy on loopback, without the rest of Clockwise around it. */
public final class TestProxy implements AutoCloseable {
  /** Returns the data path that is tested: the system property {@code clockwise.dataPath}. */
  public static DataPath path() {
    return DataPath.valueOf(System.getProperty("clockwise.dataPath", "RELAY"));
  }

  /* The transport that the product takes, or the system property clockwise.transport. */
  private static Transport transport() {
    String name = System.getProperty("clockwise.transport", "auto");
    try {
      return DoorTransport.of(TransportConfig.valueOf(name.toUpperCase(Locale.ROOT)));
    } catch (TransportMissing e) {
      throw new IllegalStateException(e);
    }
  }

  private final Vertx vertx =
      Vertx.builder().withTransport(HeadedTransport.over(transport())).build();
  private final Meters meters;
  private final RoutingTableRef tables;
  private final FrontShare share;
  private final List<ProxyVerticle> loops = new ArrayList<>();
  private final List<LoggedRequest> records = new CopyOnWriteArrayList<>();
  private final Map<Integer, Set<Thread>> threads = new ConcurrentHashMap<>();
  private final AtomicInteger relayed = new AtomicInteger();
  private TestConfig config;
  private long epoch = 1;

  private TestProxy(TestConfig config, int loopCount, DataPath path) {
    this.share = new FrontShare(path);
    this.config = config;
    this.meters = new Meters(loopCount);
    this.tables = new RoutingTableRef(config.table(epoch, meters));
    for (int i = 0; i < loopCount; i++) {
      int loop = i;
      loops.add(new ProxyVerticle(i, tables, meters, new Records(loop), share));
    }
  }

  /** Keeps what the access log is told by one event loop. */
  private final class Records implements RequestLog {
    private final int loop;
    private AccessRecord record = new AccessRecord();

    Records(int loop) {
      this.loop = loop;
    }

    private static boolean hasRelay(Stream<StackWalker.StackFrame> frames) {
      String relay = DataPath.class.getPackageName();
      return frames.anyMatch(each -> each.getClassName().startsWith(relay + ".RelayExchange"));
    }

    @Override
    public AccessRecord next(Interest interest, long nowNanos) {
      record = new AccessRecord();
      return record;
    }

    @Override
    public void publish() {
      threads
          .computeIfAbsent(loop, first -> ConcurrentHashMap.newKeySet())
          .add(Thread.currentThread());
      if (StackWalker.getInstance().walk(Records::hasRelay)) {
        relayed.incrementAndGet();
      }
      records.add(LoggedRequest.of(record));
    }
  }

  /** Returns how many of the finished requests were the relay's. */
  public int relayed() {
    return relayed.get();
  }

  /** Returns the threads that have served requests with what belongs to an event loop. */
  public Set<Thread> threadsOf(int loop) {
    return threads.getOrDefault(loop, Set.of());
  }

  /** Starts one event loop. */
  public static TestProxy start(TestConfig config) {
    return start(config, 1);
  }

  /** Starts so many event loops. */
  public static TestProxy start(TestConfig config, int loops) {
    return start(config, loops, path());
  }

  /** Starts so many event loops on a data path. */
  public static TestProxy start(TestConfig config, int loops, DataPath path) {
    TestProxy proxy = new TestProxy(config, loops, path);
    try {
      await(Future.all(proxy.loops.stream().map(proxy.vertx::deployVerticle).toList()));
    } catch (RuntimeException e) {
      proxy.close();
      throw e;
    }
    return proxy;
  }

  private static void await(Future<?> future) {
    future.toCompletionStage().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }

  /** Publishes a changed configuration and waits until every loop uses it. */
  public void publish(UnaryOperator<TestConfig> change) {
    config = change.apply(config);
    tables.publish(config.table(++epoch, meters)).orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** Publishes a table that configurations of tests do not make, and waits likewise. */
  public void publishTable(UnaryOperator<RoutingTable> change) {
    RoutingTable changed = change.apply(config.table(++epoch, meters));
    tables.publish(changed).orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** Returns the published table. */
  public RoutingTable table() {
    return tables.current();
  }

  /** Returns where tables are published. */
  public RoutingTableRef tables() {
    return tables;
  }

  /** Returns the port of the first listener. */
  public int port() {
    ClockwiseConfig current = table().config();
    SocketBind bind = current.listeners().get(0).bind();
    return share.bound().port(bind).orElseThrow();
  }

  /** Returns where it listens. */
  public List<SocketBind> addresses() {
    return share.bound().addresses();
  }

  /** Connects a client. */
  public RawClient connect() throws IOException {
    return RawClient.to(port());
  }

  /** Returns what it counts. */
  public Meters meters() {
    return meters;
  }

  /** Returns the finished requests, in the order of their end. */
  public List<LoggedRequest> records() {
    return records;
  }

  /** Returns the requests being served. */
  public long inFlight() {
    long sum = 0;
    for (int i = 0; i < meters.loops(); i++) {
      sum += meters.loop(i).inFlight();
    }
    return sum;
  }

  /** Returns the requests that a backend serves. */
  public long inFlight(TestBackend backend) {
    return meters.backend(TestConfig.POOL, backend.id()).inFlight();
  }

  /** Returns the open client connections. */
  public int clients() {
    return share.connections().open();
  }

  /** Begins a graceful stop. */
  public Future<?> shutdown(Duration grace) {
    return Future.join(loops.stream().map(loop -> loop.shutdown(grace)).toList());
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}
