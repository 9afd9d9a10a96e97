package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.ProxyProtocolConfig.Mode;
import io.clockwise.telemetry.ConnectionMeters.Refusal;
import io.clockwise.testkit.ProxyHeader;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestLimits;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whose word about a client's address is believed, and what comes of it. */
@Timeout(60)
class ProxyProtocolIT {
  private static final String GET = "GET / HTTP/1.1\r\nHost: test\r\n\r\n";
  private static final byte[] V1 = ProxyHeader.v1("TCP4 203.0.113.7 10.0.0.1 4000 8443");

  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.start("a");
    proxy =
        TestProxy.start(TestConfig.of(backend).believing(Mode.REQUIRED, ListenerProtocol.H1), 2);
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private void optional() {
    proxy.publish(c -> c.believing(Mode.OPTIONAL, ListenerProtocol.H1));
  }

  private void assertForwarded(String address, String port) {
    assertThat(backend.last().field("x-forwarded-for")).contains(address);
    assertThat(backend.last().field("x-forwarded-port")).contains(port);
  }

  private long refused(Refusal why) {
    return proxy.meters().connections().refusals(why);
  }

  @Test
  void theNamedAddressAndPortAreTheClients() throws IOException {
    try (RawClient client = proxy.connect()) {
      assertThat(client.send(V1).send(GET).answer().status()).isEqualTo(200);
      assertForwarded("203.0.113.7", "8443");
      assertThat(client.get("/again").status()).isEqualTo(200);
      assertForwarded("203.0.113.7", "8443");
    }
    assertThat(proxy.records().get(0).client().address()).isEqualTo("203.0.113.7");
    byte[] v6 = ProxyHeader.v1("TCP6 2001:db8:0::1 2001:db8::2 1 443");
    try (RawClient client = proxy.connect()) {
      assertThat(client.send(v6).send(GET).answer().status()).isEqualTo(200);
      assertForwarded("2001:db8::1", "443");
    }
  }

  @Test
  void version2IsUnderstoodWithFieldsThatAreIgnored() throws IOException {
    for (int additional : new int[] {0, 1, 1000, 4096}) {
      try (RawClient client = proxy.connect()) {
        client.send(ProxyHeader.v2(additional)).send(GET);
        assertThat(client.answer().status()).as("%d bytes", additional).isEqualTo(200);
        assertForwarded("203.0.113.7", "8443");
      }
    }
  }

  @Test
  void aHeaderMayComeByteByByteAndTogetherWithARequest() throws IOException {
    for (byte[] header : new byte[][] {V1, ProxyHeader.v2(20)}) {
      try (RawClient client = proxy.connect()) {
        for (byte octet : header) {
          client.send(new byte[] {octet}).awaitSilence(1);
        }
        assertThat(client.send(GET).answer().status()).isEqualTo(200);
        assertForwarded("203.0.113.7", "8443");
      }
      try (RawClient client = proxy.connect()) {
        byte[] request = GET.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        byte[] both = java.util.Arrays.copyOf(header, header.length + request.length);
        System.arraycopy(request, 0, both, header.length, request.length);
        assertThat(client.send(both).answer().status()).isEqualTo(200);
        assertForwarded("203.0.113.7", "8443");
      }
    }
  }

  @Test
  void aHeaderWithoutAddressesLeavesTheSockets() throws IOException {
    byte[] unix = ProxyHeader.v2(0x21, 0x31, new byte[216]);
    for (byte[] header :
        new byte[][] {
          ProxyHeader.v1("UNKNOWN"), ProxyHeader.v1("UNKNOWN a b"), ProxyHeader.v2Local(), unix
        }) {
      try (RawClient client = proxy.connect()) {
        assertThat(client.send(header).send(GET).answer().status()).isEqualTo(200);
        assertForwarded("127.0.0.1", Integer.toString(proxy.port()));
      }
    }
  }

  @Test
  void whatIsNoHeaderIsClosedAndCounted() throws IOException {
    byte[][] wrong = {
      GET.getBytes(java.nio.charset.StandardCharsets.US_ASCII),
      ProxyHeader.v1("TCP4 203.0.113.7 10.0.0.1 4000"),
      ProxyHeader.v1("TCP4 203.0.113.777 10.0.0.1 4000 8443"),
      ProxyHeader.v1("TCP4 " + "1".repeat(120)),
      ProxyHeader.v2(0x31, 0x11, new byte[12]),
      ProxyHeader.v2(0x21, 0x11, new byte[3]),
      ProxyHeader.v2(6000),
    };
    for (int i = 0; i < wrong.length; i++) {
      try (RawClient client = proxy.connect()) {
        client.send(wrong[i]);
        assertThat(client.isClosed()).as("case %d", i).isTrue();
      }
      int soFar = i + 1;
      await().until(() -> refused(Refusal.PROXY_HEADER) == soFar);
    }
    assertThat(backend.requests()).isEmpty();
    await().until(() -> proxy.clients() == 0);
  }

  @Test
  void theHeaderHasADeadline() throws IOException {
    proxy.publish(c -> c.withLimits(TestLimits.times(Duration.ofMillis(300), Duration.ofHours(1))));
    try (RawClient silent = proxy.connect();
        RawClient slow = proxy.connect().send("PROXY TCP4 ")) {
      assertThat(silent.isClosed()).isTrue();
      assertThat(slow.isClosed()).isTrue();
    }
    await().until(() -> refused(Refusal.TOO_SLOW) == 2);
    try (RawClient client = proxy.connect().send(V1)) {
      client.awaitSilence(500); // the header came: now the idle time counts
      assertThat(client.send(GET).answer().status()).isEqualTo(200);
    }
  }

  @Test
  void optionalTakesBoth() throws IOException {
    optional();
    try (RawClient client = proxy.connect()) {
      assertThat(client.get("/").status()).isEqualTo(200);
      assertForwarded("127.0.0.1", Integer.toString(proxy.port()));
    }
    try (RawClient client = proxy.connect()) {
      assertThat(client.send(V1).send(GET).answer().status()).isEqualTo(200);
      assertForwarded("203.0.113.7", "8443");
    }
    try (RawClient client = proxy.connect().send("P")) {
      client.awaitSilence(20);
      client.send("UT / HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
      assertForwarded("127.0.0.1", Integer.toString(proxy.port()));
    }
  }

  @Test
  void theHeaderOfAStrangerIsNotLookedAt() throws IOException {
    proxy.publish(c -> TestConfig.of(backend)); // loopback is not listed
    try (RawClient client = proxy.connect()) {
      assertThat(client.send(V1).send(GET).answer().status()).isEqualTo(400);
    }
    try (RawClient client = proxy.connect()) {
      client.send(ProxyHeader.v2(0)).send(GET);
      assertThat(client.answer().status()).isEqualTo(400);
    }
    assertThat(backend.requests()).isEmpty();
    assertThat(refused(Refusal.PROXY_HEADER)).isZero();
  }

  @Test
  void limitsByAddressCountTheNamedOne() throws IOException {
    proxy.publish(c -> c.withLimits(TestLimits.connections(100, 1)));
    byte[] other = ProxyHeader.v1("TCP4 203.0.113.8 10.0.0.1 4000 8443");
    try (RawClient first = proxy.connect().send(V1).send(GET);
        RawClient second = proxy.connect().send(other).send(GET)) {
      assertThat(first.answer().status()).isEqualTo(200);
      assertThat(second.answer().status()).isEqualTo(200);
      try (RawClient third = proxy.connect().send(V1)) {
        assertThat(third.isClosed()).isTrue();
      }
      assertThat(refused(Refusal.CONNECTIONS_PER_ADDRESS)).isEqualTo(1);
    }
    await().until(() -> proxy.clients() == 0);
    try (RawClient again = proxy.connect().send(V1).send(GET)) {
      assertThat(again.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void moreConnectionsThanTheLimitAreClosedAtOnce() throws IOException {
    proxy.publish(c -> TestConfig.of(backend).withLimits(TestLimits.connections(2, 0)));
    try (RawClient first = proxy.connect();
        RawClient second = proxy.connect()) {
      assertThat(first.get("/").status()).isEqualTo(200);
      assertThat(second.get("/").status()).isEqualTo(200);
      try (RawClient third = proxy.connect()) {
        assertThat(third.isClosed()).isTrue();
      }
      assertThat(refused(Refusal.CONNECTIONS)).isEqualTo(1);
    }
    await().until(() -> proxy.clients() == 0);
    try (RawClient again = proxy.connect()) {
      assertThat(again.get("/").status()).isEqualTo(200);
    }
  }

  @Test
  void trustBelongsToTheNamedAddressNotToTheSocket() throws IOException {
    proxy.publish(TestConfig::trustingLoopback); // the named client is what counts, not the socket
    try (RawClient client = proxy.connect()) {
      client.send(V1).send("GET / HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
      assertForwarded("203.0.113.7", "8443");
    }
  }
}
