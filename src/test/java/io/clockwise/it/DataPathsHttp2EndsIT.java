package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.testkit.StreamCase;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Backends that cannot be reached or leave, asked over HTTP/2: the same on both data paths. */
@Timeout(60)
class DataPathsHttp2EndsIT {
  private static final String OK = "HTTP/1.1 200 OK@Content-Length: 2@@ok";

  private static TestBackend backend;
  private static int closedPort;
  private static TestConfig config;
  private static TestProxy relay;
  private static TestProxy vertx;

  @BeforeAll
  static void start() throws IOException {
    backend = TestBackend.start("a");
    TestBackend gone = TestBackend.start("gone");
    closedPort = gone.port();
    gone.close();
    config = TestConfig.of(backend).speaking(null, ListenerProtocol.H2C);
    relay = TestProxy.start(config, 1, DataPath.RELAY);
    vertx = TestProxy.start(config, 1, DataPath.VERTX);
  }

  @AfterAll
  static void stop() throws IOException {
    relay.close();
    vertx.close();
    backend.close();
  }

  private static BackendConfig gone() {
    return new BackendConfig(
        "gone", new BackendAddress("127.0.0.1", closedPort), 1, AdminState.READY);
  }

  private static void publish(UnaryOperator<TestConfig> change) {
    relay.publish(old -> change.apply(config));
    vertx.publish(old -> change.apply(config));
  }

  private static List<String> compare(StreamCase exchange) throws InterruptedException {
    List<String> seen = exchange.play(relay, backend);
    assertThat(seen).isEqualTo(exchange.play(vertx, backend));
    return seen;
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /x", "HEAD /x", "POST /x@@body", "POST /x@content-length: 4@@body"})
  void aBackendThatIsGone(String request) throws InterruptedException {
    publish(c -> c.withBackends(List.of(gone())));
    int before = relay.relayed();
    assertThat(compare(StreamCase.of(request)).get(0)).contains(":status: 50", "proxy-status");
    assertThat(relay.relayed()).isEqualTo(before + 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /x", "HEAD /x", "POST /x@@body"})
  void noBackendAtAll(String request) throws InterruptedException {
    publish(c -> c.withState("a", AdminState.MAINT));
    assertThat(compare(StreamCase.of(request)).get(0)).contains(":status: 503", "retry-after");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /x", "HEAD /x", "POST /x@@body", "POST /x@content-length: 4@@body"})
  void theNextCandidateOfOneThatIsGone(String request) throws InterruptedException {
    publish(c -> c.withBackends(List.of(gone(), c.backends().get(0))));
    for (int key = 0; key < 8; key++) {
      String keyed = request.replaceFirst("(?= |$)", "").replace("/x", "/x@x-key: " + key);
      assertThat(compare(StreamCase.of(keyed)).get(0)).contains(":status: 200");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /x", "HEAD /x", "POST /x@@body", "POST /x@content-length: 4@@body"})
  void aConnectionThatTheBackendHasLeft(String request) throws InterruptedException, IOException {
    publish(c -> c);
    for (int i = 0; i < 5; i++) {
      assertThat(compare(new StreamCase(request, OK)).get(0)).contains(":status: 200");
      backend.dropConnections();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /x", "HEAD /x", "POST /x", "POST /x@@body"})
  void aBackendThatClosesInPlaceOfAnAnswer(String request) throws InterruptedException {
    publish(c -> c);
    assertThat(compare(new StreamCase(request, "")).get(0)).contains(":status: 502");
    assertThat(compare(new StreamCase(request, "HTTP/1.1 20")).get(0)).contains(":status: 502");
  }
}
