package io.clockwise.it;

import static io.clockwise.testkit.RawHttp2.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.testkit.LoggedRequest;
import io.clockwise.testkit.RawHttp2;
import io.clockwise.testkit.RawHttp2.Frame;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A proxy whose clients speak HTTP/2, frame by frame, before a backend that speaks HTTP/1.1. */
abstract class StreamFixture {
  static final int HEAD = RawHttp2.END_HEADERS;

  TestBackend backend;
  TestProxy proxy;

  @BeforeEach
  void startBoth() throws IOException {
    backend = TestBackend.start("a");
    ConnectionsConfig brief =
        new ConnectionsConfig(512, 1024, Duration.ofSeconds(1), Duration.ofMillis(200));
    TestConfig plain = TestConfig.of(backend).speaking(null, ListenerProtocol.H2C);
    proxy = TestProxy.start(of(plain.withConnections(brief)));
  }

  /** Returns what the proxy starts with. */
  TestConfig of(TestConfig plain) throws IOException {
    return plain;
  }

  @AfterEach
  void stopBoth() throws IOException {
    proxy.close();
    backend.close();
  }

  void change(UnaryOperator<TestConfig> change) {
    proxy.publish(change);
  }

  static byte[] post(int stream, String... more) {
    return frame(RawHttp2.HEADERS, HEAD, stream, RawHttp2.post(more));
  }

  /** Begins a client with windows of this size for its streams. */
  RawHttp2 client(int window) throws IOException {
    byte[] setting = ByteBuffer.allocate(6).putShort((short) 4).putInt(window).array();
    return RawHttp2.to(proxy.port()).send(frame(RawHttp2.SETTINGS, 0, 0, setting));
  }

  static byte[] update(int stream, int size) {
    return frame(RawHttp2.WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(size).array());
  }

  /** Reads the rest of an answer, and gives back each part to the windows. */
  static byte[] drain(RawHttp2 client, int stream) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      Frame frame = client.next().orElseThrow();
      if (frame.stream() != stream) {
        continue;
      }
      assertThat(frame.type()).isIn(RawHttp2.DATA, RawHttp2.HEADERS, RawHttp2.WINDOW_UPDATE);
      if (frame.type() == RawHttp2.DATA) {
        body.writeBytes(frame.payload());
      }
      boolean frames = frame.type() != RawHttp2.WINDOW_UPDATE;
      if (frames && (frame.flags() & RawHttp2.END_STREAM) != 0) {
        return body.toByteArray();
      }
      if (frame.type() == RawHttp2.DATA && frame.payload().length > 0) {
        client.send(update(stream, frame.payload().length));
        client.send(update(0, frame.payload().length));
      }
    }
  }

  static void waitFor(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  void awaitRest() {
    await().until(() -> proxy.inFlight() == 0 && proxy.inFlight(backend) == 0);
  }

  /** Returns what is logged of the only request, which the relay must have served if it is on. */
  LoggedRequest.Result only() {
    await().until(() -> proxy.records().size() == 1);
    assertThat(proxy.relayed()).isEqualTo(TestProxy.path() == DataPath.RELAY ? 1 : 0);
    return proxy.records().get(0).result();
  }
}
