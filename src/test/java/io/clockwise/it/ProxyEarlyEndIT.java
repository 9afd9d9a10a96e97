package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.LimitsConfig;
import io.clockwise.config.TargetRule;
import io.clockwise.model.FailureKind;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Exchanges that one side ends too early leave nothing behind. */
class ProxyEarlyEndIT {

  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.withReceiveBuffer("a", 32 * 1024);
    proxy = TestProxy.start(TestConfig.of(backend));
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private void assertQuiet() {
    assertThat(proxy.inFlight()).isZero();
    assertThat(proxy.inFlight(backend)).isZero();
  }

  @Test
  void aClientThatLeavesDuringADownloadFreesEverything() throws IOException {
    backend.script(
        r -> {
          r.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
          while (true) {
            r.write(new byte[64 * 1024]);
          }
        });
    RawClient client = proxy.connect();
    client.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n").head();
    client.reset();
    await().untilAsserted(this::assertQuiet);
    await().until(() -> backend.open() == 0);
    assertThat(proxy.records().get(0).result().endedBy()).isEqualTo(EndedBy.CLIENT);
    assertThat(proxy.records().get(0).result().status()).isEqualTo(200);
  }

  @Test
  void aClientThatLeavesDuringAnUploadFreesEverything() throws IOException {
    RawClient client = proxy.connect();
    client.send("PUT /x HTTP/1.1\r\nHost: t\r\nContent-Length: 100\r\n\r\nabc");
    await().until(() -> backend.requests().size() == 1);
    client.close();
    await().untilAsserted(this::assertQuiet);
    await().until(() -> backend.open() == 0);
    assertThat(backend.last().isWhole()).isFalse();
    assertThat(proxy.records().get(0).result().status()).isEqualTo(499);
    assertThat(proxy.records().get(0).result().failure()).isEqualTo(FailureKind.CLIENT_GONE);
  }

  @Test
  void aClientThatLeavesBeforeTheAnswerFreesEverything() throws IOException {
    backend.script(r -> r.awaitClose());
    RawClient client = proxy.connect();
    client.send("GET /x HTTP/1.1\r\nHost: t\r\n\r\n");
    await().until(() -> backend.requests().size() == 1);
    client.close();
    await().untilAsserted(this::assertQuiet);
    await().until(() -> backend.open() == 0);
  }

  @Test
  void aBodyThatStopsIsAnswered408() throws IOException {
    LimitsConfig d = LimitsConfig.DEFAULT;
    proxy.publish(
        c ->
            c.withLimits(
                new LimitsConfig(
                    d.requestLine(),
                    d.headers(),
                    d.headerCount(),
                    d.headTimeout(),
                    Duration.ofMillis(200),
                    d.keepAliveIdle(),
                    d.connections(),
                    d.connectionsPerAddress(),
                    TargetRule.BROWSER)));
    try (RawClient client = proxy.connect()) {
      client.send("PUT /x HTTP/1.1\r\nHost: t\r\nContent-Length: 100\r\n\r\nabc");
      RawAnswer answer = client.answer();
      assertThat(answer.status()).isEqualTo(408);
      assertThat(answer.field("connection")).hasValue("close");
      assertThat(client.isClosed()).isTrue();
    }
    await().untilAsserted(this::assertQuiet);
    await().until(() -> backend.open() == 0);
  }

  @Test
  void anAnswerBeforeTheBodyIsWholeEndsTheConnection() throws IOException {
    backend.script(
        r -> {
          r.write("HTTP/1.1 413 No\r\nContent-Length: 2\r\n\r\nno");
          r.awaitClose();
        });
    try (RawClient client = proxy.connect()) {
      client.send("PUT /x HTTP/1.1\r\nHost: t\r\nContent-Length: 100000\r\n\r\nabc");
      RawAnswer answer = client.answer();
      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.text()).isEqualTo("no");
      assertThat(answer.field("connection")).hasValue("close");
      assertThat(client.isClosed()).isTrue();
    }
    await().until(() -> backend.open() == 0);
  }

  @Test
  void aMalformedChunkEndsTheRequestWith400() throws IOException {
    try (RawClient client = proxy.connect()) {
      client.send("PUT /x HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
      await().until(() -> backend.requests().size() == 1);
      client.send("zz\r\n");
      assertThat(client.answer().status()).isEqualTo(400);
      assertThat(client.isClosed()).isTrue();
    }
    await().untilAsserted(this::assertQuiet);
    assertThat(backend.last().isWhole()).isFalse();
  }
}
