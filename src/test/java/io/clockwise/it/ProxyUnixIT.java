package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ListenerConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.ProxyProtocolConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.testkit.ProxyHeader;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Listeners on Unix sockets. */
@Timeout(60)
class ProxyUnixIT {
  private static final String GET = "GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";

  @TempDir private Path directory;
  private Path file;
  private TestBackend backend;

  @BeforeEach
  void start() throws IOException {
    file = directory.resolve("clockwise.sock");
    backend = TestBackend.start("a");
  }

  @AfterEach
  void stop() throws IOException {
    backend.close();
  }

  private TestConfig config(ProxyProtocolConfig proxyProtocol) {
    return TestConfig.of(backend)
        .withListeners(
            List.of(
                new ListenerConfig(
                    SocketBind.unix(file.toString()),
                    List.of(ListenerProtocol.H1),
                    proxyProtocol,
                    null)));
  }

  private String ask(byte[] bytes) throws IOException {
    try (SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.connect(UnixDomainSocketAddress.of(file));
      socket.write(ByteBuffer.wrap(bytes));
      ByteBuffer answer = ByteBuffer.allocate(4096);
      while (socket.read(answer) >= 0) {
        // until it is closed
      }
      return new String(answer.array(), 0, answer.position(), StandardCharsets.ISO_8859_1);
    }
  }

  private String ask() throws IOException {
    return ask(GET.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void requestsComeFromNowhereAndTheFileGoesWithTheListener() throws IOException {
    try (TestProxy proxy = TestProxy.start(config(ProxyProtocolConfig.OFF), 2)) {
      for (int i = 0; i < 4; i++) {
        assertThat(ask()).startsWith("HTTP/1.1 200");
      }
      assertThat(backend.last().field("x-forwarded-for")).contains("unknown");
      assertThat(proxy.addresses()).extracting(Object::toString).containsExactly("unix:" + file);
    }
    await().until(() -> !Files.exists(file));
  }

  @Test
  void aBelievedHeaderBringsTheAddress() throws IOException {
    ProxyProtocolConfig believed =
        new ProxyProtocolConfig(
            List.of(new ProxyProtocolConfig.UnixPeers()), ProxyProtocolConfig.Mode.OPTIONAL);
    try (TestProxy proxy = TestProxy.start(config(believed))) {
      byte[] header = ProxyHeader.v1("TCP4 203.0.113.7 10.0.0.1 4000 8443");
      byte[] request = GET.getBytes(StandardCharsets.US_ASCII);
      ByteBuffer both = ByteBuffer.allocate(header.length + request.length);
      assertThat(ask(both.put(header).put(request).array())).startsWith("HTTP/1.1 200");
      assertThat(backend.last().field("x-forwarded-for")).contains("203.0.113.7");
      assertThat(ask()).startsWith("HTTP/1.1 200");
      assertThat(backend.last().field("x-forwarded-for")).contains("unknown");
      assertThat(proxy.records()).isNotEmpty();
    }
  }

  @Test
  void theFileOfADeadProcessIsInNobodysWay() throws IOException {
    ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    dead.bind(UnixDomainSocketAddress.of(file));
    dead.close(); // which leaves the file
    assertThat(file).exists();

    try (TestProxy proxy = TestProxy.start(config(ProxyProtocolConfig.OFF), 2)) {
      assertThat(ask()).startsWith("HTTP/1.1 200");
      assertThat(proxy.addresses()).hasSize(1);
    }
  }

  @Test
  void theSocketOfALivingProcessAndOtherFilesStay() throws IOException {
    try (ServerSocketChannel living = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      living.bind(UnixDomainSocketAddress.of(file));
      assertThatThrownBy(() -> TestProxy.start(config(ProxyProtocolConfig.OFF)))
          .hasMessageContaining("cannot listen on unix:" + file + ": address already in use");
      assertThat(file).exists();
    }
    Files.delete(file);
    Files.writeString(file, "precious");
    assertThatThrownBy(() -> TestProxy.start(config(ProxyProtocolConfig.OFF)))
        .hasMessageContaining("cannot listen on unix:" + file);
    assertThat(file).hasContent("precious");
  }

  /** What belongs to a loop is used without a lock. */
  @Test
  void eachEventLoopServesWhatItAccepts() throws IOException {
    try (TestProxy proxy = TestProxy.start(config(ProxyProtocolConfig.OFF), 2)) {
      for (int i = 0; i < 8; i++) {
        assertThat(ask()).startsWith("HTTP/1.1 200");
      }
      await().until(() -> proxy.records().size() == 8);
      assertThat(proxy.threadsOf(0)).hasSize(1);
      assertThat(proxy.threadsOf(1)).hasSize(1).isNotEqualTo(proxy.threadsOf(0));
    }
  }
}
