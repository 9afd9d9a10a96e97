package io.clockwise.testkit;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.AdminConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.KeySource;
import io.clockwise.config.LimitsConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.ProxyProtocolConfig;
import io.clockwise.config.RetryConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.ShutdownConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.config.TlsConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.CidrBlock;
import io.clockwise.model.Health;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.model.PathPattern;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.placement.build.Placements;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.affinity.Ties;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.hot.HotKeys;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a {@link TestProxy}: one pool, one route keyed by {@code X-Key} at first.
 */
public record TestConfig(
    List<BackendConfig> backends,
    List<ListenerConfig> listeners,
    LimitsConfig limits,
    ConnectionsConfig connections,
    TimeoutsConfig timeouts,
    List<CidrBlock> trusted,
    String path,
    KeySource key,
    UnaryOperator<PoolConfig> pool,
    ShutdownConfig shutdown) {
  /** The pool's name. */
  public static final String POOL = "test";

  /** Returns the configuration of one loopback listener and these backends. */
  public static TestConfig of(TestBackend... backends) {
    return new TestConfig(
        Stream.of(backends).map(TestConfig::backend).toList(),
        List.of(new ListenerConfig(new SocketBind("127.0.0.1", 0))),
        LimitsConfig.DEFAULT,
        ConnectionsConfig.DEFAULT,
        TimeoutsConfig.DEFAULT,
        List.of(),
        "/**",
        new KeySource.Header("X-Key", null),
        UnaryOperator.identity(),
        ShutdownConfig.DEFAULT);
  }

  private static BackendConfig backend(TestBackend backend) {
    return new BackendConfig(
        backend.id(), new BackendAddress("127.0.0.1", backend.port()), 1, AdminState.READY);
  }

  /** Returns the same with other backends. */
  public TestConfig withBackends(List<BackendConfig> others) {
    return new TestConfig(
        others, listeners, limits, connections, timeouts, trusted, path, key, pool, shutdown);
  }

  /** Returns the same with another wish for one backend. */
  public TestConfig withState(String id, AdminState state) {
    return withBackends(
        backends.stream().map(b -> b.id().equals(id) ? b.withState(state) : b).toList());
  }

  /** Returns the same with other listeners. */
  public TestConfig withListeners(SocketBind... binds) {
    return withListeners(Stream.of(binds).map(ListenerConfig::new).toList());
  }

  /** Returns the same with other listeners. */
  public TestConfig withListeners(List<ListenerConfig> others) {
    return new TestConfig(
        backends, others, limits, connections, timeouts, trusted, path, key, pool, shutdown);
  }

  /** Returns the same with one loopback listener that believes headers of loopback. */
  public TestConfig believing(ProxyProtocolConfig.Mode mode, ListenerProtocol... protocols) {
    return believing(mode, null, protocols);
  }

  /** Returns the same with one loopback listener that believes headers of loopback. */
  public TestConfig believing(
      ProxyProtocolConfig.Mode mode, @Nullable TlsConfig tls, ListenerProtocol... protocols) {
    CidrBlock loopback = CidrBlock.parse("127.0.0.1/32").orElseThrow();
    return withListeners(
        List.of(
            new ListenerConfig(
                new SocketBind("127.0.0.1", 0),
                List.of(protocols),
                new ProxyProtocolConfig(List.of(new ProxyProtocolConfig.Block(loopback)), mode),
                tls)));
  }

  /** Returns the same with one loopback listener that speaks these protocols. */
  public TestConfig speaking(@Nullable TlsConfig tls, ListenerProtocol... protocols) {
    return withListeners(
        List.of(
            new ListenerConfig(
                new SocketBind("127.0.0.1", 0), List.of(protocols), ProxyProtocolConfig.OFF, tls)));
  }

  /** Returns the same with other limits. */
  public TestConfig withLimits(LimitsConfig others) {
    return new TestConfig(
        backends, listeners, others, connections, timeouts, trusted, path, key, pool, shutdown);
  }

  /** Returns the same with another grace for what is to end. */
  public TestConfig withGrace(Duration grace) {
    return new TestConfig(
        backends,
        listeners,
        limits,
        connections,
        timeouts,
        trusted,
        path,
        key,
        pool,
        new ShutdownConfig(shutdown.delay(), grace));
  }

  /** Returns the same with other connections. */
  public TestConfig withConnections(ConnectionsConfig others) {
    return new TestConfig(
        backends, listeners, limits, others, timeouts, trusted, path, key, pool, shutdown);
  }

  /** Returns the same with other timeouts. */
  public TestConfig withTimeouts(TimeoutsConfig others) {
    return new TestConfig(
        backends, listeners, limits, connections, others, trusted, path, key, pool, shutdown);
  }

  /** Returns the same with loopback trusted. */
  public TestConfig trustingLoopback() {
    List<CidrBlock> loopback = List.of(CidrBlock.parse("127.0.0.0/8").orElseThrow());
    return new TestConfig(
        backends, listeners, limits, connections, timeouts, loopback, path, key, pool, shutdown);
  }

  /** Returns the same with a route that takes these paths only. */
  public TestConfig withPath(String pattern) {
    return new TestConfig(
        backends, listeners, limits, connections, timeouts, trusted, pattern, key, pool, shutdown);
  }

  /** Returns the same with another key source. */
  public TestConfig withKey(KeySource source) {
    return new TestConfig(
        backends, listeners, limits, connections, timeouts, trusted, path, source, pool, shutdown);
  }

  /** Returns the same with a pool that is made otherwise than it was so far. */
  public TestConfig withPool(UnaryOperator<PoolConfig> change) {
    UnaryOperator<PoolConfig> both = made -> change.apply(pool.apply(made));
    return new TestConfig(
        backends, listeners, limits, connections, timeouts, trusted, path, key, both, shutdown);
  }

  /** Returns the same with another rule for retries. */
  public TestConfig withRetry(RetryConfig retry) {
    return withPool(made -> made.withRetry(retry));
  }

  /** Returns the routing table that it makes. */
  public RoutingTable table(long epoch, Meters meters) {
    PoolConfig made = pool.apply(new PoolConfig(Ring.DEFAULT, backends, connections, timeouts));
    RouteConfig route =
        new RouteConfig(
            "main",
            new MatchConfig(List.of(), PathPattern.parse(path), List.of()),
            List.of(key),
            MissingKeyPolicy.LEAST_REQUESTS,
            POOL);
    ClockwiseConfig config =
        new ClockwiseConfig(
            "unit",
            listeners,
            trusted,
            AdminConfig.DEFAULT,
            limits,
            shutdown,
            AccessLogConfig.DEFAULT,
            List.of(route),
            Map.of(POOL, made));
    PoolSnapshot snapshot = snapshot(epoch, made, meters);
    return new RoutingTable(
        epoch, epoch, config, List.of(CompiledRoute.of(route, snapshot)), Map.of(POOL, snapshot));
  }

  private PoolSnapshot snapshot(long epoch, PoolConfig pool, Meters meters) {
    List<BackendConfig> sorted =
        backends.stream().sorted(Comparator.comparing(BackendConfig::id)).toList();
    List<Member> members =
        sorted.stream()
            .filter(b -> b.weight() > 0)
            .map(b -> new Member(b.id(), b.weight()))
            .toList();
    List<PoolSnapshot.Slot> slots =
        sorted.stream()
            .map(
                b ->
                    new PoolSnapshot.Slot(
                        b.toBackend(),
                        Availability.of(b.state(), Health.UP),
                        meters.backend(POOL, b.id())))
            .toList();
    return new PoolSnapshot(
        POOL,
        epoch,
        pool,
        Placements.build(Ring.DEFAULT, members),
        slots,
        new Ties(TestAffinity.of(pool, slots, meters), HotKeys.NONE, meters.traffic(POOL)));
  }
}
