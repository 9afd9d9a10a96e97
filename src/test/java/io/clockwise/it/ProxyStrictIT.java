package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ListenerProtocol;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the HTTP decoder forgives is refused, on a listener that speaks HTTP/2 in clear, too. */
@Timeout(60)
class ProxyStrictIT {
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
        "GET / HTTP/1.1\nHost: t\nX: a\n b\n\n",
        "POST / HTTP/1.1\nHost: t\nTransfer-Encoding:\n chunked\n\n0\n\n",
        "POST / HTTP/1.1\nHost: t\nContent-Xength: 3\n\nabc",
        "GET / HTTP/1.1\nHost: t\nContent-Zype: 3\n\n",
        "GET / HTTP/1.1\nHost: t\nSec-WebSocket-Key1: a\nSec-WebSocket-Key2: b\n\n12345678",
        "GET  / HTTP/1.1\nHost: t\n\n",
        "GET\t/ HTTP/1.1\nHost: t\n\n"
      })
  void isRefusedAndReachesNobody(String request) throws IOException {
    try (RawClient client = proxy.connect()) {
      client.send(request.replace("\n", "\r\n"));
      assertThat(client.answer().status()).isEqualTo(400);
    }
    assertThat(backend.requests()).isEmpty();
  }
}
