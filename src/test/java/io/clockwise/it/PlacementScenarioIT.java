package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.testkit.TestInstance;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keys of whole instances whose members come, go, move house and start anew. */
class PlacementScenarioIT extends InstanceFixture {
  private static final String BACKENDS = "/v1/pools/web/backends";

  private static int moved(List<String> before, List<String> after) {
    int moved = 0;
    for (int i = 0; i < KEYS; i++) {
      moved += before.get(i).equals(after.get(i)) ? 0 : 1;
    }
    return moved;
  }

  @Test
  void anAddedBackendHasItsShareOnEveryConnectionOnceTheAnswerIsThere() throws IOException {
    start("one", keyed("", "a", "b", "c"));
    List<String> before = owners(instance);
    taken(instance.post(BACKENDS, addition("d")));
    List<String> after = owners(instance);
    double share = Collections.frequency(after, "d") / (double) KEYS;
    assertThat(share).isCloseTo(0.25, within(0.1));
    assertThat(moved(before, after)).isEqualTo(Collections.frequency(after, "d"));
  }

  @Test
  void ofChangesInOneMomentTheLastStateHolds() throws IOException {
    start("one", keyed("", "a", "b"));
    String add = new JsonObject(addition("c")).put("op", "add").put("pool", "web").encode();
    String end = "\"pool\": \"web\", \"id\": \"%s\"";
    taken(instance.post("/v1/changes", "{\"changes\": [" + add + "]}"));
    for (int i = 0; i < 10; i++) {
      String maint = "{\"op\": \"maint\", " + end.formatted("c") + "}";
      String ready = "{\"op\": \"ready\", " + end.formatted("c") + "}";
      taken(instance.post("/v1/changes", "{\"changes\": [" + maint + ", " + ready + "]}"));
      taken(instance.post(BACKENDS + "/c/maint", ""));
      taken(instance.post(BACKENDS + "/c/ready", ""));
    }
    assertThat(owners(instance)).contains("a", "b", "c");
  }

  @Test
  void aRemovedBackendMovesItsKeysOnly() throws IOException {
    start("one", keyed("", "a", "b", "c"));
    List<String> before = owners(instance);
    taken(instance.call("DELETE", BACKENDS + "/c", ""));
    List<String> after = owners(instance);
    assertThat(after).doesNotContain("c");
    assertThat(moved(before, after)).isEqualTo(Collections.frequency(before, "c"));
  }

  @Test
  void instancesOfAnotherOrderAndHistoryAgree() throws IOException {
    TestInstance one = start("one", keyed("", "a", "b", "c", "d"));
    List<String> owners = owners(one);
    String digest = digest();
    TestInstance other = start("other", keyed("", "d", "x", "b"));
    for (String id : List.of("c", "y", "a")) {
      taken(other.post(BACKENDS, addition(id)));
    }
    taken(other.call("PATCH", BACKENDS + "/y", "{\"weight\": 0}"));
    for (String id : List.of("x", "y")) {
      taken(other.call("DELETE", BACKENDS + "/" + id, ""));
    }
    assertThat(digest()).isEqualTo(digest);
    assertThat(owners(other)).isEqualTo(owners);
  }

  @Test
  void aRestartKeepsWhatTheApiChangedAndMovesNoKey() throws IOException {
    String document = keyed("", "a", "b", "c");
    start("one", document);
    taken(instance.post(BACKENDS, addition("d")));
    taken(instance.call("PATCH", BACKENDS + "/a", "{\"weight\": 3}"));
    List<String> owners = owners(instance);
    String digest = digest();
    stop(instance);
    start("one", document);
    assertThat(digest()).isEqualTo(digest);
    assertThat(owners(instance)).isEqualTo(owners).contains("d");
  }

  @Test
  void anotherAddressOfABackendMovesNoKey() throws IOException {
    start("one", keyed("", "a", "b", "c"));
    List<String> before = owners(instance);
    String there = new JsonObject(addition("elsewhere")).getString("address");
    String body = new JsonObject().put("address", there).encode();
    taken(instance.call("PATCH", BACKENDS + "/b", body));
    List<String> after = owners(instance);
    assertThat(after).contains("elsewhere").doesNotContain("b");
    Collections.replaceAll(after, "elsewhere", "b");
    assertThat(after).isEqualTo(before);
  }

  @Test
  void poolsWithTheSameIdsPlaceAlikeWhereverTheyAre() throws IOException {
    String routes =
        "routes:\n  - { match: /q/**, key: { header: X-Key }, pool: q }\n"
            + "  - { key: { header: X-Key }, pool: web }\n";
    String elsewhere =
        "{ backends: [\"b=127.0.0.1:%d\", \"a=127.0.0.1:%d\"] }"
            .formatted(backend("b2").port(), backend("a2").port());
    start("one", routes + "pools: { web: " + pool("", "a", "b") + ", q: " + elsewhere + " }\n");
    for (int i = 0; i < 50; i++) {
      String here = ask("/", "X-Key: user" + i).text();
      assertThat(ask("/q/", "X-Key: user" + i).text()).isEqualTo(here + "2");
    }
  }

  @Test
  void thePreviewSaysWhatMovesBeforeItDoes() throws IOException {
    start("one", keyed("", "a", "b", "c"));
    List<String> before = owners(instance);
    JsonObject told =
        taken(instance.post(BACKENDS + "?dryRun=true", addition("d")))
            .getJsonObject("preview")
            .getJsonArray("pools")
            .getJsonObject(0);
    assertThat(owners(instance)).isEqualTo(before);
    assertThat(told.getDouble("moved")).isCloseTo(0.25, within(0.02));
    taken(instance.post(BACKENDS, addition("d")));
    assertThat(moved(before, owners(instance)) / (double) KEYS)
        .isCloseTo(told.getDouble("moved"), within(0.1));
  }
}
