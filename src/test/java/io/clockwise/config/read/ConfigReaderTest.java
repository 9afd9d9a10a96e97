package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.AdminConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.LimitsConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.LogFormat;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.Role;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.ShutdownConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.config.TokenConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.model.log.LogTarget;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.OwnSettings.Ring;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigReaderTest {
  private static final String SMALLEST = "pools: { web: { backends: [\"a=10.0.0.1:80\"] } }";

  @Test
  void fillsEveryDefaultIn() {
    ClockwiseConfig config = Documents.valid(SMALLEST);

    assertThat(config.instance()).isEqualTo("host-1");
    assertThat(config.listeners()).containsExactly(ListenerConfig.DEFAULT);
    assertThat(config.trustedProxies()).isEmpty();
    assertThat(config.admin()).isEqualTo(AdminConfig.DEFAULT);
    assertThat(config.limits()).isEqualTo(LimitsConfig.DEFAULT);
    assertThat(config.shutdown()).isEqualTo(ShutdownConfig.DEFAULT);
    assertThat(config.accessLog()).isEqualTo(AccessLogConfig.DEFAULT);
    assertThat(config.pools())
        .containsOnly(
            java.util.Map.entry(
                "web",
                new PoolConfig(
                    OwnSettings.Slots.DEFAULT,
                    List.of(backend("a", "10.0.0.1", 80, 1, AdminState.READY)),
                    ConnectionsConfig.DEFAULT,
                    TimeoutsConfig.DEFAULT)));
  }

  @Test
  void givesTheOnlyPoolOneRouteForEverything() {
    assertThat(Documents.valid(SMALLEST).routes())
        .containsExactly(
            new RouteConfig(
                "route-1", MatchConfig.ANY, List.of(), MissingKeyPolicy.LEAST_REQUESTS, "web"));
  }

  @Test
  void letsRoutesLeaveTheOnlyPoolOut() {
    ClockwiseConfig config = Documents.valid("routes: [{ name: x }, { key: path }]\n" + SMALLEST);

    assertThat(config.routes()).extracting(RouteConfig::pool).containsExactly("web", "web");
    assertThat(config.routes()).extracting(RouteConfig::name).containsExactly("x", "route-2");
  }

  @Test
  void readsEveryKeyOfTheProcess() {
    ClockwiseConfig config =
        Documents.valid(
            """
            instance: edge-1
            listeners: [{ bind: "[::1]:8081", protocols: [h1] }, { bind: "localhost:0" }]
            trustedProxies: [10.1.2.3/8, "2001:db8::/32"]
            admin:
              bind: 0.0.0.0:9000
              tokens:
                - { role: admin, file: admin.token }
                - { role: operate, file: /run/operate.token }
            limits:
              requestLine: 64KB
              headers: 1MiB
              headerCount: 7
              headTimeout: 250ms
              bodyIdle: 5m
              keepAliveIdle: 24h
              connections: 9
              connectionsPerAddress: 8
              target: rfc
            shutdown: { delay: 0s, grace: 1h }
            accessLog: { format: combined, file: log/access.log }
            """
                + SMALLEST);

    assertThat(config.instance()).isEqualTo("edge-1");
    assertThat(config.listeners())
        .containsExactly(
            new ListenerConfig(new SocketBind("::1", 8081)),
            new ListenerConfig(new SocketBind("localhost", 0)));
    assertThat(config.trustedProxies())
        .map(Object::toString)
        .containsExactly("10.0.0.0/8", "2001:db8::/32");
    assertThat(config.admin().bind()).isEqualTo(new SocketBind("0.0.0.0", 9000));
    assertThat(config.admin().tokens())
        .containsExactly(
            new TokenConfig(Role.ADMIN, Path.of("/etc/clockwise/admin.token")),
            new TokenConfig(Role.OPERATE, Path.of("/run/operate.token")));
    assertThat(config.limits())
        .isEqualTo(
            new LimitsConfig(
                64_000,
                1 << 20,
                7,
                Duration.ofMillis(250),
                Duration.ofMinutes(5),
                Duration.ofHours(24),
                9,
                8,
                io.clockwise.config.TargetRule.RFC));
    assertThat(config.shutdown()).isEqualTo(new ShutdownConfig(Duration.ZERO, Duration.ofHours(1)));
    assertThat(config.accessLog())
        .isEqualTo(
            new AccessLogConfig(
                LogFormat.COMBINED, "/etc/clockwise/log/access.log", LogTarget.FULL));
  }

  @Test
  void readsEveryKeyOfAPool() {
    PoolConfig pool =
        Documents.valid(
                """
                pools:
                  web:
                    placement: { algorithm: ring, hash: xxh3, pointsPerWeight: 160 }
                    backends:
                      - { id: a, address: "10.0.0.1:8000", weight: 0, state: maint }
                      - { address: "[2001:db8::1]:80", state: drain }
                      - b=web.internal:81*65
                      - 10.0.0.4:82*3
                    connections: { perBackend: 1, queue: 0, queueTimeout: 1ms, idle: 1h }
                    timeouts: { connect: 1ms, response: 24h, idle: 2m }
                """)
            .pools()
            .get("web");

    assertThat(pool.placement())
        .isEqualTo(new Ring(io.clockwise.model.placement.RingHash.XXH3, 160));
    assertThat(pool.backends())
        .containsExactly(
            backend("a", "10.0.0.1", 8000, 0, AdminState.MAINT),
            backend("[2001:db8::1]:80", "2001:db8::1", 80, 1, AdminState.DRAIN),
            backend("b", "web.internal", 81, 65, AdminState.READY),
            backend("10.0.0.4:82", "10.0.0.4", 82, 3, AdminState.READY));
    assertThat(pool.connections())
        .isEqualTo(new ConnectionsConfig(1, 0, Duration.ofMillis(1), Duration.ofHours(1)));
    assertThat(pool.timeouts())
        .isEqualTo(
            new TimeoutsConfig(Duration.ofMillis(1), Duration.ofHours(24), Duration.ofMinutes(2)));
  }

  @Test
  void keepsThePoolsInTheOrderOfTheDocument() {
    String pool = ": { backends: [\"a=10.0.0.1:80\"] }";
    ClockwiseConfig config =
        Documents.valid(
            "routes: [{ pool: z }]\npools:\n  z" + pool + "\n  b" + pool + "\n  m" + pool);

    assertThat(config.pools().keySet()).containsExactly("z", "b", "m");
  }

  @Test
  void readsTheShortFormsOfTheAccessLogAndThePlacement() {
    ClockwiseConfig config =
        Documents.valid(
            "accessLog: off\npools: { web: { placement: ring, backends: [\"a=10.0.0.1:80\"] } }");

    assertThat(config.accessLog().format()).isEqualTo(LogFormat.OFF);
    assertThat(config.pools().get("web").placement()).isEqualTo(Ring.DEFAULT);
  }

  @Test
  void readsJson() {
    assertThat(Documents.valid("{\"pools\": {\"web\": {\"backends\": [\"a=10.0.0.1:80\"]}}}"))
        .isEqualTo(Documents.valid(SMALLEST));
  }

  @Test
  void acceptsAByteOrderMarkAndWindowsLineEnds() {
    assertThat(Documents.valid("\ufeff# web\r\n" + SMALLEST + "\r\n"))
        .isEqualTo(Documents.valid(SMALLEST));
  }

  @Test
  void sharesValuesThroughAliases() {
    ClockwiseConfig config =
        Documents.valid(
            """
            routes: [{ pool: a }, { name: b, match: "/b", pool: b }]
            pools:
              a: { timeouts: &slow { response: 5m }, backends: ["a=10.0.0.1:80"] }
              b: { timeouts: *slow, backends: ["a=10.0.0.1:80"] }
            """);

    assertThat(config.pools().get("b").timeouts()).isEqualTo(config.pools().get("a").timeouts());
    assertThat(config.pools().get("b").timeouts().response()).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void fillsEnvironmentVariablesIn() {
    ClockwiseConfig config =
        Documents.valid(
            """
            instance: "edge-${NUMBER}${EMPTY}-${NONE:-x}"
            routes: [{ key: { header: X-A, pattern: "^($${)" } }]
            limits: { headerCount: "${NUMBER}" }
            pools: { web: { backends: ["a=${HOST}:80*${NUMBER}"] } }
            """);

    assertThat(config.instance()).isEqualTo("edge-7-x");
    assertThat(config.limits().headerCount()).isEqualTo(7);
    assertThat(config.pools().get("web").backends().get(0).weight()).isEqualTo(7);
    assertThat(Documents.problem("instance: $\n" + SMALLEST)).contains("given \"$\"");
  }

  @Test
  void acceptsWhatSaysWhatIsDoneAnyway() {
    ConfigResult result =
        Documents.read(
            """
            include: []
            probes: { bind: "" }
            stateDir: ""
            explain: off
            cluster: {}
            transport: auto
            defaults: { routes: {}, pools: {} }
            listeners: [{ bind: "0.0.0.0:8080", protocols: [h1], tls: off, proxyProtocol: {} }]
            routes: [{ match: { headers: {} }, onOwnerChange: keep, allow: [], deny: [] }]
            pools:
              web:
                backends: [{ id: a, address: "10.0.0.1:80", placementName: "" }]
                affinity: none
                onUnavailable: next
                onOwnerChange: keep
                health: off
                outlier: off
                loadBound: off
                slowStart: 0s
                hotKeys: off
                whenNoneUsable: tryAnswering
                tls: off
                retry: off
                discover: {}
                connections: { onFull: queue, protocol: h1 }
            """);

    assertThat(Documents.lines(result)).isEmpty();
    assertThat(result).isInstanceOf(ConfigResult.Valid.class);
  }

  @Test
  void makesAnInstanceNameOfAnyHostName() {
    byte[] bytes = SMALLEST.getBytes(StandardCharsets.UTF_8);
    ConfigDocument document = new ConfigDocument("x", Path.of("."), bytes);

    assertThat(((ConfigResult.Valid) ConfigReader.read(document, n -> null, "a b\n")).config())
        .extracting(ClockwiseConfig::instance)
        .isEqualTo("a-b-");
    assertThat(((ConfigResult.Valid) ConfigReader.read(document, n -> null, "")).config())
        .extracting(ClockwiseConfig::instance)
        .isEqualTo("clockwise");
  }

  private static BackendConfig backend(
      String id, String host, int port, int weight, AdminState state) {
    return new BackendConfig(id, new BackendAddress(host, port), weight, state);
  }
}
