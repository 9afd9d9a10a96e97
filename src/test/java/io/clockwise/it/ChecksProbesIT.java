package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.config.HealthConfig.Http;
import io.clockwise.config.HealthConfig.StatusRange;
import io.clockwise.config.HealthConfig.Tcp;
import io.clockwise.config.PoolConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.Health;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.VertxBackend;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What probes ask and how they judge. */
class ChecksProbesIT extends ChecksFixture {
  @Test
  void asksWhatIsSet() throws IOException {
    try (TestBackend a = TestBackend.start("a")) {
      probe(
          new Http(
              "OPTIONS",
              "/ready?deep=1",
              "app.example",
              Map.of("X-Probe", "yes"),
              List.of(new StatusRange(200, 200)),
              ""),
          a.port());
      assertUp();
      assertThat(a.last().method() + " " + a.last().target()).isEqualTo("OPTIONS /ready?deep=1");
      assertThat(a.last().fields("host")).containsExactly("app.example");
      assertThat(a.last().fields("x-probe")).containsExactly("yes");
    }
  }

  @Test
  void followsNoRedirect() throws IOException {
    try (TestBackend a = TestBackend.start("a")) {
      a.script(request -> request.answer(302, new byte[0], "Location: /login"));
      probe(http("/x", "", new StatusRange(200, 204), new StatusRange(206, 206)), a.port());
      assertDown("GET /x answered 302, expected 200-204, 206", true);
      assertThat(a.requests()).allMatch(request -> request.target().equals("/x"));
    }
  }

  @Test
  void looksForWordsInTheBeginningOfTheBody() throws IOException {
    try (TestBackend a = TestBackend.start("a")) {
      a.script(
          request ->
              request.answer(
                  200, ("x".repeat(65_000) + " ready").getBytes(StandardCharsets.US_ASCII)));
      probe(http("/x", "rea+dy", new StatusRange(200, 299)), a.port());
      assertUp();
      a.script(
          request ->
              request.answer(
                  200, ("x".repeat(65_536) + " ready").getBytes(StandardCharsets.US_ASCII)));
      assertDown("body does not match", true);
    }
  }

  @Test
  void doesNotWaitForTheEndOfTheBody() throws IOException {
    try (TestBackend a = TestBackend.start("a")) {
      a.script(
          request -> {
            request.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\nx");
            request.awaitClose();
          });
      probe(http("/x", "", new StatusRange(200, 299)), a.port());
      assertUp();
      await().until(() -> a.requests().size() > 2);
      await().until(() -> a.open() <= 1);
    }
  }

  @Test
  void anAnswerThatIsNoneIsOne() throws IOException {
    try (TestBackend a = TestBackend.start("a")) {
      a.script(ReceivedRequest::close);
      probe(Http.of("/x"), a.port());
      assertDown("no answer: ", true);
    }
  }

  @Test
  void aUnixSocketIsProbed(@TempDir Path directory) {
    String path = directory.resolve("a.sock").toString();
    PoolConfig pool =
        pool(healthz(), new BackendConfig("a", new BackendAddress(path, 0), 1, AdminState.READY));
    start(pool);
    assertDown("its socket is not there", false);
    try (VertxBackend backend =
        VertxBackend.start(new HttpServerOptions(), SocketAddress.domainSocketAddress(path))) {
      awaitHealth("a", Health.UP);
      assertThat(backend.requests().get(0).getHeader("host")).isEqualTo("localhost");
    }
  }

  @Test
  void anotherPortMayAnswerForABackend() throws IOException {
    try (TestBackend side = TestBackend.start("side")) {
      HealthConfig elsewhere =
          new HealthConfig(
              Http.of("/healthz"),
              INTERVAL,
              PATIENT,
              2,
              3,
              HealthConfig.Initial.CHECKING,
              side.port());
      start(pool(elsewhere, at("a", closedPort())));
      assertUp();
    }
  }

  @Test
  void connects() throws IOException {
    try (TestBackend a = TestBackend.start("a")) {
      probe(new Tcp(), a.port());
      assertUp();
      assertThat(a.requests()).isEmpty();
    }
  }

  @Test
  void connectsInVain() throws IOException {
    probe(new Tcp(), closedPort());
    assertDown("connection refused", false);
  }
}
