package io.clockwise.it;

import static io.clockwise.testkit.RawHttp2.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.FailureKind;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.clockwise.testkit.Http2Peer;
import io.clockwise.testkit.Http2Stream;
import io.clockwise.testkit.RawHttp2;
import io.clockwise.testkit.RawHttp2.Frame;
import io.clockwise.testkit.ReceivedRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies over HTTP/2 that are larger than the windows, and ends that do not want to take them. */
@Timeout(60)
class ProxyHttp2FlowIT extends StreamFixture {
  private static final int MIB = 1024 * 1024;
  private static final int WINDOW = 65_535;
  private static final TimeoutsConfig QUICK =
      new TimeoutsConfig(Duration.ofSeconds(2), Duration.ofSeconds(9), Duration.ofMillis(400));

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static void chunked(ReceivedRequest request, byte[] body) throws IOException {
    request.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    request.write(Integer.toHexString(body.length) + "\r\n");
    request.write(body);
    request.write("\r\n0\r\nx-sum: 1\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 16_384, 1_000_000})
  void aLargeAnswerPassesWindowsOfAnySize(int window) throws IOException {
    byte[] body = random(window < 10_000 ? MIB : 8 * MIB);
    backend.script(r -> r.answer(200, body));
    try (RawHttp2 client = client(window)) {
      client.request(1);
      assertThat(drain(client, 1)).isEqualTo(body);
      assertThat(only().endedBy()).isEqualTo(EndedBy.COMPLETE);
      assertThat(only().responseBytes()).isEqualTo(body.length);
    }
    awaitRest();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5_000, 16_384, WINDOW - 1, WINDOW, WINDOW + 1, 3 * WINDOW})
  void anAnswerMayEndWhereverTheWindowDoes(int length) throws IOException {
    byte[] body = random(length);
    backend.script(r -> r.answer(200, body));
    try (RawHttp2 client = client(WINDOW)) {
      client.request(1);
      assertThat(drain(client, 1)).isEqualTo(body);
      assertThat(only().endedBy()).isEqualTo(EndedBy.COMPLETE);
      assertThat(only().status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5_000, WINDOW - 1, WINDOW, WINDOW + 1, 3 * WINDOW})
  void trailersWaitForTheBodyBeforeThem(int length) throws IOException {
    byte[] body = random(length);
    backend.script(r -> chunked(r, body));
    try (RawHttp2 client = client(WINDOW)) {
      client.request(1, "te", "trailers");
      assertThat(drain(client, 1)).isEqualTo(body);
      assertThat(only().endedBy()).isEqualTo(EndedBy.COMPLETE);
      assertThat(only().failure()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 304})
  void anAnswerWithoutABodyNeedsNoWindow(int status) throws IOException {
    backend.script(r -> r.write("HTTP/1.1 " + status + " X\r\n\r\n"));
    try (RawHttp2 client = client(0)) {
      client.request(1);
      Frame head = client.until(RawHttp2.HEADERS, 1);
      assertThat(head.flags() & RawHttp2.END_STREAM).isPositive();
      assertThat(only().endedBy()).isEqualTo(EndedBy.COMPLETE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"large", "tail", "trailers"})
  void whoTakesNothingOfAnAnswerIsLeftInTheEnd(String kind) throws IOException {
    change(c -> c.withTimeouts(QUICK));
    backend.script(
        r -> {
          switch (kind) {
            case "large" -> r.answer(200, new byte[4 * MIB]);
            case "tail" -> r.answer(200, new byte[WINDOW + 10]);
            default -> chunked(r, new byte[WINDOW + 10]);
          }
        });
    try (RawHttp2 client = client(WINDOW)) {
      client.request(1);
      assertThat(client.until(RawHttp2.RST_STREAM, 1).error()).isNotZero();
      assertThat(only().failure()).isEqualTo(FailureKind.CLIENT_GONE);
      client.send(update(0, MIB));
      backend.script(r -> r.answer(200, new byte[1]));
      client.request(3);
      assertThat(client.until(RawHttp2.HEADERS, 3).status()).isEqualTo("200");
    }
    awaitRest();
  }

  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void theLastPartOfAnAnswerIsLostWithItsClient(boolean trailers, boolean cut) throws IOException {
    byte[] body = new byte[WINDOW + 10];
    backend.script(
        r -> {
          if (trailers) {
            chunked(r, body);
          } else {
            r.answer(200, body);
          }
        });
    try (RawHttp2 client = client(WINDOW)) {
      client.request(1);
      for (int left = WINDOW; left > 0; ) {
        left -= client.until(RawHttp2.DATA, 1).payload().length;
      }
      assertThat(proxy.inFlight()).isEqualTo(1);
      if (cut) {
        client.socket().setSoLinger(true, 0);
      } else {
        client.send(frame(RawHttp2.RST_STREAM, 0, 1, new byte[] {0, 0, 0, 8}));
        assertThat(only().endedBy()).isEqualTo(EndedBy.CLIENT);
      }
    }
    awaitRest();
    assertThat(only().endedBy()).isEqualTo(EndedBy.CLIENT);
  }

  @Test
  void manySlowReadersHoldLittle() throws IOException {
    change(c -> c.withTimeouts(QUICK));
    backend.script(r -> r.answer(200, new byte[MIB]));
    try (RawHttp2 client = client(1)) {
      for (int i = 0; i < 90; i++) {
        client.request(1 + 2 * i);
      }
      for (int i = 0; i < 90; i++) {
        assertThat(client.until(RawHttp2.RST_STREAM).error()).isNotZero();
      }
    }
    awaitRest();
    await().until(() -> backend.open() == 0);
    assertThat(proxy.records())
        .hasSize(90)
        .allMatch(each -> each.result().responseBytes() < MIB / 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"8388608", ""})
  void aLargeBodyReachesABackendThatTakesItsTime(String length) throws IOException {
    CountDownLatch stalled = new CountDownLatch(1);
    backend.script(
        r -> {
          waitFor(stalled);
          r.answer(200, String.valueOf(r.body().length).getBytes(StandardCharsets.US_ASCII));
        });
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.send(length.isEmpty() ? post(1) : post(1, "content-length", length));
      stalled.countDown();
      assertThat(client.upload(1, 8 * MIB))
          .extracting(Frame::type)
          .doesNotContain(RawHttp2.RST_STREAM, RawHttp2.GOAWAY);
      client.send(frame(RawHttp2.DATA, RawHttp2.END_STREAM, 1));
      assertThat(client.until(RawHttp2.DATA, 1).payload()).asString().isEqualTo("8388608");
      assertThat(only().requestBytes()).isEqualTo(8 * MIB);
    }
  }

  @Test
  void aBodyThatNobodyTakesStopsItsClient() throws IOException {
    CountDownLatch end = new CountDownLatch(1);
    backend.script(r -> waitFor(end));
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.send(post(1));
      client.socket().setSoTimeout(1_000);
      Assertions.assertThatThrownBy(() -> client.upload(1, 200 * MIB))
          .isInstanceOf(SocketTimeoutException.class);
      client.send(frame(RawHttp2.RST_STREAM, 0, 1, new byte[] {0, 0, 0, 8}));
      awaitRest();
      assertThat(only().endedBy()).isEqualTo(EndedBy.CLIENT);
      assertThat(only().requestBytes()).isLessThan(32 * MIB); // the sockets' buffers
    }
    end.countDown();
    await().until(() -> backend.open() == 0);
  }

  /** What waits for a backend is no chain of frames: it would be as deep as there are frames. */
  @Test
  void aBodyOfManySmallFramesWaits() throws IOException {
    CountDownLatch free = new CountDownLatch(1);
    change(
        c ->
            c.withConnections(
                new ConnectionsConfig(1, 10, Duration.ofSeconds(30), Duration.ofSeconds(4))
                    .withOnFull(ConnectionsConfig.OnFull.QUEUE)));
    backend.script(
        r -> {
          if (r.method().equals("GET")) {
            waitFor(free);
          }
          r.answer(200, r.body());
        });
    int frames = 50_000;
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.request(1);
      await().until(() -> backend.requests().size() == 1);
      client.send(post(3));
      byte[] text = random(frames);
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (byte octet : text) {
        all.writeBytes(frame(RawHttp2.DATA, 0, 3, octet));
      }
      all.writeBytes(frame(RawHttp2.DATA, RawHttp2.END_STREAM, 3));
      client.send(all.toByteArray());
      client.send(frame(RawHttp2.PING, 0, 0, new byte[8])).until(RawHttp2.PING);
      free.countDown();
      client.until(RawHttp2.HEADERS, 3);
      assertThat(drain(client, 3)).isEqualTo(text);
    }
    awaitRest();
    assertThat(backend.malformations()).isEmpty();
  }

  @Test
  void aBodyMayWaitUntilItIsAskedFor() throws Exception {
    backend.script(
        r -> {
          r.write("HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n");
          r.write("HTTP/1.1 100 Continue\r\n\r\n");
          r.answer(200, r.body());
        });
    try (Http2Peer peer = Http2Peer.client(proxy.port())) {
      Http2Stream stream =
          peer.open(
              false,
              ":method",
              "POST",
              ":scheme",
              "http",
              ":authority",
              "h",
              ":path",
              "/",
              "expect",
              "100-continue");
      assertThat(stream.next()).isEqualTo("HEAD [:status: 103][link: a]");
      assertThat(stream.next()).isEqualTo("HEAD [:status: 100]");
      stream.send(true, "body");
      assertThat(stream.next()).startsWith("HEAD [:status: 200]");
      assertThat(stream.data(4)).isEqualTo("body");
      assertThat(stream.next()).isEqualTo("END");
      assertThat(only().requestBytes()).isEqualTo(4);
    }
  }
}
