package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.clockwise.testkit.RawClient;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Keys that move by and by, over real sockets. */
class ChangeBudgetIT extends InstanceFixture {
  private static final int MANY = 1_000;

  private List<String> servers() throws IOException {
    List<String> servers = new ArrayList<>();
    try (RawClient client = instance.connect()) {
      for (int key = 0; key < MANY; key++) {
        String head = "GET / HTTP/1.1\r\nHost: t\r\nX-Key: k" + key + "\r\n\r\n";
        servers.add(client.send(head).answer().text());
      }
    }
    return servers;
  }

  private static double moved(List<String> before, List<String> after) {
    return IntStream.range(0, MANY).filter(i -> !before.get(i).equals(after.get(i))).count()
        / (double) MANY;
  }

  private JsonObject staged() throws IOException {
    return taken(instance.get("/v1/pools/web/staged")).getJsonObject("staged");
  }

  private JsonObject wish(String wish) throws IOException {
    return taken(instance.post("/v1/pools/web/staged", "{\"wish\": \"" + wish + "\"}"));
  }

  @Test
  void theKeysOfANewBackendComeOneByOneAndStay() throws IOException {
    start("one", keyed("changeBudget: { perMinute: 100% }, ", "a", "b", "c"));
    List<String> before = servers();
    taken(instance.post("/v1/pools/web/backends", addition("d")));
    List<String> last = before;
    for (int look = 0; look < 3; look++) {
      double seen = staged().getDouble("progress");
      await().until(() -> staged().getDouble("progress") > seen + 0.05);
      wish("pause");
      List<String> now = servers();
      JsonObject staged = staged();
      double share = staged.getDouble("moved") * staged.getDouble("progress");
      assertThat(moved(before, now)).isCloseTo(share, within(0.05));
      for (int key = 0; key < MANY; key++) {
        assertThat(now.get(key)).isIn(before.get(key), "d");
        assertThat(last.get(key).equals("d") && !now.get(key).equals("d")).isFalse();
      }
      assertThat(servers()).as("paused").isEqualTo(now);
      last = now;
      wish("resume");
    }
    wish("finish");
    assertThat(staged()).isNull();
    List<String> after = servers();
    assertThat(moved(before, after)).isCloseTo(0.25, within(0.06));
    for (int key = 0; key < MANY; key++) {
      assertThat(after.get(key)).isIn(last.get(key), "d");
    }
  }

  @Test
  void aReloadIsStagedAndOneThatTakesTheBudgetAwayEndsIt() throws IOException {
    start("one", keyed("changeBudget: { perMinute: 1% }, ", "a", "b"));
    List<String> before = servers();
    instance.reload(keyed("changeBudget: { perMinute: 1% }, ", "a", "b", "c"));
    assertThat(staged().getDouble("moved")).isCloseTo(0.333, within(0.05));
    assertThat(moved(before, servers())).isLessThan(0.02);
    instance.reload(keyed("", "a", "b", "c"));
    assertThat(staged()).isNull();
    assertThat(moved(before, servers())).isCloseTo(0.333, within(0.06));
  }
}
