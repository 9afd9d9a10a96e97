package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.testkit.Http2Peer;
import io.clockwise.testkit.Http2Stream;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.RawHttp2;
import io.clockwise.testkit.RawHttp2.Frame;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What only Clockwise, or the protocol itself, may say cannot be said by a client. */
@Timeout(60)
class ProxyMarkersIT {
  private static final int PROTOCOL_ERROR = 1;

  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.start("a");
    proxy =
        TestProxy.start(
            TestConfig.of(backend).speaking(null, ListenerProtocol.H1, ListenerProtocol.H2C));
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Clockwise-Backend",
        "clockwise-backend",
        "CLOCKWISE-BACKEND",
        "Clockwise-Explain",
        "Clockwise_Explain"
      })
  void nobodyChoosesABackendOverHttp1(String name) throws IOException {
    try (RawClient client = proxy.connect()) {
      String trailing = "0\r\n" + name + ": forged\r\n\r\n";
      client.send(
          "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n"
              + (name + ": forged\r\n\r\n")
              + trailing);
      assertThat(client.answer().status()).isEqualTo(200);
    }
    assertNothingForged();
  }

  private void assertNothingForged() {
    assertThat(backend.last().rawHead().toLowerCase(Locale.ROOT))
        .doesNotContain("forged", ":protocol", "clockwise-backend", "clockwise-explain");
    assertThat(backend.last().trailers()).isEmpty();
  }

  @Test
  void nobodyChoosesABackendOverHttp2() throws IOException {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.request(1, "clockwise-backend", "forged");
      assertThat(client.until(RawHttp2.HEADERS).status()).isEqualTo("200");
    }
    assertNothingForged();
  }

  @ParameterizedTest
  @CsvSource({
    ":protocol, websocket", // without CONNECT (RFC 8441 section 4)
    ":protocol, forged",
    ":clockwise, forged",
    ":status, 200",
    ":method, POST", // a second one
    ":path, /forged",
    "Clockwise-Backend, forged", // upper case
  })
  void pseudoFieldsCannotBeMadeUp(String name, String value) throws Exception {
    assertRefused(name, value);
    assertThat(backend.requests()).isEmpty();

    try (Http2Peer streams = Http2Peer.server()) {
      BackendConfig other =
          new BackendConfig(
              "s", new BackendAddress("127.0.0.1", streams.port()), 1, AdminState.READY);
      proxy.publish(
          c ->
              c.withBackends(List.of(other))
                  .withConnections(
                      ConnectionsConfig.DEFAULT.withProtocol(ConnectionsConfig.Protocol.H2)));
      assertRefused(name, value);
      try (RawHttp2 client = RawHttp2.to(proxy.port())) {
        client.request(1, "x-first", "1");
        Http2Stream first = streams.next(); // the first that comes through
        assertThat(first.next()).contains("[x-first: 1]");
        first.head(true, ":status", "200");
        assertThat(client.until(RawHttp2.HEADERS).status()).isEqualTo("200");
      }
    }
  }

  private void assertRefused(String name, String value) throws IOException {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.request(1, name, value);
      Frame frame = client.next().orElseThrow();
      while (frame.type() == RawHttp2.SETTINGS || frame.type() > RawHttp2.GOAWAY) {
        frame = client.next().orElseThrow();
      }
      if (frame.type() == RawHttp2.HEADERS) {
        assertThat(frame.status()).isEqualTo("400");
      } else {
        assertThat(frame.type()).isIn(RawHttp2.RST_STREAM, RawHttp2.GOAWAY);
      }
    }
  }

  @Test
  void pseudoFieldsAreNoTrailers() throws IOException {
    byte[] name = ":protocol".getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(0);
    block.write(name.length);
    block.writeBytes(name);
    block.write(1);
    block.write('x');
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.send(RawHttp2.frame(RawHttp2.HEADERS, RawHttp2.END_HEADERS, 1, RawHttp2.post()));
      int flags = RawHttp2.END_HEADERS | RawHttp2.END_STREAM;
      client.send(RawHttp2.frame(RawHttp2.HEADERS, flags, 1, block.toByteArray()));
      assertThat(client.until(RawHttp2.RST_STREAM).error()).isEqualTo(PROTOCOL_ERROR);
      client.request(3);
      assertThat(client.until(RawHttp2.HEADERS).status()).isEqualTo("200");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {":protocol: websocket", ":path: /forged", " :x: forged"})
  void pseudoFieldsAreNoFieldsOfHttp1(String line) throws IOException {
    try (RawClient client = proxy.connect()) {
      client.send("GET / HTTP/1.1\r\nHost: t\r\n" + line + "\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(400);
    }
    assertThat(backend.requests()).isEmpty();
  }
}
