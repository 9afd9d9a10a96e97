package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ConnectionsConfig.OnFull;
import io.clockwise.model.Drain;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.TestTables;
import io.clockwise.testkit.WebSocketPeer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How many WebSockets a backend may have, and the end of those of one backend. */
@Timeout(60)
class ProxyTunnelLimitIT {
  private static final String PING = "\u0081\u0001x";
  private static final String GOES_AWAY =
      "\u0088\u0017\u0003\u00e9the backend goes away".substring(0, 25);

  private TestBackend a;
  private TestBackend b;

  @BeforeEach
  void start() throws IOException {
    a = TestBackend.start("a").script(ProxyTunnelLimitIT::serve);
    b = TestBackend.start("b").script(ProxyTunnelLimitIT::serve);
  }

  @AfterEach
  void stop() throws IOException {
    a.close();
    b.close();
  }

  private static void serve(io.clockwise.testkit.ReceivedRequest request) throws IOException {
    if (request.target().equals("/chat")) {
      WebSocketPeer.echo(request);
    } else {
      request.answer(200, new byte[0]);
    }
  }

  private static void assertAlive(RawClient client) throws IOException {
    assertThat(client.send(PING).text(3)).isEqualTo(PING);
  }

  @ParameterizedTest
  @EnumSource(OnFull.class)
  void oneTooManyIsRefusedUntilOneHasEnded(OnFull onFull) throws IOException {
    ConnectionsConfig one = ConnectionsConfig.DEFAULT.withTunnels(1).withOnFull(onFull);
    try (TestProxy proxy = TestProxy.start(TestConfig.of(a).withConnections(one));
        RawClient second = proxy.connect()) {
      try (RawClient first = proxy.connect()) {
        assertThat(first.send(WebSocketPeer.ASK).head().status()).isEqualTo(101);

        RawAnswer refused = second.send(WebSocketPeer.ASK).answer();
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.field("retry-after")).isPresent();
        assertThat(refused.text()).contains("backend_full");
        assertThat(a.requests()).hasSize(1); // it was not asked
        assertThat(second.get("/other").status()).isEqualTo(200); // requests are another matter
        assertAlive(first);
      }
      await().until(() -> proxy.inFlight() == 0);
      await().until(() -> second.send(WebSocketPeer.ASK).head().status() == 101);
      assertAlive(second);
    }
  }

  @Test
  void oneTooManyGoesToTheNextBackend() throws IOException {
    ConnectionsConfig one = ConnectionsConfig.DEFAULT.withTunnels(1);
    try (TestProxy proxy = TestProxy.start(TestConfig.of(a, b).withConnections(one));
        RawClient first = proxy.connect();
        RawClient second = proxy.connect();
        RawClient third = proxy.connect()) {
      String ask = WebSocketPeer.ASK.replace("Host: t", "Host: t\r\nX-Key: k");
      assertThat(first.send(ask).head().status()).isEqualTo(101);
      assertThat(second.send(ask).head().status()).isEqualTo(101);
      assertThat(third.send(ask).answer().status()).isEqualTo(503);
      assertThat(a.requests()).hasSize(1);
      assertThat(b.requests()).hasSize(1);
    }
  }

  @Test
  void thoseOfOneBackendAreEndedAndNoOthers() throws Exception {
    try (TestProxy proxy =
            TestProxy.start(
                TestConfig.of(a, b).withConnections(ConnectionsConfig.DEFAULT.withTunnels(1)), 1);
        RawClient first = proxy.connect();
        RawClient second = proxy.connect()) {
      assertThat(first.send(WebSocketPeer.ASK).head().status()).isEqualTo(101);
      String owner = a.requests().isEmpty() ? "b" : "a";
      assertThat(second.send(WebSocketPeer.ASK).head().status()).isEqualTo(101);

      Instant over = Instant.now().minusSeconds(1);
      Drain drain = TestTables.drain("d", over, over, Drain.Then.CUT, Duration.ofSeconds(30));
      proxy.publishTable(table -> TestTables.drained(table, owner, drain));
      assertThat(first.text(GOES_AWAY.length())).isEqualTo(GOES_AWAY);
      first.send("\u0088\u0082\u0000\u0000\u0000\u0000\u0003\u00e9");
      assertThat(first.isClosed()).isTrue();
      await().until(() -> !proxy.records().isEmpty());
      assertThat(proxy.records().get(0).result().endedBy()).isEqualTo(EndedBy.CLOCKWISE);
      assertThat(proxy.records().get(0).choice().backend()).isEqualTo(owner);
      assertAlive(second);
    }
  }
}
