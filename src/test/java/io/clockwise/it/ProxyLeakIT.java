package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.testkit.LeakWatch;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever clients and backends do, every buffer, connection and count comes back. */
class ProxyLeakIT {
  private static final long SEED = 7;

  @Test
  void aLeakIsSeen() {
    try (LeakWatch watch = new LeakWatch()) {
      LeakWatch.leakOne();
      await().untilAsserted(() -> assertThat(watch.reports()).isNotEmpty());
    }
  }

  @Test
  void aMixtureOfGoodAndBadEndsLeavesNothing() throws IOException {
    try (LeakWatch watch = new LeakWatch();
        TestBackend backend = TestBackend.start("a")) {
      Random random = new Random(SEED);
      backend.script(
          r -> {
            switch (r.target()) {
              case "/reset" -> r.reset();
              case "/half" -> {
                r.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + "x".repeat(5000));
                r.close();
              }
              case "/junk" -> r.write("junk\r\n\r\n");
              default -> r.answer(200, r.body());
            }
          });
      try (TestProxy proxy = TestProxy.start(TestConfig.of(backend))) {
        for (int i = 0; i < 300; i++) {
          oneClient(proxy, random);
        }
        await().until(() -> proxy.inFlight() == 0 && proxy.inFlight(backend) == 0);
        await().until(() -> proxy.clients() == 0);
        assertThat(proxy.records()).hasSizeGreaterThanOrEqualTo(250);
      }
      assertThat(watch.reports()).isEmpty();
    }
  }

  private static void oneClient(TestProxy proxy, Random random) throws IOException {
    String[] targets = {"/echo", "/reset", "/half", "/junk"};
    String target = targets[random.nextInt(targets.length)];
    try (RawClient client = proxy.connect()) {
      int length = random.nextInt(20_000);
      client.send(
          "PUT " + target + " HTTP/1.1\r\nHost: t\r\nContent-Length: " + length + "\r\n\r\n");
      switch (random.nextInt(4)) {
        case 0 -> client.send("x".repeat(length)).answers(1, 50);
        case 1 -> client.send("x".repeat(length)).reset();
        case 2 -> client.send("x".repeat(length / 2));
        default -> client.send("GET /smuggled\r\n").finish();
      }
    } catch (IOException refusedMeanwhile) {
      // a backend or the proxy was faster
    }
  }
}
