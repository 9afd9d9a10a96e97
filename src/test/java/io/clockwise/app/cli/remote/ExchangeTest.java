package io.clockwise.app.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.clockwise.app.cli.settings.ApiEndpoint;
import io.clockwise.app.cli.settings.ApiToken;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls on the wire: what is sent, and every way in which an answer can be written or broken. */
class ExchangeTest {
  private ServerSocket server;
  private final StringBuilder received = new StringBuilder();

  @BeforeEach
  void start() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private ApiEndpoint endpoint(String path) {
    return ApiEndpoint.parse("http://localhost:" + server.getLocalPort() + path, "test");
  }

  private static Wire wire() {
    return new Wire(ApiToken.of("secret-secret-secret", "test"), Duration.ofMillis(500));
  }

  /* Answers one call with these bytes; the connection ends then, or stays when they end with a +. */
  private CompletableFuture<Void> answering(String answer) {
    return CompletableFuture.runAsync(
        () -> {
          try (Socket socket = server.accept()) {
            read(socket.getInputStream());
            boolean stays = answer.endsWith("+");
            String bytes = stays ? answer.substring(0, answer.length() - 1) : answer;
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8));
            if (stays) {
              socket.getInputStream().read(); // until the other side has enough
            }
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
  }

  private void read(InputStream in) throws IOException {
    while (received.indexOf("\r\n\r\n") < 0) {
      received.append((char) in.read());
    }
    int length =
        received
            .toString()
            .lines()
            .filter(line -> line.startsWith("Content-Length: "))
            .map(line -> Integer.parseInt(line.substring(16)))
            .findFirst()
            .orElse(0);
    received.append(new String(in.readNBytes(length), StandardCharsets.UTF_8));
  }

  private ApiAnswer get(String answer) throws NoAnswer {
    CompletableFuture<Void> served = answering(answer);
    ApiAnswer got = wire().call(endpoint(""), ApiRequest.get(ApiPath.of("pools")));
    served.join();
    return got;
  }

  @Test
  void aCallIsWrittenInFull() throws NoAnswer {
    CompletableFuture<Void> served = answering("HTTP/1.1 204 No Content\r\n\r\n");
    ApiPath path = ApiPath.ofBackend("web", "[::1]:80").with("force", true);
    ApiRequest request = ApiRequest.of("PATCH", path, Map.of("reason", "\u00e9"), "key-1");
    assertThat(wire().call(endpoint("/base"), request).status()).isEqualTo(204);
    served.join();

    assertThat(received.toString().split("\r\n"))
        .containsExactly(
            "PATCH /base/v1/pools/web/backends/%5B%3A%3A1%5D%3A80?force=true HTTP/1.1",
            "Host: localhost:" + server.getLocalPort(),
            "User-Agent: clockwise-cli",
            "Connection: close",
            "Authorization: Bearer secret-secret-secret",
            "Idempotency-Key: key-1",
            "Content-Type: application/json",
            "Content-Length: 15",
            "",
            "{\"reason\":\"\u00e9\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n{\u00e9\"\"}+",
        "HTTP/1.1 200 OK\r\n\r\n{\u00e9\"\"}",
        "HTTP/1.0 200\r\n\r\n{\u00e9\"\"}",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nContent-Length:6\r\n\r\n{\u00e9\"\"}+",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\n{\u00e9\r\n3\r\n\"\"}\r\n0\r\nT: x\r\n\r\n+",
      })
  void anAnswerIsReadHoweverItIsFramed(String answer) throws NoAnswer {
    assertThat(get(answer).text()).isEqualTo("{\u00e9\"\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 200 OK\r\nContent-Len",
        "SSH-2.0-OpenSSH\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhello\r\n",
      })
  void anAnswerThatBreaksIsNoneAndMayHaveBeenUnderstood(String answer) {
    assertThatThrownBy(() -> get(answer))
        .isInstanceOfSatisfying(NoAnswer.class, e -> assertThat(e.isUnsent()).isFalse())
        .hasMessageContaining("the connection broke (");
  }

  @ParameterizedTest
  @ValueSource(strings = {"+", "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{+"})
  void anAnswerThatStopsIsGivenUpInTime(String answer) {
    assertThatThrownBy(() -> get(answer))
        .isInstanceOfSatisfying(NoAnswer.class, e -> assertThat(e.isUnsent()).isFalse())
        .hasMessageContaining("no answer within 500 ms");
  }

  @Test
  void aHeadWithoutEndIsGivenUp() {
    assertThatThrownBy(() -> get("HTTP/1.1 200 OK\r\n" + "a: b\r\n".repeat(20_000) + "+"))
        .hasMessageContaining("too long");
  }

  @Test
  void whoIsNotThereHasSurelyNotGotTheCall() throws IOException {
    int port = server.getLocalPort();
    server.close();
    ApiEndpoint gone = ApiEndpoint.parse("127.0.0.1:" + port, "test");
    assertThatThrownBy(() -> wire().call(gone, ApiRequest.get(ApiPath.of("pools"))))
        .isInstanceOfSatisfying(NoAnswer.class, e -> assertThat(e.isUnsent()).isTrue())
        .hasMessageContaining("connection refused");
  }

  @Test
  void whoDoesNotSpeakTlsHasSurelyNotGotTheCall() {
    CompletableFuture.runAsync(
        () -> {
          try (Socket socket = server.accept()) {
            socket.getOutputStream().write("hello\r\n".getBytes(StandardCharsets.UTF_8));
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
    ApiEndpoint secure = ApiEndpoint.parse("https://localhost:" + server.getLocalPort(), "test");
    assertThatThrownBy(() -> wire().call(secure, ApiRequest.get(ApiPath.of("pools"))))
        .isInstanceOfSatisfying(NoAnswer.class, e -> assertThat(e.isUnsent()).isTrue());
  }

  @Test
  void linesComeAsTheyAreWritten() throws NoAnswer {
    CompletableFuture<Void> served =
        answering(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\nid: 1\nda\r\n9\r\nta: x\n\nid\r\n+");
    Wire.Flow flow = wire().follow(endpoint(""), ApiRequest.get(ApiPath.of("events")), "41");
    try (Stream<String> lines = flow.lines()) {
      assertThat(lines.limit(3).toList()).isEqualTo(List.of("id: 1", "data: x", ""));
    }
    served.join();
    assertThat(received).contains("Accept: text/event-stream\r\n", "Last-Event-ID: 41\r\n");
  }
}
