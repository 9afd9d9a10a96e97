package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.KeySource;
import io.clockwise.model.AdminState;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is counted and logged of a request is its own, whichever path it takes, and told once. */
class RelayFactsIT {
  private TestBackend backend;
  private TestProxy proxy;

  @BeforeEach
  void start() throws IOException {
    backend = TestBackend.start("a");
    proxy = TestProxy.start(TestConfig.of(backend).withKey(new KeySource.Header("x-key", null)));
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    backend.close();
  }

  @Test
  void theBytesOfTheRequestBeforeAreNotCountedAgain() throws IOException {
    backend.script(r -> r.answer(200, new byte[1000]));
    try (RawClient client = proxy.connect()) {
      client.get("/x");
      assertThat(client.send("GET /x HTTP/1.1\r\n\r\n").answer().status()).isEqualTo(400);
    }
    await().until(() -> proxy.records().size() == 2);
    assertThat(proxy.records().get(0).result().responseBytes()).isEqualTo(1000);
    assertThat(proxy.records().get(1).result().responseBytes()).isZero();
    assertThat(proxy.meters().loop(0).responseBytes()).isEqualTo(1000);
  }

  @Test
  void aRequestThatIsHandedOverMissesItsKeyOnce() throws IOException {
    try (RawClient client = proxy.connect()) {
      client.get("/x");
      assertThat(proxy.meters().loop(0).missingKeys()).isEqualTo(1);
      proxy.publish(c -> c.withState("a", AdminState.MAINT));
      assertThat(client.get("/x").status()).isEqualTo(503);
      assertThat(proxy.meters().loop(0).missingKeys()).isEqualTo(2);
    }
  }
}
