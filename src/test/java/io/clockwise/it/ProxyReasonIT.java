package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.RetryConfig;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which of several failures the client is told: 503 means that no backend took its request. */
class ProxyReasonIT {
  private final TestBackend gone = TestBackend.start("a");
  private final TestBackend other = TestBackend.start("b");
  private TestProxy proxy;
  private String keyOfGone;
  private String keyOfOther;

  ProxyReasonIT() throws IOException {}

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    gone.close();
    other.close();
  }

  private void start(DataPath path) throws IOException {
    proxy = TestProxy.start(TestConfig.of(gone, other), 1, path);
    proxy.publish(config -> config.withRetry(RetryConfig.DEFAULT.withAttempts(3)));
    for (int i = 0; keyOfGone == null || keyOfOther == null; i++) {
      String key = "k" + i;
      if (ask("GET", key).text().equals("a")) {
        keyOfGone = key;
      } else {
        keyOfOther = key;
      }
    }
    gone.close();
    await().until(() -> proxy.inFlight() == 0);
    proxy.records().clear();
  }

  private RawAnswer ask(String method, String key) throws IOException {
    try (RawClient client = proxy.connect()) {
      return client.send(method + " / HTTP/1.1\r\nHost: t\r\nX-Key: " + key + "\r\n\r\n").answer();
    }
  }

  private void assertReason(RawAnswer answer, int status, FailureKind kind) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.field("retry-after"))
        .isEqualTo(status == 503 ? Optional.of("1") : Optional.empty());
    await().until(() -> !proxy.records().isEmpty());
    assertThat(proxy.records().get(0).result().failure()).isEqualTo(kind);
    proxy.records().clear();
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void nobodyTookIt(DataPath path) throws IOException {
    start(path);
    other.close();
    for (String method : List.of("GET", "POST")) {
      for (String key : List.of(keyOfGone, keyOfOther)) {
        assertReason(ask(method, key), 503, FailureKind.CONNECT_REFUSED);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"RELAY,true", "RELAY,false", "VERTX,true", "VERTX,false"})
  void oneMayHaveActedOnIt(DataPath path, boolean atLast) throws IOException {
    start(path);
    other.script(request -> request.reset());
    assertReason(ask("GET", atLast ? keyOfGone : keyOfOther), 502, FailureKind.UPSTREAM_RESET);
    assertThat(proxy.meters().loop(0).retries(false)).isOne();
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void nobodyElseIsAsked(DataPath path) throws IOException {
    start(path);
    proxy.publish(config -> config.withRetry(RetryConfig.DEFAULT.withAttempts(1)));
    assertReason(ask("GET", keyOfGone), 503, FailureKind.CONNECT_REFUSED);
    assertThat(ask("GET", keyOfOther).status()).isEqualTo(200);
  }
}
