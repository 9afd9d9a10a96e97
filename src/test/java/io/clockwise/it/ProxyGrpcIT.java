package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.ProxyProtocolConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.testkit.Http2Peer;
import io.clockwise.testkit.Http2Stream;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls of gRPC, as HTTP/2 on both sides. */
class ProxyGrpcIT {
  private static final String MESSAGE = "\0\0\0\0\3abc";

  private Http2Peer backend;
  private TestProxy proxy;
  private Http2Peer client;

  @BeforeEach
  void start() throws Exception {
    backend = Http2Peer.server();
    ListenerConfig listener =
        new ListenerConfig(
            new SocketBind("127.0.0.1", 0),
            List.of(ListenerProtocol.H2C),
            ProxyProtocolConfig.OFF,
            null);
    BackendConfig a =
        new BackendConfig(
            "a", new BackendAddress("127.0.0.1", backend.port()), 1, AdminState.READY);
    Duration second = Duration.ofSeconds(1);
    proxy =
        TestProxy.start(
            TestConfig.of()
                .withBackends(List.of(a))
                .withListeners(List.of(listener))
                .withTimeouts(new TimeoutsConfig(second, second, second, Duration.ofHours(1)))
                .withConnections(
                    ConnectionsConfig.DEFAULT.withProtocol(ConnectionsConfig.Protocol.H2)));
    client = Http2Peer.client(proxy.port());
  }

  @AfterEach
  void stop() {
    client.close();
    proxy.close();
    backend.close();
  }

  private Http2Stream call() throws InterruptedException {
    return client.open(
        false,
        ":method",
        "POST",
        ":scheme",
        "http",
        ":path",
        "/s.Service/Call",
        ":authority",
        "t",
        "content-type",
        "application/grpc+proto",
        "te",
        "trailers",
        "grpc-timeout",
        "5S");
  }

  private Http2Stream received() throws InterruptedException {
    Http2Stream stream = backend.next();
    assertThat(stream.next())
        .contains("[content-type: application/grpc+proto]", "[te: trailers]", "[grpc-timeout: 5S]");
    return stream;
  }

  @Test
  void aUnaryCall() throws InterruptedException {
    Http2Stream call = call().send(true, MESSAGE);
    Http2Stream served = received();
    assertThat(served.data(8)).isEqualTo(MESSAGE);
    assertThat(served.next()).isEqualTo("END");
    served.head(false, ":status", "200", "content-type", "application/grpc");
    served.send(false, MESSAGE).head(true, "grpc-status", "0", "grpc-message", "ok");
    assertThat(call.next()).contains("[:status: 200]", "[content-type: application/grpc]");
    assertThat(call.data(8)).isEqualTo(MESSAGE);
    assertThat(call.next()).isEqualTo("HEAD [grpc-status: 0][grpc-message: ok]");
    assertThat(call.next()).isEqualTo("END");
  }

  @Test
  void trailersOnly() throws InterruptedException {
    Http2Stream call = call().send(true, MESSAGE);
    received().head(true, ":status", "200", "content-type", "application/grpc", "grpc-status", "5");
    assertThat(call.next()).contains("[:status: 200]", "[grpc-status: 5]");
    assertThat(call.next()).isEqualTo("END");
  }

  @Test
  void bothSidesStreamInTurnsAndMayBeQuiet() throws InterruptedException {
    Http2Stream call = call();
    Http2Stream served = received();
    long began = System.nanoTime();
    await()
        .pollDelay(Duration.ofMillis(1_500))
        .until(() -> System.nanoTime() - began > 1_400_000_000L); // longer than response and idle
    served.head(false, ":status", "200", "content-type", "application/grpc");
    assertThat(call.next()).contains("[:status: 200]");
    for (int i = 0; i < 5; i++) {
      call.send(false, MESSAGE);
      assertThat(served.data(8)).isEqualTo(MESSAGE);
      served.send(false, MESSAGE);
      assertThat(call.data(8)).isEqualTo(MESSAGE);
    }
    call.send(true, "");
    assertThat(served.next()).isEqualTo("END");
    served.head(true, "grpc-status", "0");
    assertThat(call.next()).isEqualTo("HEAD [grpc-status: 0]");
    assertThat(call.next()).isEqualTo("END");
    await().untilAsserted(() -> assertThat(proxy.inFlight()).isZero());
  }

  @Test
  void cancellationPassesBothWays() throws InterruptedException {
    Http2Stream call = call();
    Http2Stream served = received();
    call.reset(8);
    assertThat(served.next()).isEqualTo("RST 8");

    Http2Stream other = call();
    Http2Stream leaves = received();
    leaves.head(false, ":status", "200", "content-type", "application/grpc");
    assertThat(other.next()).contains("200");
    leaves.reset(8);
    assertThat(other.next()).startsWith("RST ");
    await().untilAsserted(() -> assertThat(proxy.inFlight()).isZero());
  }

  @Test
  void ourOwnFailuresAreCodesOfGrpc() throws InterruptedException {
    proxy.publish(c -> c.withState("a", AdminState.MAINT));
    Http2Stream call = call().send(true, MESSAGE);
    assertThat(call.next())
        .contains(
            "[:status: 200]",
            "[content-type: application/grpc]",
            "[grpc-status: 14]",
            "[grpc-message: no backend of the pool is open]",
            "[proxy-status: clockwise; error=destination_unavailable]");
    assertThat(call.next()).isEqualTo("END");
    proxy.publish(c -> c.withPath("/only"));
    assertThat(call().next()).contains("[:status: 200]", "[grpc-status: 12]");
  }

  @Test
  void moreThanAWindowPassesBothWays() throws InterruptedException {
    Http2Stream call = call();
    Http2Stream served = received();
    String part = "x".repeat(16_000);
    for (int i = 0; i < 100; i++) {
      call.send(i == 99, part);
    }
    assertThat(served.data(1_600_000)).hasSize(1_600_000);
    assertThat(served.next()).isEqualTo("END");
    served.head(false, ":status", "200");
    assertThat(call.next()).contains("200");
    for (int i = 0; i < 100; i++) {
      served.send(false, part);
    }
    served.head(true, "grpc-status", "0");
    assertThat(call.data(1_600_000)).hasSize(1_600_000);
    assertThat(call.next()).isEqualTo("HEAD [grpc-status: 0]");
  }
}
