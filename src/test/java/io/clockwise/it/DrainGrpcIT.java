package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.OnOwnerChange;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.Drain;
import io.clockwise.model.FailureKind;
import io.clockwise.telemetry.CutReason;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.clockwise.testkit.Http2Peer;
import io.clockwise.testkit.Http2Stream;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.TestTables;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of gRPC whose backend drains, or whose key moves. */
@Timeout(60)
class DrainGrpcIT {
  private static final String MESSAGE = "\0\0\0\0\3abc";

  private Http2Peer backend;
  private TestProxy proxy;
  private Http2Peer client;

  @BeforeEach
  void start() throws Exception {
    backend = Http2Peer.server();
    proxy =
        TestProxy.start(
            TestConfig.of()
                .withBackends(List.of(at("a"), at("b")))
                .speaking(null, ListenerProtocol.H2C)
                .withConnections(
                    ConnectionsConfig.DEFAULT.withProtocol(ConnectionsConfig.Protocol.H2))
                .withPool(
                    pool ->
                        pool.withSession(pool.session().withOnOwnerChange(OnOwnerChange.CLOSE))));
    proxy.publishTable(table -> TestTables.available(table, "b", Availability.CLOSED));
    client = Http2Peer.client(proxy.port());
  }

  private BackendConfig at(String id) {
    return new BackendConfig(
        id, new BackendAddress("127.0.0.1", backend.port()), 1, AdminState.READY);
  }

  @AfterEach
  void stop() {
    client.close();
    proxy.close();
    backend.close();
  }

  private Http2Stream call(String... more) throws InterruptedException {
    String[] fields = {
      ":method",
      "POST",
      ":scheme",
      "http",
      ":path",
      "/s.Service/Call",
      ":authority",
      "t",
      "content-type",
      "application/grpc",
      "te",
      "trailers"
    };
    String[] all = java.util.Arrays.copyOf(fields, fields.length + more.length);
    System.arraycopy(more, 0, all, fields.length, more.length);
    return client.open(false, all);
  }

  private long streams() {
    return proxy.meters().backend(TestConfig.POOL, "a").streams();
  }

  private void drain() {
    Instant over = Instant.now().minusSeconds(1);
    Drain drain = TestTables.drain("d", over, over, Drain.Then.CUT, Duration.ofHours(1));
    proxy.publishTable(table -> TestTables.drained(table, "a", drain));
  }

  private void assertOver(CutReason reason, FailureKind kind) {
    await().until(() -> proxy.inFlight() == 0 && streams() == 0);
    await().until(() -> proxy.meters().loop(0).streamsCut(reason) == 1);
    assertThat(proxy.records().get(0).result().failure()).isEqualTo(kind);
    assertThat(proxy.records().get(0).result().endedBy()).isEqualTo(EndedBy.CLOCKWISE);
  }

  @Test
  void aCallInItsAnswerIsUnavailable() throws InterruptedException {
    Http2Stream call = call().send(false, MESSAGE);
    Http2Stream served = backend.next();
    assertThat(served.next()).contains("application/grpc");
    assertThat(served.data(8)).isEqualTo(MESSAGE);
    served.head(false, ":status", "200", "content-type", "application/grpc");
    served.send(false, MESSAGE);
    assertThat(call.next()).contains("[:status: 200]");
    assertThat(call.data(8)).isEqualTo(MESSAGE);
    assertThat(streams()).isEqualTo(1);
    drain();
    assertThat(call.next())
        .isEqualTo("HEAD [grpc-status: 14][grpc-message: the backend goes away]");
    assertThat(call.next()).isEqualTo("END");
    assertThat(served.next()).isEqualTo("RST 8");
    assertOver(CutReason.DRAIN, FailureKind.BACKEND_DRAINED);
  }

  @Test
  void aCallWithoutAnAnswerIsUnavailable() throws InterruptedException {
    Http2Stream call = call().send(false, MESSAGE);
    Http2Stream served = backend.next();
    await().until(() -> streams() == 1);
    drain();
    assertThat(call.next())
        .contains(
            "[:status: 200]",
            "[content-type: application/grpc]",
            "[grpc-status: 14]",
            "[grpc-message: the backend goes away]",
            "[proxy-status: clockwise; error=destination_unavailable]");
    assertThat(call.next()).isEqualTo("END");
    assertThat(served.next()).contains("application/grpc");
    assertOver(CutReason.DRAIN, FailureKind.BACKEND_DRAINED);
  }

  @Test
  void aCallWhoseKeyMovesIsUnavailableAndOneWithoutAKeyGoesOn() throws InterruptedException {
    Http2Stream keyed = call("x-key", "k");
    Http2Stream first = backend.next();
    Http2Stream keyless = call();
    Http2Stream second = backend.next();
    await().until(() -> streams() == 2);
    proxy.publishTable(table -> TestTables.available(table, "a", Availability.CLOSED));
    assertThat(keyed.next())
        .contains("[grpc-status: 14]", "[grpc-message: the key has moved to another backend]");
    assertThat(first.next()).contains("x-key");
    assertThat(first.next()).isEqualTo("RST 8");
    second.head(true, ":status", "200", "grpc-status", "0");
    assertThat(keyless.next()).contains("[grpc-status: 0]");
    await().until(() -> proxy.records().size() == 2);
    assertOver(CutReason.OWNER_CHANGE, FailureKind.OWNER_CHANGED);
  }
}
