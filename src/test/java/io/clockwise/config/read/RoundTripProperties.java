package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.AdminConfig;
import io.clockwise.config.AutoscaleConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.EffectiveConfig;
import io.clockwise.config.ForwardedConfig;
import io.clockwise.config.LimitsConfig;
import io.clockwise.config.LogFormat;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.ProbesConfig;
import io.clockwise.config.RetryBudget;
import io.clockwise.config.RetryConfig;
import io.clockwise.config.RetryOn;
import io.clockwise.config.Role;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.config.ShutdownConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TargetRule;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.config.TokenConfig;
import io.clockwise.config.TransportConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.CidrBlock;
import io.clockwise.model.log.LogTarget;
import io.clockwise.model.placement.PlacementSettings;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/** A configuration, written as a document, reads as an equal one. */
class RoundTripProperties {
  private static final List<String> HOSTS =
      List.of("10.0.0.1", "::1", "2001:db8::1", "web.internal", "a_b", "localhost");

  @Property(tries = 500)
  void survivesYamlAndJson(@ForAll long seed) {
    ClockwiseConfig config = new Draw(new Random(seed)).config();
    Map<String, Object> map = EffectiveConfig.toMap(config);

    assertThat(Documents.valid(new Yaml().dump(map))).isEqualTo(config);
    assertThat(Documents.valid(new JsonObject(map).encodePrettily())).isEqualTo(config);
  }

  /** Draws what the reader could have given. */
  private record Draw(Random random) {
    ClockwiseConfig config() {
      Map<String, PoolConfig> pools = new LinkedHashMap<>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        pools.put("pool." + i, pool());
      }
      List<RouteConfig> routes = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(4); i++) {
        routes.add(new RouteDraw(random, List.copyOf(pools.keySet())).route(i));
      }
      SessionDraw sessions = new SessionDraw(random);
      return new ClockwiseConfig(
          one(List.of("edge-1", "1", "true", "host.example")),
          new ListenerDraw(random).listeners(HOSTS),
          random.nextBoolean()
              ? List.of()
              : List.of(block("10.0.0.0/8"), block("::/0"), block("10.1.2.3")),
          new ForwardedConfig(random.nextBoolean(), random.nextBoolean()),
          admin(),
          new ProbesConfig(random.nextBoolean() ? null : new SocketBind(one(HOSTS), 9903)),
          random.nextBoolean() ? null : Path.of("/var/lib/${x}/a b"),
          sessions.explain(),
          one(List.of(TransportConfig.values())),
          limits(),
          new ShutdownConfig(millis(0, 3_600_000), millis(0, 86_400_000)),
          accessLog(),
          routes,
          pools);
    }

    private AccessLogConfig accessLog() {
      return new AccessLogConfig(
          one(
              List.of(
                  LogFormat.JSON,
                  LogFormat.COMBINED,
                  LogFormat.OFF,
                  LogFormat.template("$status"),
                  LogFormat.template("a ${uri}\"b\" $args:"))),
          one(List.of("-", "/var/log/a b.log", "/log/${x}")),
          one(List.of(LogTarget.values())));
    }

    private AdminConfig admin() {
      return new AdminConfig(
          new SocketBind(one(HOSTS), 9902),
          List.of(
              new TokenConfig(one(List.of(Role.values())), Path.of("/etc/clockwise/${x}/t")),
              new TokenConfig(Role.READ, Path.of("/run/token"))),
          number(0, 10_000));
    }

    private LimitsConfig limits() {
      return new LimitsConfig(
          number(64, 1 << 20),
          number(256, 1 << 20),
          number(1, 10_000),
          millis(100, 3_600_000),
          millis(100, 86_400_000),
          millis(100, 86_400_000),
          number(1, 1_000_000),
          number(0, 1_000_000),
          one(List.of(TargetRule.values())));
    }

    private PoolConfig pool() {
      List<BackendConfig> backends = new ArrayList<>();
      for (int i = 0; i < random.nextInt(4); i++) {
        backends.add(
            new BackendConfig(
                one(List.of("a:", "B[", "c-", "9.")) + i,
                address(),
                number(0, 100),
                one(List.of(AdminState.values())),
                one(List.of("", "http://h:1", "${x}")),
                random.nextBoolean(),
                one(List.of("", "eu-1a", "${x}", "1"))));
      }
      PlacementSettings placement = new PlacementDraw(random, backends).settings();
      SessionConfig session = new SessionDraw(random).session();
      return new PoolConfig(
          placement,
          backends,
          placement.placesOpenOnly() ? session.withChangeBudget(null) : session,
          new ConnectionsConfig(
              number(1, 100_000),
              one(List.of(ConnectionsConfig.OnFull.values())),
              number(0, 1_000_000),
              millis(1, 3_600_000),
              millis(100, 3_600_000),
              number(0, 1_000_000),
              one(List.of(ConnectionsConfig.Protocol.values())),
              one(List.of(ConnectionsConfig.ProxyProtocol.values()))),
          new TimeoutsConfig(
              millis(1, 3_600_000),
              millis(1, 86_400_000),
              millis(1, 86_400_000),
              millis(1, 604_800_000)),
          retry(),
          tls(),
          new CareDraw(random).care(backends).withAutoscale(autoscale()));
    }

    private @Nullable AutoscaleConfig autoscale() {
      return random.nextBoolean()
          ? null
          : new AutoscaleConfig(
              number(401, 700) / 1000.0,
              number(701, 1000) / 1000.0,
              number(0, 400) / 1000.0,
              number(1, 1_000_000),
              millis(1_000, 3_600_000),
              millis(0, 86_400_000),
              number(1, 100),
              one(List.of("", "http://h:1/a?b=c", "https://[::1]/")));
    }

    private BackendAddress address() {
      return random.nextInt(5) == 0
          ? new BackendAddress("/run/a ${x}.sock", 0)
          : new BackendAddress(one(HOSTS), number(1, 65_535));
    }

    private @Nullable BackendTlsConfig tls() {
      return random.nextBoolean()
          ? null
          : new BackendTlsConfig(random.nextBoolean(), null, "a.example", null, null);
    }

    private RetryConfig retry() {
      return new RetryConfig(
          number(1, 10),
          random.nextBoolean() ? Set.of() : Set.of(one(List.of(RetryOn.values()))),
          random.nextBoolean() ? Set.of() : Set.of("GET", "null", "x$" + number(0, 9)),
          random.nextBoolean() ? Set.of() : Set.of(number(400, 599)),
          new RetryBudget(number(0, 1000) / 1000.0, number(0, 1_000_000), millis(1_000, 300_000)));
    }

    private static CidrBlock block(String text) {
      return CidrBlock.parse(text).orElseThrow();
    }

    private <T> T one(List<T> choices) {
      return choices.get(random.nextInt(choices.size()));
    }

    private int number(int least, int most) {
      return random.nextInt(4) == 0 ? least : least + random.nextInt(most - least + 1);
    }

    private Duration millis(int least, int most) {
      int unit = one(List.of(1, 1_000, 60_000));
      return Duration.ofMillis(Math.max(least, number(least, most) / unit * unit));
    }
  }
}
