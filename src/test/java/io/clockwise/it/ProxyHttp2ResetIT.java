package io.clockwise.it;

import static io.clockwise.testkit.RawHttp2.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ListenerProtocol;
import io.clockwise.telemetry.ConnectionMeters.Cut;
import io.clockwise.testkit.RawHttp2;
import io.clockwise.testkit.RawHttp2.Frame;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestLimits;
import io.clockwise.testkit.TestProxy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams that Clockwise resets: what it costs the others of the connection. */
@Timeout(60)
class ProxyHttp2ResetIT {
  private static final int HEAD = RawHttp2.END_HEADERS;
  private static final int PROTOCOL_ERROR = 1;
  private static final int REFUSED_STREAM = 7;
  private static final byte[] PART = new byte[20];

  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.start("a");
    proxy = TestProxy.start(TestConfig.of(backend).speaking(null, ListenerProtocol.H2C));
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private static byte[] post(int stream, String... more) {
    return frame(RawHttp2.HEADERS, HEAD, stream, RawHttp2.post(more));
  }

  private static byte[] body(int stream) {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    frames.writeBytes(frame(RawHttp2.DATA, 0, stream, PART));
    frames.writeBytes(frame(RawHttp2.DATA, 0, stream, PART));
    frames.writeBytes(frame(RawHttp2.DATA, RawHttp2.END_STREAM, stream, PART));
    return frames.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** Returns the frames up to the answer to a request that is sent now, settings left out. */
  private static List<Frame> untilServed(RawHttp2 client, int stream) throws IOException {
    client.request(stream);
    List<Frame> came = new ArrayList<>();
    for (Frame frame = client.next().orElseThrow(); ; frame = client.next().orElseThrow()) {
      if (frame.stream() == stream && frame.type() == RawHttp2.HEADERS) {
        assertThat(frame.status()).isEqualTo("200");
        return came;
      }
      if (frame.stream() != 0 || frame.type() == RawHttp2.GOAWAY) {
        came.add(frame);
      }
    }
  }

  private static void assertReset(List<Frame> came, int code) {
    assertThat(came).extracting(Frame::type).containsExactly(RawHttp2.RST_STREAM);
    assertThat(came.get(0).error()).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aMalformedHeadCostsItsStreamAlone(boolean atOnce) throws IOException {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      if (atOnce) {
        client.send(joined(post(1, "Upper", "x"), body(1)));
      } else {
        client.send(post(1, "Upper", "x"));
        assertThat(client.until(RawHttp2.RST_STREAM, 1).error()).isEqualTo(PROTOCOL_ERROR);
        client.send(body(1));
      }
      List<Frame> came = untilServed(client, 3);
      if (atOnce) {
        assertReset(came, PROTOCOL_ERROR);
      } else {
        assertThat(came).isEmpty();
      }
    }
    assertThat(backend.requests()).hasSize(1);
  }

  /** Some clients widen a stream's window as soon as they have opened it. */
  @Test
  void framesWithoutABodyOnAStreamThatWasRefusedAreIgnored() throws IOException {
    byte[] head = frame(RawHttp2.HEADERS, 5, 1, RawHttp2.get("Upper", "x"));
    byte[] wider = frame(RawHttp2.WINDOW_UPDATE, 0, 1, new byte[] {0, 0, 1, 0});
    byte[] reset = frame(RawHttp2.RST_STREAM, 0, 1, new byte[4]);
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.send(joined(head, wider, reset));
      assertReset(untilServed(client, 3), PROTOCOL_ERROR);
    }
  }

  /** Its trailers must not be taken for the head of a request. */
  @Test
  void aSecondHeadOnAStreamThatWasRefusedIsIgnored() throws IOException {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.send(post(1, "Upper", "x"));
      client.send(frame(RawHttp2.HEADERS, HEAD | RawHttp2.END_STREAM, 1, RawHttp2.post()));
      assertReset(untilServed(client, 3), PROTOCOL_ERROR);
    }
    assertThat(backend.requests()).hasSize(1);
  }

  @Test
  void fieldsThatAreTooLongCostTheirStreamAlone() throws IOException {
    proxy.publish(c -> c.withLimits(TestLimits.headers(1024)));
    await()
        .untilAsserted(
            () -> {
              try (RawHttp2 client = RawHttp2.to(proxy.port())) {
                client.send(joined(post(1, "x-much", "y".repeat(1100)), body(1)));
                List<Frame> came = untilServed(client, 3);
                assertThat(came.get(0).status()).isEqualTo("431");
                assertThat(came).extracting(Frame::type).doesNotContain(RawHttp2.GOAWAY);
                client.send(frame(RawHttp2.DATA, 0, 1, PART));
                assertThat(untilServed(client, 5))
                    .extracting(Frame::type)
                    .doesNotContain(RawHttp2.GOAWAY);
              }
            });
  }

  @Test
  void aStreamBeyondTheMostCostsItselfAlone() throws IOException {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      for (int i = 0; i < 100; i++) {
        client.send(post(1 + 2 * i));
      }
      client.send(joined(post(201), body(201)));
      assertThat(client.until(RawHttp2.RST_STREAM, 201).error()).isEqualTo(REFUSED_STREAM);
      client.send(frame(RawHttp2.DATA, 0, 201, PART));
      for (int i = 0; i < 100; i++) {
        client.send(frame(RawHttp2.DATA, RawHttp2.END_STREAM, 1 + 2 * i, PART));
      }
      for (int i = 0; i < 100; i++) {
        assertThat(client.until(RawHttp2.HEADERS).status()).isEqualTo("200");
      }
      assertThat(untilServed(client, 203))
          .extracting(Frame::type)
          .doesNotContain(RawHttp2.GOAWAY, RawHttp2.RST_STREAM);
    }
  }

  @Test
  void aProtocolWithoutConnectCostsItsStreamAlone() throws IOException {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.send(joined(post(1, ":protocol", "websocket"), body(1)));
      assertReset(untilServed(client, 3), PROTOCOL_ERROR);
    }
    assertThat(backend.requests()).hasSize(1);
  }

  /** Answers that break off are their backend's fault. */
  @Test
  void resetsForABackendsSakeAreNoFlood() throws IOException {
    backend.script(
        request -> {
          request.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
          request.close();
        });
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      for (int i = 0; i < 250; i++) {
        int stream = 1 + 2 * i;
        assertThat(client.request(stream).until(RawHttp2.RST_STREAM).stream()).isEqualTo(stream);
      }
    }
    assertThat(proxy.meters().connections().cuts(Cut.FLOOD)).isZero();
  }

  /** Clients that make us reset get rid of their requests as those do that reset themselves. */
  @Test
  void resetsThatAClientBringsAboutAreAFlood() throws IOException {
    byte[] nothing = new byte[4];
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      for (int i = 0; i < 500; i++) {
        int stream = 1 + 2 * i;
        client.flood(post(stream), 1);
        client.flood(frame(RawHttp2.WINDOW_UPDATE, 0, stream, nothing), 1);
      }
      client.untilClosed();
    }
    await().until(() -> proxy.meters().connections().cuts(Cut.FLOOD) == 1);
    await().until(() -> proxy.inFlight() == 0);
  }

  @Test
  void malformedHeadsAreAFlood() throws IOException {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      for (int i = 0; i < 500; i++) {
        client.flood(frame(RawHttp2.HEADERS, 5, 1 + 2 * i, RawHttp2.get("Upper", "x")), 1);
      }
      client.untilClosed();
    }
    await().until(() -> proxy.meters().connections().cuts(Cut.FLOOD) == 1);
    assertThat(backend.requests()).isEmpty();
  }
}
