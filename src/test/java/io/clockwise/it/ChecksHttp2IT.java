package io.clockwise.it;

import static org.awaitility.Awaitility.await;

import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.HealthConfig.Grpc;
import io.clockwise.config.HealthConfig.Http;
import io.clockwise.config.PemFile;
import io.clockwise.config.PoolConfig;
import io.clockwise.testkit.SilentHttp2Backend;
import io.clockwise.testkit.TestAuthority;
import io.clockwise.testkit.VertxBackend;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Probes by HTTP/2, and those that ask the health service of gRPC. */
class ChecksHttp2IT extends ChecksFixture {
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
  void asksTheHealthServiceOfGrpcOverTls() {
    X509Bundle pair = TestAuthority.selfSigned("localhost");
    BackendTlsConfig tls =
        new BackendTlsConfig(
            true,
            new PemFile(Path.of("/test.pem"), pair.getCertificatePEM()),
            "localhost",
            null,
            null);
    try (VertxBackend backend = VertxBackend.start(VertxBackend.tls(pair))) {
      backend.script(request -> answerGrpc(request, 1));
      probe(new Grpc("api"), backend.port(), tls);
      assertUp();
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
