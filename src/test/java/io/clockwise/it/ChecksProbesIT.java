package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.config.HealthConfig.Grpc;
import io.clockwise.config.HealthConfig.Http;
import io.clockwise.config.HealthConfig.StatusRange;
import io.clockwise.config.HealthConfig.Tcp;
import io.clockwise.config.PemFile;
import io.clockwise.config.PoolConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.Health;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.SilentHttp2Backend;
import io.clockwise.testkit.TestAuthority;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.VertxBackend;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What probes ask and how they judge. */
class ChecksProbesIT extends ChecksFixture {
  private static final X509Bundle LOCAL = TestAuthority.selfSigned("localhost");
  private static final X509Bundle OTHER = TestAuthority.onCurve("proxy.example");

  private static BackendTlsConfig trusting(X509Bundle pair) {
    return new BackendTlsConfig(true, pem(pair.getCertificatePEM()), "localhost", null, null);
  }

  private static PemFile pem(String text) {
    return new PemFile(Path.of("/test.pem"), text);
  }

  private void probe(HealthConfig.Probe probe, int port) {
    start(pool(check(probe, PATIENT), at("a", port)));
  }

  private void probe(HealthConfig.Probe probe, int port, BackendTlsConfig tls) {
    start(pool(check(probe, PATIENT), at("a", port)).withTls(tls));
  }

  private void assertDown(String reason, boolean connects) {
    awaitHealth("a", Health.DOWN);
    assertThat(health("a").reason()).startsWith(reason);
    assertThat(health("a").connects()).isEqualTo(connects);
  }

  private void assertUp() {
    awaitHealth("a", now -> now.health() != Health.CHECKING);
    assertThat(health("a").reason()).isEmpty();
    assertThat(health("a").health()).isEqualTo(Health.UP);
  }

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

  @Test
  void believesAndNamesOverTls() {
    try (VertxBackend backend = VertxBackend.start(VertxBackend.tls(LOCAL).setSni(true))) {
      probe(Http.of("/x"), backend.port(), trusting(LOCAL));
      assertUp();
      assertThat(backend.requests().get(0).connection().indicatedServerName())
          .isEqualTo("localhost");
      assertThat(backend.requests().get(0).getHeader("host"))
          .isEqualTo("127.0.0.1:" + backend.port());
    }
  }

  @Test
  void aCertificateThatIsNotBelievedIsDown() {
    try (VertxBackend backend = VertxBackend.start(VertxBackend.tls(LOCAL))) {
      probe(Http.of("/x"), backend.port(), trusting(OTHER));
      assertDown("certificate not trusted: ", false);
    }
  }

  @Test
  void theHandshakeIsAPartOfConnecting() {
    try (VertxBackend backend = VertxBackend.start(VertxBackend.tls(LOCAL))) {
      probe(new Tcp(), backend.port(), trusting(LOCAL));
      assertUp();
      proxy.reload(
          Map.of(
              "web",
              pool(check(new Tcp(), PATIENT), at("a", backend.port())).withTls(trusting(OTHER))));
      assertDown("certificate not trusted: ", false);
    }
  }

  @Test
  void showsItsCertificate() {
    HttpServerOptions strict =
        VertxBackend.tls(LOCAL)
            .setClientAuth(ClientAuth.REQUIRED)
            .setTrustOptions(
                new PemTrustOptions().addCertValue(Buffer.buffer(OTHER.getCertificatePEM())));
    try (VertxBackend backend = VertxBackend.start(strict)) {
      probe(
          Http.of("/x"),
          backend.port(),
          new BackendTlsConfig(
              true,
              pem(LOCAL.getCertificatePEM()),
              "localhost",
              pem(OTHER.getCertificatePEM()),
              pem(OTHER.getPrivateKeyPEM())));
      assertUp();
    }
  }

  private static void answerGrpc(HttpServerRequest request, int serving) {
    request
        .body()
        .onSuccess(
            body -> {
              boolean asked =
                  request.path().equals("/grpc.health.v1.Health/Check")
                      && body.equals(
                          Buffer.buffer(new byte[] {0, 0, 0, 0, 5, 0x0a, 3, 'a', 'p', 'i'}));
              request
                  .response()
                  .putHeader("content-type", "application/grpc")
                  .putTrailer("grpc-status", asked ? "0" : "12");
              request.response().end(Buffer.buffer(new byte[] {0, 0, 0, 0, 2, 8, (byte) serving}));
            });
  }

  @Test
  void asksTheHealthServiceOfGrpc() {
    try (VertxBackend backend = VertxBackend.start()) {
      backend.script(request -> answerGrpc(request, 1));
      probe(new Grpc("api"), backend.port());
      assertUp();
      backend.script(request -> answerGrpc(request, 2));
      assertDown("grpc status NOT_SERVING", true);
      await().until(() -> backend.open().size() <= 1);
    }
  }

  @Test
  void asksTheHealthServiceOfGrpcOverTls() {
    try (VertxBackend backend = VertxBackend.start(VertxBackend.tls(LOCAL))) {
      backend.script(request -> answerGrpc(request, 1));
      probe(new Grpc("api"), backend.port(), trusting(LOCAL));
      assertUp();
    }
  }

  @Test
  void aCallThatFailsIsDown() {
    try (VertxBackend backend = VertxBackend.start()) {
      backend.script(request -> request.response().putHeader("grpc-status", "12").end());
      probe(new Grpc(""), backend.port());
      assertDown("gRPC call failed with status 12", true);
    }
  }

  @Test
  void aServerOfGrpcThatIsSilentIsDownAndConnects() throws IOException {
    try (SilentHttp2Backend silent = SilentHttp2Backend.start()) {
      start(pool(check(new Grpc(""), HASTY), at("a", silent.config().address().port())));
      assertDown("no answer within 200ms", true);
    }
  }

  @Test
  void asksByHttp2WherePoolsSpeakThat() {
    try (VertxBackend backend = VertxBackend.start()) {
      backend.script(
          request ->
              request
                  .response()
                  .setStatusCode(request.version() == HttpVersion.HTTP_2 ? 204 : 505)
                  .end());
      probeByHttp2(backend.port());
      assertUp();
      backend.script(request -> request.response().setStatusCode(500).end());
      assertDown("GET /x answered 500, expected 200-399", true);
      await().until(() -> backend.open().size() <= 1);
    }
  }

  @Test
  void aServerThatSpeaksNoHttp2IsDownWherePoolsDo() throws IOException {
    try (ServerSocket old = new ServerSocket(0)) {
      Thread server = new Thread(() -> refuse(old));
      server.setDaemon(true);
      server.start();
      probeByHttp2(old.getLocalPort());
      assertDown("it does not speak HTTP/2", false);
    }
  }

  private static void refuse(ServerSocket server) {
    try {
      while (true) {
        try (Socket socket = server.accept()) {
          socket
              .getOutputStream()
              .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
          socket.getInputStream().readAllBytes();
        }
      }
    } catch (IOException closed) {
      // the test is over
    }
  }

  private void probeByHttp2(int port) {
    PoolConfig pool = pool(check(Http.of("/x"), PATIENT), at("a", port));
    start(
        new PoolConfig(
                pool.placement(),
                pool.backends(),
                pool.connections().withProtocol(ConnectionsConfig.Protocol.H2),
                pool.timeouts())
            .withCare(pool.care()));
  }
}
