package io.clockwise.app.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.read.ConfigReader;
import io.clockwise.proxy.front.door.ClientConnections;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.testkit.LogWatch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionCeilingTest {
  private static ClockwiseConfig config(int connections, String pools) {
    String document = "limits: { connections: " + connections + " }\npools: { " + pools + " }";
    ConfigResult result =
        ConfigReader.read(
            new ConfigDocument("test", Path.of("/"), document.getBytes(StandardCharsets.UTF_8)),
            name -> null,
            "test");
    return ((ConfigResult.Valid) result).config();
  }

  private static String pool(int backends, int perBackend, int tunnels) {
    StringBuilder pool = new StringBuilder("web: { connections: { perBackend: " + perBackend);
    pool.append(", tunnels: ").append(tunnels).append(" }, backends: [");
    for (int i = 0; i < backends; i++) {
      pool.append(i == 0 ? "" : ", ").append("\"b").append(i).append("=10.0.0.1:80\"");
    }
    return pool.append("] }").toString();
  }

  @ParameterizedTest
  @CsvSource({
    "1024, 3, 512, 0, 412", // tunnels without a limit
    "10000, 3, 512, 88, 8000",
    "10000, 3, 4000, 100, 4900", // the half is more
    "10000, 3, 1, 1, 9776", // four loops may have one of each kind
    "100, 1, 512, 0, 1",
    "9223372036854775807, 1, 512, 0, 2147483647",
  })
  void followsTheLimitAndThePools(
      long files, int backends, int perBackend, int tunnels, int expected) {
    ClockwiseConfig config = config(20_000, pool(backends, perBackend, tunnels));
    assertThat(ConnectionCeiling.most(config, 4, files)).isEqualTo(expected);
  }

  @Test
  void onePoolWithoutALimitOfTunnelsIsEnoughForTheHalf() {
    ClockwiseConfig first = config(20_000, pool(1, 10, 10));
    ClockwiseConfig second =
        first.withPools(
            Map.of(
                "web", first.pools().get("web"),
                "api", config(1, pool(1, 10, 0)).pools().get("web")));
    assertThat(ConnectionCeiling.most(first, 1, 1_000)).isEqualTo(780);
    assertThat(ConnectionCeiling.most(second, 1, 1_000)).isEqualTo(400);
  }

  @Test
  void probesHaveConnectionsOfTheirOwn() {
    String few = pool(4, 512, 0).replace("web: {", "web: { health: /,");
    assertThat(ConnectionCeiling.most(config(20_000, few), 4, 1_024)).isEqualTo(410);
    String many = pool(600, 512, 0).replace("web: {", "web: { health: /,");
    assertThat(ConnectionCeiling.most(config(20_000, many), 4, 10_700)).isEqualTo(5_000);
  }

  private static RoutingTable table(long epoch, ClockwiseConfig config) {
    return new RoutingTable(epoch, epoch, config, List.of(), Map.of());
  }

  @Test
  void warnsOnceForEachNumberAndFollowsChanges() throws Exception {
    String pools = pool(1, 512, 0);
    RoutingTableRef tables = new RoutingTableRef(table(1, config(500, pools)));
    try (LogWatch log = new LogWatch()) {
      ConnectionCeiling.hold(tables, new ClientConnections(), 2, 1_000);
      publish(tables, table(2, config(500, pools)));
      assertThat(log.count("limits.connections: 500 is lowered to 400")).isEqualTo(1);
      assertThat(log.lines().get(0)).contains("1000 files");

      publish(tables, table(3, config(300, pools)));
      assertThat(log.lines()).hasSize(1);
      publish(tables, table(4, config(700, pools)));
      assertThat(log.count("limits.connections: 700 is lowered to 400")).isEqualTo(1);
    }
  }

  private static void publish(RoutingTableRef tables, RoutingTable table) throws Exception {
    tables.publish(table).get(5, TimeUnit.SECONDS);
  }

  @Test
  void nothingIsSaidWhereNobodyKnowsTheLimit() {
    try (LogWatch log = new LogWatch()) {
      RoutingTableRef tables = new RoutingTableRef(table(1, config(500, pool(1, 512, 0))));
      ConnectionCeiling.hold(tables, new ClientConnections(), 2, -1);
      assertThat(log.lines()).isEmpty();
    }
    assertThat(ConnectionCeiling.openFiles()).isPositive();
  }
}
