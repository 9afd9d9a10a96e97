package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.OnOwnerChange;
import io.clockwise.model.Availability;
import io.clockwise.model.OffOwner;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.telemetry.CutReason;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A backend that gets a growing part of its keys, over real connections. */
class SlowStartIT extends LongStreamFixture {
  private static final int KEYS = 200;

  private List<String> servers(RawClient client) throws IOException {
    a.script(request -> request.answer(200, new byte[] {'a'}));
    b.script(request -> request.answer(200, new byte[] {'b'}));
    List<String> servers = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      String request = "GET /x HTTP/1.1\r\nHost: t\r\nX-Key: k" + key + "\r\n\r\n";
      servers.add(client.send(request).answer().text());
    }
    return servers;
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void itsKeysReturnOneByOneAndStay(DataPath path) throws IOException {
    start(path);
    try (RawClient client = proxy.connect()) {
      List<String> warm = servers(client);
      long owned = warm.stream().filter("a"::equals).count();
      assertThat(owned).isBetween(50L, 150L);
      long before = 0;
      List<String> last = null;
      for (double share : new double[] {0, 0.25, 0.5, 0.75, 1}) {
        proxy.publishTable(table -> TestTables.warming(table, "a", share));
        List<String> now = servers(client);
        for (int key = 0; key < KEYS; key++) {
          assertThat(now.get(key)).isIn("b", warm.get(key));
          assertThat(last != null && last.get(key).equals("a") && now.get(key).equals("b"))
              .isFalse();
        }
        long there = now.stream().filter("a"::equals).count();
        assertThat(there).isGreaterThanOrEqualTo(before);
        assertThat((double) there).isBetween(owned * share - 30, owned * share + 30);
        before = there;
        last = now;
      }
      assertThat(last).isEqualTo(warm);
      await().until(() -> proxy.records().size() == 6 * KEYS);
      assertThat(proxy.records().stream().filter(r -> r.choice().offOwner() == OffOwner.WARMING))
          .hasSizeGreaterThan((int) owned);
    }
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void aStreamIsClosedWhenItsKeyReturnsAndNotBefore(DataPath path) throws IOException {
    start(path, onOwnerChange(OnOwnerChange.CLOSE));
    String key = keyOf(a);
    proxy.publishTable(table -> TestTables.available(table, "a", Availability.CLOSED));
    String ask =
        "GET /chat HTTP/1.1\r\nHost: t\r\nX-Key: "
            + key
            + "\r\n"
            + io.clockwise.testkit.WebSocketPeer.ASK.substring(
                io.clockwise.testkit.WebSocketPeer.ASK.indexOf("Host: t\r\n") + 9);
    try (RawClient socket = proxy.connect()) {
      assertThat(socket.send(ask).head().status()).isEqualTo(101);
      awaitStreams(b, 1);
      proxy.publishTable(table -> TestTables.warming(table, "a", 0));
      assertAlive(socket);
      assertThat(cuts(CutReason.OWNER_CHANGE)).isZero();
      proxy.publishTable(table -> TestTables.warming(table, "a", 1));
      assertThat(socket.text(HAS_MOVED.length())).isEqualTo(HAS_MOVED);
    }
    awaitCuts(CutReason.OWNER_CHANGE, 1);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void aSessionStaysWithOneThatIsOnItsWay(DataPath path) throws IOException {
    start(
        path,
        config ->
            config.withPool(
                pool ->
                    pool.withSession(pool.session().withAffinity(AffinityConfig.Cookie.DEFAULT))));
    try (RawClient client = proxy.connect()) {
      String key = keyOf(a);
      String ask = "GET /x HTTP/1.1\r\nHost: t\r\nX-Key: " + key + "\r\n";
      String set = client.send(ask + "\r\n").answer().field("set-cookie").orElseThrow();
      String session = "Cookie: " + CookieFixture.pair(set) + "\r\n\r\n";
      proxy.publishTable(table -> TestTables.warming(table, "a", 0));
      int before = a.requests().size();
      client.send(ask + session).answer();
      assertThat(a.requests()).hasSize(before + 1);
      client.send(ask + "\r\n").answer(); // a new one goes elsewhere
      assertThat(a.requests()).hasSize(before + 1);
    }
  }
}
