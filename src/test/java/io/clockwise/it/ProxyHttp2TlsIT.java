package io.clockwise.it;

import static io.clockwise.testkit.RawHttp2.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.TlsConfig;
import io.clockwise.config.TlsConfig.ClientAuth;
import io.clockwise.config.TlsConfig.Version;
import io.clockwise.testkit.RawHttp2;
import io.clockwise.testkit.TestAuthority;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TlsClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Streams of HTTP/2 over TLS. */
@Timeout(60)
class ProxyHttp2TlsIT extends StreamFixture {
  @TempDir Path directory;

  @Override
  TestConfig of(TestConfig plain) throws IOException {
    TestAuthority authority = new TestAuthority(directory);
    TlsConfig tls =
        new TlsConfig(List.of(authority.write("a.test")), Version.V1_2, ClientAuth.NONE, null);
    return plain.speaking(tls, ListenerProtocol.H1, ListenerProtocol.H2);
  }

  private RawHttp2 secured() throws IOException {
    return RawHttp2.over(TlsClient.plain().offering("h2").connect(proxy.port()));
  }

  @Test
  void largeBodiesPassBothWays() throws IOException {
    byte[] body = new byte[3 * 1024 * 1024];
    new Random(3).nextBytes(body);
    backend.script(
        r -> {
          assertThat(r.body()).hasSize(1_000_000);
          r.answer(200, body);
        });
    try (RawHttp2 client = secured()) {
      client.send(post(1)).upload(1, 1_000_000);
      client.send(frame(RawHttp2.DATA, RawHttp2.END_STREAM, 1));
      assertThat(drain(client, 1)).isEqualTo(body);
      assertThat(only().requestBytes()).isEqualTo(1_000_000);
    }
    assertThat(backend.last().field("x-forwarded-proto")).contains("https");
    assertThat(backend.last().field("via")).contains("2.0 clockwise-unit");
    assertThat(proxy.records().get(0).connections().tls()).isNotNull();
    awaitRest();
  }

  @Test
  void aConnectionThatIsCutLeavesNothing() throws IOException {
    CountDownLatch end = new CountDownLatch(1);
    backend.script(r -> waitFor(end));
    try (RawHttp2 client = secured()) {
      for (int stream = 1; stream < 40; stream += 2) {
        client.request(stream);
      }
      await().until(() -> backend.requests().size() == 20);
      client.socket().setSoLinger(true, 0);
    }
    awaitRest();
    end.countDown();
  }

  /** Padding takes room in the windows, too, and is given back like the rest. */
  @Test
  void paddingIsGivenBackToTheWindows() throws IOException {
    backend.script(r -> r.answer(200, r.body()));
    byte[] padded = new byte[1 + 10 + 200];
    padded[0] = (byte) 200;
    try (RawHttp2 client = secured()) {
      client.send(post(1));
      for (int batch = 0; batch < 20; batch++) {
        for (int i = 0; i < 100; i++) {
          client.send(frame(RawHttp2.DATA, 0x8, 1, padded));
        }
        client.send(frame(RawHttp2.PING, 0, 0, new byte[8])).until(RawHttp2.PING);
      }
      client.send(frame(RawHttp2.DATA, RawHttp2.END_STREAM, 1));
      client.until(RawHttp2.HEADERS, 1);
      assertThat(drain(client, 1)).hasSize(20_000);
      assertThat(only().requestBytes()).isEqualTo(20_000);
    }
  }
}
