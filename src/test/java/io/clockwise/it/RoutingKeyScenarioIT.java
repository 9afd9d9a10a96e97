package io.clockwise.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend.Script;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What counts as a routing key, and where requests go that have none. */
class RoutingKeyScenarioIT extends InstanceFixture {

  @Test
  void aMissingOrEmptyKeyIsNoKeyAndIsCounted() throws IOException {
    start("one", keyed("", "a", "b", "c"));
    Set<String> owners = new HashSet<>();
    for (int i = 0; i < 30; i++) {
      owners.add(ask("/").text());
      owners.add(ask("/", "X-Key:").text());
    }
    assertThat(owners).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(metric("clockwise_missing_keys_total", "")).isEqualTo(60);
  }

  @Test
  void aRouteMayAskForAKey() throws IOException {
    start("one", keyed("", "a", "b").replace("pool: web }]", "pool: web, onMissingKey: reject }]"));
    assertThat(ask("/").status()).isEqualTo(400);
    assertThat(ask("/", "X-Key: ").status()).isEqualTo(400);
    assertThat(ask("/", "X-Key: k").status()).isEqualTo(200);
  }

  @Test
  void theNextSourceIsAskedWhereOneYieldsNothing() throws IOException {
    start(
        "one",
        "routes: [{ key: [{ header: X-Key }, { cookie: sid }, { query: user }], pool: web }]\n"
            + "pools: { web: "
            + pool("", "a", "b", "c", "d")
            + " }\n");
    for (int i = 0; i < 20; i++) {
      String owner = ask("/", "X-Key: v" + i).text();
      assertThat(ask("/", "X-Key:", "Cookie: sid=v" + i).text()).isEqualTo(owner);
      assertThat(ask("/?user=v" + i, "Cookie: sid=").text()).isEqualTo(owner);
    }
    assertThat(metric("clockwise_missing_keys_total", "")).isZero();
  }

  @Test
  void theFirstRequestOfASessionGoesToWhoIsLeastBusyAndTheRestSticks() throws IOException {
    start(
        "one",
        "routes: [{ onMissingKey: leastRequests, pool: web }]\npools: { web: "
            + pool("affinity: cookie, ", "a", "b")
            + " }\n");
    Script hold = request -> request.awaitClose();
    backend("a").script(hold);
    backend("b").script(hold);
    try (RawClient busy = instance.connect()) {
      busy.send("GET /busy HTTP/1.1\r\nHost: test\r\n\r\n");
      await().until(() -> backend("a").requests().size() + backend("b").requests().size() == 1);
      String idle = backend("a").requests().isEmpty() ? "a" : "b";
      backend(idle).script(request -> request.answer(200, idle.getBytes(US_ASCII)));
      for (int i = 0; i < 10; i++) {
        RawAnswer first = ask("/");
        assertThat(first.text()).isEqualTo(idle);
        String cookie = first.field("set-cookie").orElseThrow().split(";", 2)[0];
        assertThat(ask("/", "Cookie: " + cookie).text()).isEqualTo(idle);
      }
    }
  }

  @Test
  void whatIsCutOutOfAPathIsOneKeyInAllRoutesOfAPool() throws IOException {
    start(
        "one",
        "routes:\n"
            + "  - { match: \"/room/{room}/**\", key: \"{room}\", pool: web }\n"
            + "  - { match: /api/**, key: { path: {}, pattern: \"^/api/r-([0-9]+)/\" }, pool: web }\n"
            + "  - { key: { query: room }, pool: web }\n"
            + "pools: { web: "
            + pool("", "a", "b", "c", "d")
            + " }\n");
    Map<String, Integer> seen = new HashMap<>();
    for (int room = 0; room < 40; room++) {
      String owner = ask("/room/" + room + "/chat").text();
      assertThat(ask("/api/r-" + room + "/users").text()).isEqualTo(owner);
      assertThat(ask("/else?x=1&room=" + room).text()).isEqualTo(owner);
      seen.merge(owner, 1, Integer::sum);
    }
    assertThat(seen).hasSize(4);
  }

  @Test
  void oneValueMeetsOneBackendHoweverItsFieldIsWrittenAndItsBackendIsNamed() throws IOException {
    start(
        "one",
        "routes: [{ key: { header: X-Tenant }, pool: web }]\npools: { web: { backends: [\"a=localhost:"
            + backend("a").port()
            + "\", \"b=localhost:"
            + backend("b").port()
            + "\"] } }\n");
    Set<String> owners = new HashSet<>();
    try (RawClient client = instance.connect()) {
      for (int i = 0; i < 1_000; i++) {
        String name = List.of("X-Tenant", "x-tenant", "X-TENANT", "x-Tenant").get(i % 4);
        owners.add(ask(client, "/", name + ": acme").text());
      }
    }
    assertThat(owners).hasSize(1);
  }

  @Test
  void repeatedFieldsAreTheOneThatJoinsThem() throws IOException {
    start("one", keyed("", "a", "b", "c", "d"));
    Set<String> owners = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      String joined = ask("/", "X-Key: one" + i + ",two").text();
      assertThat(ask("/", "X-Key: one" + i, "X-Key: two").text()).isEqualTo(joined);
      owners.add(joined);
    }
    assertThat(owners.size()).isGreaterThan(1);
  }
}
