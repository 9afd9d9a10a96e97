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
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers over HTTP/2 that come while the client still sends the body of its request. */
@Timeout(60)
class ProxyHttp2EarlyIT {
  private static final int HEAD = RawHttp2.END_HEADERS;
  private static final byte[] PART = new byte[20];

  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.start("a");
    proxy =
        TestProxy.start(
            TestConfig.of(backend)
                .withPath("/nothing/else")
                .speaking(null, ListenerProtocol.H1, ListenerProtocol.H2C));
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  private static void post(RawHttp2 client, int stream) throws IOException {
    client.send(frame(RawHttp2.HEADERS, HEAD, stream, RawHttp2.post()));
  }

  private static void assertServes(RawHttp2 client, int stream) throws IOException {
    client.request(stream);
    for (Frame frame = client.next().orElseThrow(); ; frame = client.next().orElseThrow()) {
      assertThat(frame.type()).isNotIn(RawHttp2.GOAWAY, RawHttp2.RST_STREAM);
      if (frame.type() == RawHttp2.HEADERS && frame.stream() == stream) {
        return;
      }
    }
  }

  private void assertUncut() {
    for (Cut why : Cut.values()) {
      assertThat(proxy.meters().connections().cuts(why)).as(why.name()).isZero();
    }
  }

  @Test
  void aBodyBehindItsAnswerIsReadAway() throws IOException {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      for (int i = 0; i < 250; i++) {
        int stream = 1 + 2 * i;
        post(client, stream);
        assertThat(client.until(RawHttp2.HEADERS, stream).status()).isEqualTo("404");
        for (int part = 0; part < 5; part++) {
          client.send(frame(RawHttp2.DATA, 0, stream, PART));
        }
        client.send(frame(RawHttp2.DATA, RawHttp2.END_STREAM, stream, PART));
      }
      assertServes(client, 1001);
    }
    assertUncut();
  }

  @Test
  void anAnswerOfABackendThatReadsNoBodyIsNoReset() throws IOException {
    backend.script(request -> request.answer(200, new byte[] {'x'}));
    proxy.publish(config -> config.withPath("/**"));
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      for (int i = 0; i < 220; i++) {
        int stream = 1 + 2 * i;
        post(client, stream);
        assertThat(client.until(RawHttp2.HEADERS, stream).status()).isEqualTo("200");
        client.send(frame(RawHttp2.DATA, 0, stream, PART));
        client.send(frame(RawHttp2.DATA, RawHttp2.END_STREAM, stream, PART));
      }
      assertServes(client, 1001);
    }
    assertUncut();
  }

  /** What was on its way when the stream was reset must neither be answered nor be counted. */
  @Test
  void manyBodiesThatGoOnAreResetAndWhatStillComesIsIgnored() throws IOException {
    int streams = 90;
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      for (int i = 0; i < streams; i++) {
        post(client, 1 + 2 * i);
        client.send(frame(RawHttp2.DATA, 0, 1 + 2 * i, PART));
      }
      for (int i = 0; i < streams; i++) {
        assertThat(client.until(RawHttp2.RST_STREAM).error()).isZero();
      }
      for (int i = 0; i < streams; i++) {
        int stream = 1 + 2 * i;
        for (int part = 0; part < 10; part++) {
          client.send(frame(RawHttp2.DATA, 0, stream, PART));
        }
        if (i % 2 == 0) {
          client.send(frame(RawHttp2.DATA, RawHttp2.END_STREAM, stream, PART));
        } else {
          client.send(frame(RawHttp2.HEADERS, HEAD | RawHttp2.END_STREAM, stream, trailers()));
        }
      }
      assertServes(client, 1001);
    }
    assertUncut();
  }

  private static byte[] trailers() {
    return new byte[] {0, 3, 'x', '-', 't', 1, '1'};
  }

  @Test
  void aLongBodyIsNotReadToItsEnd() throws IOException {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      post(client, 1);
      List<Frame> came = client.upload(1, 100_000_000);

      Frame last = came.get(came.size() - 1);
      assertThat(last.type()).isEqualTo(RawHttp2.RST_STREAM);
      assertThat(last.error()).isZero();
      assertServes(client, 3);
    }
    assertUncut();
  }

  /** The connection's window is all clients' of a proxy in front: it must not dry up. */
  @Test
  void whatIsIgnoredIsGivenBackToTheWindow() throws IOException {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      for (int stream = 1; stream <= 9; stream += 2) {
        post(client, stream);
      }
      for (int stream = 1; stream <= 9; stream += 2) {
        assertThat(client.until(RawHttp2.RST_STREAM).error()).isZero();
      }
      for (int stream = 1; stream <= 9; stream += 2) {
        assertThat(client.upload(stream, 60_000))
            .extracting(Frame::type)
            .doesNotContain(RawHttp2.GOAWAY, RawHttp2.RST_STREAM);
      }
      assertServes(client, 11);
    }
    assertUncut();
  }

  @Test
  void aClientThatStopsItsBodyWhenItIsAnsweredIsNoFlood() throws IOException {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      for (int i = 0; i < 250; i++) {
        int stream = 1 + 2 * i;
        post(client, stream);
        client.until(RawHttp2.DATA, stream);
        client.send(frame(RawHttp2.RST_STREAM, 0, stream, new byte[4]));
      }
      assertServes(client, 1001);
    }
    assertUncut();
  }

  @Test
  void whoIgnoresAResetForLongIsOne() throws IOException {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      post(client, 1);
      assertThat(client.until(RawHttp2.RST_STREAM).error()).isZero();
      client.upload(1, 65_000);
      client.flood(frame(RawHttp2.DATA, 0, 1, PART), 300);
      Frame goAway = client.until(RawHttp2.GOAWAY);
      assertThat(goAway.error()).isEqualTo(0xb);
    }
    await().until(() -> proxy.meters().connections().cuts(Cut.FLOOD) == 1);
  }
}
