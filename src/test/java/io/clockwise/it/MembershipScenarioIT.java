package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Members that change while requests come. */
class MembershipScenarioIT extends InstanceFixture {
  private static final String BACKENDS = "/v1/pools/web/backends/";

  private CompletableFuture<Integer> load(AtomicBoolean over) {
    return CompletableFuture.supplyAsync(
        () -> {
          int asked = 0;
          try (RawClient client = instance.connect()) {
            for (; !over.get(); asked++) {
              RawAnswer answer = ask(client, "/load", "X-Key: load" + asked % 100);
              assertThat(answer.status()).isEqualTo(200);
            }
          } catch (IOException e) {
            throw new AssertionError(e);
          }
          return asked;
        });
  }

  @Test
  void afterTheAnswerNoNewKeyComesToABackendThatLostItsWeightOrIsDrained() throws Exception {
    start("one", keyed("", "a", "b", "c"));
    AtomicBoolean over = new AtomicBoolean();
    List<CompletableFuture<Integer>> loads = List.of(load(over), load(over), load(over));
    await().until(() -> backend("a").requests().size() > 50);
    taken(instance.call("PATCH", BACKENDS + "a", "{\"weight\": 0}"));
    assertThat(owners(instance)).doesNotContain("a");
    instance.post(BACKENDS + "b/drain", "");
    assertThat(owners(instance)).containsOnly("c");
    over.set(true);
    for (CompletableFuture<Integer> load : loads) {
      assertThat(load.get()).isPositive();
    }
  }

  @Test
  void unusedConnectionsHoldUpNoDrainAndAreClosed() throws Exception {
    start("one", keyed("", "a", "b"));
    owners(instance);
    assertThat(backend("a").open()).isPositive();
    RawAnswer answer = instance.post(BACKENDS + "a/drain?wait=20s", "");
    assertThat(taken(answer).getString("state")).isEqualTo("drained");
    await().until(() -> backend("a").open() == 0);
    assertThat(owners(instance)).containsOnly("b");
  }

  @Test
  void whatTheApiWantsOutlivesAReloadUntilTheDocumentSaysOtherwise() throws IOException {
    String document = keyed("", "a", "b", "c");
    start("one", document);
    taken(instance.call("PATCH", BACKENDS + "a", "{\"weight\": 0}"));
    taken(instance.post(BACKENDS + "b/maint", ""));
    taken(instance.reload("limits: { headers: 20KiB }\n" + document));
    assertThat(owners(instance)).containsOnly("c");
    String other =
        document.replace(
            "\"a=127.0.0.1:" + backend("a").port() + "\"",
            "{ id: a, address: \"127.0.0.1:" + backend("a").port() + "\", weight: 2 }");
    JsonObject outcome = taken(instance.reload(other));
    assertThat(outcome.getJsonArray("superseded").encode())
        .isEqualTo("[\"pools.web.backends.a.weight\"]");
    assertThat(owners(instance)).contains("a", "c").doesNotContain("b");
  }

  @Test
  void removedBackendsLeaveNeitherConnectionsNorSeries() throws IOException {
    start("one", keyed("", "a"));
    for (int round = 0; round < 5; round++) {
      for (String id : List.of("x", "y", "z")) {
        taken(
            instance.call(
                "PUT",
                BACKENDS + id,
                "{" + addition(id).substring(1).replaceFirst("\"id\":\"" + id + "\",", "")));
      }
      assertThat(owners(instance)).contains("x", "y", "z");
      for (String id : List.of("x", "y", "z")) {
        taken(instance.call("DELETE", BACKENDS + id, ""));
      }
      assertThat(owners(instance)).containsOnly("a");
    }
    for (String id : List.of("x", "y", "z")) {
      await().until(() -> backend(id).open() == 0);
    }
    assertThat(instance.get("/metrics").text())
        .contains("backend=\"a\"")
        .doesNotContain("backend=\"x\"", "backend=\"y\"", "backend=\"z\"");
  }
}
