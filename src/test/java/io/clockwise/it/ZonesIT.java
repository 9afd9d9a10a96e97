package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.CareConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.config.ZonesConfig;
import io.clockwise.health.HealthBoard;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.OffOwner;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.testkit.CheckedProxy;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Three zones of four backends, of which those of the own one die one after the other. */
@Timeout(60)
class ZonesIT {
  private static final int KEYS = 400;
  private static final int IN_ZONE = 4;
  private static final List<String> ZONES = List.of("own", "b", "c");

  private final List<TestBackend> servers = new ArrayList<>();
  private CheckedProxy proxy;

  @BeforeEach
  void startServers() throws IOException {
    for (String zone : ZONES) {
      for (int i = 0; i < IN_ZONE; i++) {
        servers.add(TestBackend.start(zone + i));
      }
    }
  }

  @AfterEach
  void stop() throws IOException {
    if (proxy != null) {
      proxy.close();
    }
    for (TestBackend server : servers) {
      server.close();
    }
  }

  private static BackendConfig backend(TestBackend server) {
    return new BackendConfig(
            server.id(), new BackendAddress("127.0.0.1", server.port()), 1, AdminState.READY)
        .withZone(server.id().substring(0, server.id().length() - 1));
  }

  private PoolConfig pool(ZonesConfig zones) {
    return new PoolConfig(
            Ring.DEFAULT,
            servers.stream().map(ZonesIT::backend).toList(),
            ConnectionsConfig.DEFAULT,
            TimeoutsConfig.DEFAULT)
        .withCare(CareConfig.DEFAULT.withZones(zones));
  }

  private List<String> answers() throws IOException {
    List<String> answers = new ArrayList<>();
    try (RawClient client = proxy.connect()) {
      for (int key = 0; key < KEYS; key++) {
        String request = "GET /web/x HTTP/1.1\r\nHost: t\r\nX-Key: k" + key + "\r\n\r\n";
        answers.add(client.send(request).answer().text());
      }
    }
    return answers;
  }

  private static long near(List<String> answers) {
    return answers.stream().filter(each -> each.startsWith("own")).count();
  }

  private void eject(int number, String why) {
    proxy.board().ejected(new HealthBoard.Key("web", "own" + number), why);
    Availability wanted = why == null ? Availability.OPEN : Availability.CLOSED;
    await().until(() -> proxy.availability("web", "own" + number) == wanted);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void itsShareFollowsItsHealthAndComesBack(DataPath path) throws IOException {
    proxy = CheckedProxy.start(Map.of("web", pool(null)), path);
    List<String> plain = answers();
    assertThat(near(plain)).isBetween(KEYS / 6L, KEYS / 2L);
    proxy.reload(Map.of("web", pool(new ZonesConfig("own", 0.8))));
    List<List<String>> seen = new ArrayList<>(List.of(answers()));
    assertThat(near(seen.get(0))).isEqualTo(KEYS);
    for (int down = 1; down <= IN_ZONE; down++) {
      eject(down - 1, "test");
      seen.add(answers());
      expect(seen.get(down), seen.get(down - 1), down);
    }
    for (int key = 0; key < KEYS; key++) {
      boolean far = !plain.get(key).startsWith("own");
      assertThat(!far || seen.get(IN_ZONE).get(key).equals(plain.get(key))).isTrue();
    }
    for (int down = IN_ZONE - 1; down >= 0; down--) {
      eject(down, null);
      assertThat(answers()).isEqualTo(seen.get(down));
    }
    assertThat(proxy.meters().pool("web").offOwner(OffOwner.ZONE)).isPositive();
  }

  /* Of the keys that do not stay, the ring gives some to near ones that are open. */
  private static void expect(List<String> now, List<String> before, int down) {
    double share = Math.min(1, (double) (IN_ZONE - down) / IN_ZONE / 0.8);
    double open = (double) (IN_ZONE - down) / (3 * IN_ZONE - down);
    double staying = share + (1 - share) * open;
    assertThat((double) near(now)).isBetween((staying - 0.1) * KEYS, (staying + 0.1) * KEYS);
    for (int key = 0; key < KEYS; key++) {
      boolean wasFar = !before.get(key).startsWith("own");
      assertThat(!wasFar || now.get(key).equals(before.get(key))).isTrue();
    }
  }
}
