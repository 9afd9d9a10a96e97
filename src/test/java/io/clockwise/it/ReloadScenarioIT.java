package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.route.RoutingTable;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import io.clockwise.testkit.WebSocketPeer;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Documents that are read again while streams are open. */
class ReloadScenarioIT extends InstanceFixture {
  private String document(int weight, String more) throws IOException {
    return "routes:\n"
        + "  - { match: /chat, key: { header: X-Key }, pool: chat }\n"
        + "  - { key: { header: X-Key }, pool: web }\n"
        + "pools: { chat: "
        + pool("onOwnerChange: close, ", "a")
        + ", web: "
        + pool(more, "b", "c")
            .replace("] }", ", { id: d, address: \"127.0.0.1:9\", weight: " + weight + " }] }")
        + " }\n";
  }

  private static void assertAlive(RawClient socket) throws IOException {
    assertThat(socket.send("\u0081\u0001x").text(3)).isEqualTo("\u0081\u0001x");
  }

  @Test
  void aChangeOfOneRouteLeavesTheStreamsOfAnotherAlone() throws IOException {
    backend("a").script(WebSocketPeer::echo);
    start("one", document(0, ""));
    try (RawClient socket = instance.connect()) {
      String ask = WebSocketPeer.ASK.replace("Host: t", "Host: t\r\nX-Key: k");
      assertThat(socket.send(ask).head().status()).isEqualTo(101);
      for (int i = 1; i <= 20; i++) {
        String more = i % 2 == 0 ? "" : "affinity: cookie, ";
        assertThat(taken(instance.reload(document(0, more))).getBoolean("changed")).isTrue();
        assertAlive(socket);
      }
    }
    assertThat(backend("a").accepted()).isEqualTo(1);
  }

  @Test
  void aReloadIsAnsweredWhenItIsLive() throws IOException {
    start("one", keyed("", "a"));
    for (String id : List.of("b", "a", "c")) {
      taken(instance.reload(keyed("", id)));
      assertThat(owners(instance)).containsOnly(id);
    }
  }

  @Test
  void aDocumentWithAFaultIsRefusedWithItsLineAndTheOneBeforeStays() throws IOException {
    start("one", keyed("", "a"));
    RawAnswer answer = instance.reload(keyed("wieght: 3, ", "b"));
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text()).contains("\"path\":\"pools.web", "wieght", "\"line\":");
    assertThat(owners(instance)).containsOnly("a");
    assertThat(metric("clockwise_reload_success", "")).isZero();
    taken(instance.reload(keyed("", "b")));
    assertThat(owners(instance)).containsOnly("b");
    assertThat(metric("clockwise_reload_success", "")).isEqualTo(1);
  }

  @Test
  void tablesOfThePastAreCollectedWhileStreamsAreOpen() throws IOException {
    try (TestBackend a = TestBackend.start("a").script(WebSocketPeer::echo);
        TestProxy proxy = TestProxy.start(TestConfig.of(a))) {
      List<WeakReference<RoutingTable>> past = new ArrayList<>();
      List<RawClient> sockets = new ArrayList<>();
      try {
        for (int i = 0; i < 1_000; i++) {
          if (i % 100 == 0) {
            sockets.add(proxy.connect());
            RawClient newest = sockets.get(sockets.size() - 1);
            assertThat(newest.send(WebSocketPeer.ASK).head().status()).isEqualTo(101);
          }
          past.add(new WeakReference<>(proxy.table()));
          proxy.publish(config -> config);
        }
        await()
            .until(
                () -> {
                  System.gc();
                  return past.stream().filter(table -> table.get() != null).count()
                      <= sockets.size();
                });
        for (RawClient socket : sockets) {
          assertAlive(socket);
        }
      } finally {
        for (RawClient socket : sockets) {
          socket.close();
        }
      }
    }
  }
}
