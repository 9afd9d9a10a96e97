package io.clockwise.it;

import static io.clockwise.testkit.RawHttp2.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.LimitsConfig;
import io.clockwise.model.FailureKind;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.clockwise.testkit.LeakWatch;
import io.clockwise.testkit.RawHttp2;
import io.clockwise.testkit.RawHttp2.Frame;
import io.clockwise.testkit.TestLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that break streams and connections of HTTP/2 wherever they stand: all comes back. */
@Timeout(60)
class ProxyHttp2BreakIT extends StreamFixture {
  private static final byte[] CANCEL = {0, 0, 0, 8};
  private static final int STREAMS = 90;

  private final CountDownLatch end = new CountDownLatch(1);

  private void holdAll() {
    backend.script(r -> waitFor(end));
  }

  private void awaitNothingLeft() {
    awaitRest();
    end.countDown();
    await().until(() -> backend.open() == 0);
    await().until(() -> proxy.clients() == 0);
  }

  private void open(RawHttp2 client, int streams) throws IOException {
    for (int i = 0; i < streams; i++) {
      if (i % 2 == 0) {
        client.request(1 + 2 * i);
      } else {
        client.send(post(1 + 2 * i)).send(frame(RawHttp2.DATA, 0, 1 + 2 * i, new byte[100]));
      }
    }
    await().until(() -> backend.requests().size() == streams);
  }

  @Test
  void aHundredStreamsAreServedAtOnce() throws IOException {
    CountDownLatch all = new CountDownLatch(100);
    backend.script(
        r -> {
          all.countDown();
          waitFor(all);
          r.answer(200, new byte[2_000]);
        });
    try (RawHttp2 client = client(1_000_000).send(update(0, 1_000_000))) {
      for (int i = 0; i < 100; i++) {
        client.request(1 + 2 * i);
      }
      int ended = 0;
      int bytes = 0;
      while (ended < 100) {
        Frame frame = client.next().orElseThrow();
        if (frame.type() == RawHttp2.DATA) {
          bytes += frame.payload().length;
          ended += frame.flags() & RawHttp2.END_STREAM;
        }
      }
      assertThat(bytes).isEqualTo(200_000);
    }
    awaitRest();
  }

  @Test
  void aConnectionThatIsCutEndsAllItsStreams() throws IOException {
    holdAll();
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      open(client, STREAMS);
      client.socket().setSoLinger(true, 0);
    }
    awaitNothingLeft();
    assertThat(proxy.records()).hasSize(STREAMS);
    assertThat(proxy.records()).allMatch(r -> r.result().endedBy() == EndedBy.CLIENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mid-body", "waiting", "mid-answer"})
  void aStreamThatIsResetLetsGoOfItsBackend(String when) throws IOException {
    holdAll();
    if (when.equals("mid-answer")) {
      backend.script(
          r -> {
            r.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort");
            r.awaitClose();
          });
    }
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      if (when.equals("mid-body")) {
        client.send(post(1)).send(frame(RawHttp2.DATA, 0, 1, new byte[100]));
      } else {
        client.request(1);
      }
      await().until(() -> backend.requests().size() == 1);
      if (when.equals("mid-answer")) {
        client.until(RawHttp2.DATA, 1);
      }
      client.send(frame(RawHttp2.RST_STREAM, 0, 1, CANCEL));
      awaitRest();
      assertThat(only().failure()).isEqualTo(FailureKind.CLIENT_GONE);
      assertThat(only().endedBy()).isEqualTo(EndedBy.CLIENT);
      backend.script(r -> r.answer(200, new byte[1]));
      assertThat(client.request(3).until(RawHttp2.HEADERS, 3).status()).isEqualTo("200");
    }
    awaitNothingLeft();
  }

  @Test
  void resetsRightBehindTheirHeadsLeaveNothing() throws IOException {
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      for (int i = 0; i < STREAMS; i++) {
        client.send(post(1 + 2 * i)).send(frame(RawHttp2.RST_STREAM, 0, 1 + 2 * i, CANCEL));
      }
      assertThat(client.request(1001).until(RawHttp2.HEADERS, 1001).status()).isEqualTo("200");
    }
    awaitNothingLeft();
  }

  /** The frame's type, stream and payload in hexadecimal digits, and the code that answers it. */
  @ParameterizedTest
  @CsvSource({
    "8, 0, 00000000, 1", // a window that grows by nothing
    "8, 0, 7fffffff, 3", // and by too much
    "8, 0, 00, 6",
    "0, 0, 00, 1", // data of no stream
    "0, 1001, 00, 1", // of one that was never opened
    "6, 0, 00, 6",
    "4, 1, '', 1",
    "9, 1, 00, 1" // fields that follow none
  })
  void aBrokenConnectionIsToldWhy(int type, int stream, String payload, int code)
      throws IOException {
    holdAll();
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      open(client, 4);
      client.send(frame(type, 0, stream, HexFormat.of().parseHex(payload)));
      assertThat(client.until(RawHttp2.GOAWAY).error()).isEqualTo(code);
      client.untilClosed();
    }
    awaitNothingLeft();
    assertThat(proxy.records()).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource({"00000000, 1", "7fffffff, 3"})
  void aStreamWhoseWindowBreaksIsReset(String payload, int code) throws IOException {
    holdAll();
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      open(client, 2);
      client.send(frame(RawHttp2.WINDOW_UPDATE, 0, 1, HexFormat.of().parseHex(payload)));
      Frame told = client.next().orElseThrow();
      while (told.type() != RawHttp2.RST_STREAM && told.type() != RawHttp2.GOAWAY) {
        told = client.next().orElseThrow();
      }
      assertThat(told.error()).isEqualTo(code);
    }
    awaitNothingLeft();
  }

  @Test
  void moreFieldsBehindTrailersOrWithoutAnEndAreRefused() throws IOException {
    holdAll();
    byte[] fields = {0, 3, 'x', '-', 't', 1, '1'};
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.send(post(1)).send(frame(RawHttp2.HEADERS, HEAD, 1, fields));
      assertThat(client.until(RawHttp2.RST_STREAM, 1).error()).isEqualTo(1);
      client.send(post(3));
      client.send(frame(RawHttp2.HEADERS, HEAD | RawHttp2.END_STREAM, 3, fields));
      client.send(frame(RawHttp2.HEADERS, HEAD | RawHttp2.END_STREAM, 3, fields));
      assertThat(client.until(RawHttp2.GOAWAY).error()).isEqualTo(5);
    }
    awaitNothingLeft();
  }

  @Test
  void aBodyThatNeverComesIsNotWaitedForForever() throws IOException {
    LimitsConfig d = TestLimits.requestLine(8192);
    change(
        c ->
            c.withLimits(
                new LimitsConfig(
                    d.requestLine(),
                    d.headers(),
                    d.headerCount(),
                    d.headTimeout(),
                    Duration.ofMillis(300),
                    d.keepAliveIdle(),
                    d.connections(),
                    0,
                    d.target())));
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.send(post(1)).send(frame(RawHttp2.DATA, 0, 1, new byte[5]));
      assertThat(client.until(RawHttp2.HEADERS, 1).status()).isEqualTo("408");
      assertThat(client.until(RawHttp2.RST_STREAM, 1).error()).isZero();
    }
    awaitNothingLeft();
  }

  @Test
  void aFloodOfEmptyPartsIsOne() throws IOException {
    holdAll();
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.send(post(1));
      client.flood(frame(RawHttp2.DATA, 0, 1), 20_000);
      assertThat(client.until(RawHttp2.GOAWAY).error()).isEqualTo(0xb);
    }
    awaitNothingLeft();
  }

  @Test
  void whateverEndsAStreamNothingLeaks() throws IOException {
    Random random = new Random(7);
    AtomicInteger count = new AtomicInteger();
    backend.script(
        r -> {
          switch (count.getAndIncrement() % 4) {
            case 0 -> r.reset();
            case 1 -> {
              r.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + "x".repeat(5000));
              r.close();
            }
            case 2 -> r.write("junk\r\n\r\n");
            default -> r.answer(200, r.body());
          }
        });
    try (LeakWatch watch = new LeakWatch()) {
      for (int i = 0; i < 60; i++) {
        try (RawHttp2 client = RawHttp2.to(proxy.port())) {
          for (int stream = 1; stream < 20; stream += 2) {
            oneStream(client, stream, random.nextInt(5));
          }
          if (random.nextBoolean()) {
            client.send(frame(RawHttp2.PING, 0, 0, new byte[8])).until(RawHttp2.PING);
          }
        }
      }
      awaitRest();
      await().until(() -> proxy.clients() == 0);
      assertThat(watch.reports()).isEmpty();
    }
  }

  private static void oneStream(RawHttp2 client, int stream, int kind) throws IOException {
    switch (kind) {
      case 0 -> client.request(stream);
      case 1 -> client.send(post(stream)).send(frame(RawHttp2.RST_STREAM, 0, stream, CANCEL));
      case 2 ->
          client
              .send(post(stream))
              .send(frame(RawHttp2.DATA, 0, stream, new byte[9_000]))
              .send(frame(RawHttp2.RST_STREAM, 0, stream, CANCEL));
      case 3 -> client.send(post(stream)).send(frame(RawHttp2.DATA, 0, stream, new byte[300]));
      default ->
          client
              .send(post(stream))
              .send(frame(RawHttp2.DATA, 0, stream, new byte[300]))
              .send(frame(RawHttp2.DATA, 1, stream, new byte[300]));
    }
  }

  @Test
  void aStreamThatIsServedOutlivesItsListener() throws IOException {
    backend.script(
        r -> {
          waitFor(end);
          r.answer(200, new byte[100_000]);
        });
    try (RawHttp2 client = RawHttp2.to(proxy.port())) {
      client.request(1);
      await().until(() -> backend.requests().size() == 1);
      change(c -> c.withListeners(List.of()));
      assertThat(client.until(RawHttp2.GOAWAY).error()).isZero();
      end.countDown();
      assertThat(drain(client, 1)).hasSize(100_000);
      assertThat(only().endedBy()).isEqualTo(EndedBy.COMPLETE);
    }
  }
}
