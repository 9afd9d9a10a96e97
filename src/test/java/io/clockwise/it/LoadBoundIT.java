package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.LoadBoundConfig;
import io.clockwise.model.OffOwner;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.WebSocketPeer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Slow backends with a bound on what each may have in flight. */
@Timeout(60)
class LoadBoundIT {
  private static final int REQUESTS = 40;
  private static final String SAME = "GET / HTTP/1.1\r\nHost: t\r\nX-Key: hot\r\n\r\n";

  private final CountDownLatch slow = new CountDownLatch(1);
  private final List<TestBackend> backends = new ArrayList<>();
  private final List<RawClient> clients = new ArrayList<>();
  private TestProxy proxy;

  @BeforeEach
  void startBackends() throws IOException {
    for (String id : List.of("a", "b", "c", "d")) {
      backends.add(
          TestBackend.start(id)
              .script(
                  request -> {
                    if (request.target().equals("/chat")) {
                      WebSocketPeer.echo(request);
                      return;
                    }
                    await().until(() -> slow.getCount() == 0);
                    request.answer(200, id.getBytes());
                  }));
    }
  }

  @AfterEach
  void stop() throws IOException {
    slow.countDown();
    for (RawClient client : clients) {
      client.close();
    }
    if (proxy != null) {
      proxy.close();
    }
    for (TestBackend backend : backends) {
      backend.close();
    }
  }

  private void start(DataPath path, int loops, int floor) {
    TestConfig config =
        TestConfig.of(backends.toArray(TestBackend[]::new))
            .withPool(
                pool -> pool.withCare(pool.care().withLoadBound(new LoadBoundConfig(125, floor))));
    proxy = TestProxy.start(config, loops, path);
  }

  private RawClient client() throws IOException {
    RawClient client = proxy.connect();
    clients.add(client);
    return client;
  }

  private List<Long> loads() {
    return backends.stream().map(proxy::inFlight).toList();
  }

  private long busy() {
    return loads().stream().mapToLong(Long::longValue).sum();
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void aKeyWithAllRequestsFillsNobodyBeyondTheBound(DataPath path) throws IOException {
    start(path, 2, 1);
    for (int i = 0; i < REQUESTS; i++) {
      client().send(SAME);
      int sent = i + 1;
      await().until(() -> busy() == sent);
      assertThat(loads())
          .allSatisfy(
              load -> assertThat(load).isLessThanOrEqualTo((long) Math.ceil(1.25 * sent / 4)));
    }
    assertThat(loads()).contains(13L).anyMatch(load -> load <= 2); // the last candidate's
    slow.countDown();
    for (RawClient client : clients) {
      assertThat(client.answer().status()).isEqualTo(200);
    }
    await().until(() -> proxy.records().size() == REQUESTS);
    long moved = proxy.meters().pool(TestConfig.POOL).offOwner(OffOwner.FULL);
    assertThat(moved).isEqualTo(27);
    assertThat(proxy.records())
        .filteredOn(each -> each.choice().offOwner() == OffOwner.FULL)
        .hasSize(27);
    await().untilAsserted(() -> assertThat(proxy.meters().pool(TestConfig.POOL).busy()).isZero());
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void manyAtOnceExceedItByTheOtherLoopsAtMost(DataPath path) throws IOException {
    start(path, 2, 1);
    for (int i = 0; i < REQUESTS; i++) {
      client();
    }
    for (RawClient client : clients) {
      client.send(SAME);
    }
    await().until(() -> busy() == REQUESTS);
    assertThat(loads()).allSatisfy(load -> assertThat(load).isLessThanOrEqualTo(13 + 1));
    slow.countDown();
    for (RawClient client : clients) {
      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void tunnelsTakeNoRoom(DataPath path) throws IOException {
    start(path, 1, 1);
    String ask = WebSocketPeer.ASK.replace("Host: t", "Host: t\r\nX-Key: hot");
    for (int i = 0; i < 12; i++) {
      assertThat(client().send(ask).head().status()).isEqualTo(101);
      await().until(() -> proxy.meters().pool(TestConfig.POOL).busy() == 0);
    }
    assertThat(loads()).containsExactlyInAnyOrder(12L, 0L, 0L, 0L);
  }
}
