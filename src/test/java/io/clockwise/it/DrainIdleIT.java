package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ConnectionsConfig.Protocol;
import io.clockwise.model.AdminState;
import io.clockwise.model.Drain.Then;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.telemetry.UpstreamMeters.State;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.VertxBackend;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Unused connections to a backend that is taken out: nothing to wait for. */
class DrainIdleIT extends LongStreamFixture {
  private static final Duration LONG = Duration.ofHours(1);

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void areClosedAtOnceWhileTheClientsConnectionGoesOn(DataPath path) throws IOException {
    start(path);
    try (RawClient client = proxy.connect();
        RawClient other = proxy.connect()) {
      assertThat(get(client, "/one", a).answer().text()).isEqualTo("/one");
      assertThat(get(other, "/two", b).answer().text()).isEqualTo("/two");
      assertThat(a.open()).isEqualTo(1);
      String key = keyOf(a);
      long began = System.nanoTime();
      drainA(Then.MOVE, LONG, LONG);
      await().pollInterval(millis(2)).until(() -> a.open() == 0);
      assertThat(System.nanoTime() - began).isLessThan(Duration.ofMillis(200).toNanos());
      assertThat(b.open()).isEqualTo(1);
      client.send("GET /three HTTP/1.1\r\nHost: t\r\nX-Key: " + key + "\r\n\r\n");
      assertThat(client.answer().text()).isEqualTo("/three");
      assertThat(b.last().target()).isEqualTo("/three");
    }
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void oneInUseFinishesItsAnswerAndCloses(DataPath path) throws Exception {
    CompletableFuture<ReceivedRequest> asked = new CompletableFuture<>();
    a.script(
        r -> {
          asked.complete(r);
          r.body();
        });
    start(path);
    try (RawClient client = proxy.connect()) {
      get(client, "/slow", a);
      ReceivedRequest request = asked.get(10, TimeUnit.SECONDS);
      drainA(Then.MOVE, LONG, LONG);
      await().during(millis(100)).until(() -> a.open() == 1);
      request.answer(200, new byte[] {'x'});
      assertThat(client.answer().text()).isEqualTo("x");
      await().until(() -> a.open() == 0);
    }
  }

  @Test
  void oneOfHttp2WithoutAStreamIsClosedToo() throws IOException {
    try (VertxBackend backend = VertxBackend.start();
        TestProxy own =
            TestProxy.start(
                TestConfig.of()
                    .withBackends(List.of(backend.at("127.0.0.1")))
                    .withConnections(ConnectionsConfig.DEFAULT.withProtocol(Protocol.H2)));
        RawClient client = own.connect()) {
      assertThat(client.get("/").text()).isEqualTo("ok");
      assertThat(backend.open()).hasSize(1);
      own.publish(config -> config.withState("v", AdminState.MAINT));
      await().until(() -> backend.open().isEmpty());
      assertThat(own.meters().loop(0).upstream().connections(State.IDLE)).isZero();
    }
  }
}
