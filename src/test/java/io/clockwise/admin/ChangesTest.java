package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transactions, history and going back, over real HTTP. */
class ChangesTest {
  private static final String CHANGES = "/v1/changes";

  @TempDir private static Path directory;

  private final AdminServer server = new AdminServer(directory);

  @AfterEach
  void close() {
    server.close();
  }

  private static JsonObject changes(String... operations) {
    JsonArray all = new JsonArray();
    Stream.of(operations).map(JsonObject::new).forEach(all::add);
    return new JsonObject().put("changes", all);
  }

  private JsonObject backend(String id) {
    return server.get("/v1/pools/web/backends/" + id).bodyAsJsonObject();
  }

  private long revision() {
    return server.control.state().revision();
  }

  @Test
  void areMadeAllOrNothing() {
    HttpResponse<Buffer> refused =
        server.call(
            "POST",
            CHANGES,
            changes(
                "{'op': 'set', 'pool': 'web', 'id': 'a', 'weight': 9}".replace('\'', '"'),
                "{'op': 'remove', 'pool': 'web', 'id': 'nobody'}".replace('\'', '"')));
    assertThat(refused.statusCode()).isEqualTo(404);
    assertThat(refused.bodyAsJsonObject().getString("pointer")).isEqualTo("/changes/1");
    assertThat(backend("a").getInteger("weight")).isEqualTo(1);
    assertThat(revision()).isEqualTo(1);

    JsonObject made =
        server
            .call(
                "POST",
                CHANGES,
                changes(
                    "{'op': 'set', 'pool': 'web', 'id': '*', 'weight': 2}".replace('\'', '"'),
                    "{'op': 'add', 'pool': 'web', 'id': 'd', 'address': '127.0.0.1:9004'}"
                        .replace('\'', '"'),
                    "{'op': 'maint', 'address': '127.0.0.1:9002'}".replace('\'', '"')))
            .bodyAsJsonObject();
    assertThat(made.getLong("revision")).as("one table").isEqualTo(2);
    assertThat(backend("c").getInteger("weight")).isEqualTo(2);
    assertThat(backend("b").getString("adminState")).isEqualTo("maint");
    JsonObject pool = made.getJsonObject("preview").getJsonArray("pools").getJsonObject(0);
    double after =
        pool.getJsonObject("after").stream().mapToDouble(e -> (double) e.getValue()).sum();
    assertThat(after).isCloseTo(1, org.assertj.core.data.Offset.offset(1e-9));
    assertThat(pool.getJsonObject("after").getDouble("b")).isZero();
  }

  private HttpResponse<Buffer> change(String... operations) {
    String[] quoted =
        Stream.of(operations).map(each -> each.replace('\'', '"')).toArray(String[]::new);
    return server.call("POST", CHANGES, changes(quoted));
  }

  @Test
  void eachOperationFindsTheBackendsAsThoseBeforeItLeaveThem() {
    HttpResponse<Buffer> made =
        change(
            "{'op': 'add', 'pool': 'web', 'id': 'd', 'address': '10.0.0.4:1'}",
            "{'op': 'set', 'pool': 'web', 'id': 'b', 'address': '10.0.0.4:2'}",
            "{'op': 'remove', 'pool': 'web', 'id': 'c'}",
            "{'op': 'maint', 'address': '10.0.0.4:*'}",
            "{'op': 'put', 'pool': 'web', 'id': 'e', 'address': '10.0.0.5:1'}",
            "{'op': 'revert', 'pool': 'web', 'id': 'b'}",
            "{'op': 'set', 'pool': 'web', 'id': '*', 'weight': 5}",
            "{'op': 'drain', 'address': '127.0.0.1:9002'}");
    assertThat(made.statusCode()).as(made.bodyAsString()).isEqualTo(200);
    assertThat(backend("d").getString("adminState")).isEqualTo("maint");
    assertThat(backend("b").getString("adminState")).isEqualTo("drain");
    assertThat(backend("b").getString("address")).isEqualTo("127.0.0.1:9002");
    assertThat(server.get("/v1/pools/web/backends/c").statusCode()).isEqualTo(404);
    for (String id : new String[] {"a", "b", "d", "e"}) {
      assertThat(backend(id).getInteger("weight")).as(id).isEqualTo(5);
    }
    assertThat(made.bodyAsJsonObject().getLong("revision")).as("one table").isEqualTo(2);
  }

  @Test
  void anOperationDoesNotFindWhatThoseBeforeItTookAway() {
    HttpResponse<Buffer> removed =
        change(
            "{'op': 'remove', 'pool': 'web', 'id': 'c'}",
            "{'op': 'maint', 'pool': 'web', 'id': 'c*'}");
    assertThat(removed.statusCode()).isEqualTo(404);
    assertThat(removed.bodyAsJsonObject().getString("pointer")).isEqualTo("/changes/1");
    HttpResponse<Buffer> moved =
        change(
            "{'op': 'set', 'pool': 'web', 'id': 'c', 'address': '10.0.0.9:1'}",
            "{'op': 'drain', 'address': '127.0.0.1:9003'}");
    assertThat(moved.statusCode()).isEqualTo(404);
    assertThat(moved.bodyAsJsonObject().getString("pointer")).isEqualTo("/changes/1");
    assertThat(revision()).isEqualTo(1);
  }

  @Test
  void canBeLookedAtBefore() {
    JsonObject wanted = changes("{'op': 'remove', 'pool': 'web', 'id': 'a'}".replace('\'', '"'));
    JsonObject shown = server.call("POST", CHANGES + "?dryRun=true", wanted).bodyAsJsonObject();
    assertThat(shown.getBoolean("dryRun")).isTrue();
    assertThat(revision()).isEqualTo(1);
    JsonObject made = server.call("POST", CHANGES, wanted).bodyAsJsonObject();
    assertThat(made.getJsonObject("preview")).isEqualTo(shown.getJsonObject("preview"));
    JsonObject pool = shown.getJsonObject("preview").getJsonArray("pools").getJsonObject(0);
    assertThat(pool.getDouble("moved"))
        .isEqualTo(pool.getJsonObject("before").getDouble("a"))
        .isEqualTo(pool.getDouble("minimum"));
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /v1/pools/web/backends, '{\"address\": \"127.0.0.1:9004\"}'",
    "PATCH, /v1/pools/web/backends/a, '{\"weight\": 5}'",
    "PUT, /v1/pools/web/backends/d, '{\"address\": \"127.0.0.1:9004\", \"weight\": 5}'",
    "DELETE, /v1/pools/web/backends/a, ''",
    "POST, /v1/pools/web/backends/a/drain, ''",
    "POST, /v1/pools/web/backends/a/maint, ''",
  })
  void singleOnesToo(String method, String path, String body) {
    JsonObject fields = body.isEmpty() ? new JsonObject() : new JsonObject(body);
    HttpResponse<Buffer> shown = server.call(method, path + "?dryRun=true", fields);
    assertThat(shown.statusCode()).isEqualTo(200);
    JsonObject pool =
        shown.bodyAsJsonObject().getJsonObject("preview").getJsonArray("pools").getJsonObject(0);
    assertThat(pool.getDouble("moved")).isPositive();
    assertThat(revision()).isEqualTo(1);
    assertThat(server.get("/v1/overlay").bodyAsJsonObject().getJsonArray("overlay")).isEmpty();
  }

  @Test
  void areMadeOnceForEachName() {
    JsonObject body = new JsonObject().put("weight", 4);
    for (int i = 0; i < 2; i++) {
      HttpResponse<Buffer> answer =
          AdminServer.await(
              server
                  .request("PATCH", "/v1/pools/web/backends/a")
                  .putHeader("Idempotency-Key", "once")
                  .sendJsonObject(body));
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(revision()).isEqualTo(2);
    }
    HttpResponse<Buffer> other =
        AdminServer.await(
            server
                .request("PATCH", "/v1/pools/web/backends/b")
                .putHeader("Idempotency-Key", "once")
                .sendJsonObject(body));
    assertThat(other.statusCode()).isEqualTo(409);
    assertThat(other.bodyAsJsonObject().getString("type")).endsWith(":reused");
  }

  @Test
  void areMadeOnceAlsoWhenThereWasNothingToDo() {
    assertThat(named("idle", 1).statusCode()).isEqualTo(200);
    server.call("PATCH", "/v1/pools/web/backends/a", new JsonObject().put("weight", 4));
    assertThat(named("idle", 1).statusCode()).isEqualTo(200);
    assertThat(backend("a").getInteger("weight")).isEqualTo(4);
    assertThat(named("idle", 2).statusCode()).isEqualTo(409);
  }

  @Test
  void aLookHasNoName() {
    named("taken", 3);
    JsonObject shown =
        AdminServer.await(
                server
                    .request("PATCH", "/v1/pools/web/backends/b?dryRun=true")
                    .putHeader("Idempotency-Key", "taken")
                    .sendJsonObject(new JsonObject().put("weight", 9)))
            .bodyAsJsonObject();
    assertThat(shown.getBoolean("dryRun")).isTrue();
    assertThat(backend("b").getInteger("weight")).isEqualTo(1);
    HttpResponse<Buffer> back =
        AdminServer.await(
            server
                .request("POST", "/v1/revisions/1/rollback")
                .putHeader("Idempotency-Key", "taken")
                .send());
    assertThat(back.statusCode()).as("it was no rollback").isEqualTo(409);
  }

  private HttpResponse<Buffer> named(String key, int weight) {
    return AdminServer.await(
        server
            .request("PATCH", "/v1/pools/web/backends/a")
            .putHeader("Idempotency-Key", key)
            .sendJsonObject(new JsonObject().put("weight", weight)));
  }

  @Test
  void failOnlyIfATouchedPoolHasChanged() {
    String tag = server.get("/v1/pools/web").getHeader("ETag");
    server.call("PATCH", "/v1/pools/web/backends/a", new JsonObject().put("weight", 3));
    HttpResponse<Buffer> stale =
        AdminServer.await(
            server
                .request("POST", CHANGES)
                .putHeader("If-Match", tag)
                .sendJsonObject(changes("{'op': 'maint', 'id': 'a'}".replace('\'', '"'))));
    assertThat(stale.statusCode()).isEqualTo(412);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`[]`, /changes",
        "`[{\"pool\": \"web\", \"id\": \"a\"}]`, /changes/0/op",
        "`[{\"op\": \"drian\", \"id\": \"a\"}]`, /changes/0/op",
        "`[{\"op\": \"ready\", \"id\": \"a\"}, {\"op\": \"set\", \"pool\": \"web\"}]`, /changes/1",
        "`[{\"op\": \"set\", \"pool\": \"web\", \"id\": \"a\", \"weight\": -1}]`,"
            + " /changes/0/weight",
        "`[{\"op\": \"drain\", \"id\": \"a\", \"deadline\": \"soon\"}]`, /changes/0/deadline",
        "`[{\"op\": \"ready\", \"id\": \"a\", \"weight\": 1}]`, /changes/0/weight",
        "`[{\"op\": \"add\", \"pool\": \"web\", \"id\": \"x\"}]`, /changes/0/address",
        "`[7]`, /changes",
      })
  void sayWhichOperationIsWrong(String operations, String pointer) {
    HttpResponse<Buffer> answer =
        server.call("POST", CHANGES, new JsonObject().put("changes", new JsonArray(operations)));
    assertThat(answer.statusCode()).as(answer.bodyAsString()).isEqualTo(400);
    assertThat(answer.bodyAsJsonObject().getString("pointer")).isEqualTo(pointer);
    assertThat(revision()).isEqualTo(1);
  }

  @Test
  void areAHistoryThatCanBeGoneBackIn() {
    String digest = server.get("/v1/pools/web").bodyAsJsonObject().getString("digest");
    server.call(
        "PATCH",
        "/v1/pools/web/backends/a",
        new JsonObject().put("weight", 7).put("reason", "more memory"));
    server.call("DELETE", "/v1/pools/web/backends/b?force=true");
    server.call("POST", "/v1/pools/web/backends/c/maint");
    JsonObject history = server.get("/v1/revisions?limit=3").bodyAsJsonObject();
    assertThat(history.getLong("revision")).isEqualTo(4);
    JsonObject oldest = history.getJsonArray("revisions").getJsonObject(2);
    assertThat(oldest.getString("reason")).isEqualTo("more memory");
    assertThat(oldest.getJsonArray("changes")).containsExactly("set web/a weight 7");
    JsonObject edit = oldest.getJsonArray("edits").getJsonObject(0);
    assertThat(edit.getJsonObject("from").getInteger("weight")).isEqualTo(1);
    assertThat(edit.getJsonObject("to").getInteger("weight")).isEqualTo(7);

    JsonObject back = server.call("POST", "/v1/revisions/1/rollback").bodyAsJsonObject();
    assertThat(back.getLong("revision")).isEqualTo(5);
    JsonObject pool = server.get("/v1/pools/web").bodyAsJsonObject();
    assertThat(pool.getString("digest")).isEqualTo(digest);
    assertThat(backend("c").getString("adminState")).as("as it is now").isEqualTo("maint");
    assertThat(server.get("/v1/revisions/5").bodyAsJsonObject().getString("kind"))
        .isEqualTo("rollback");

    server.call("POST", "/v1/revisions/4/undo");
    assertThat(backend("c").getString("adminState")).isEqualTo("ready");
    assertThat(server.get("/v1/revisions/77").statusCode()).isEqualTo(404);
    assertThat(server.call("POST", "/v1/revisions/77/undo").statusCode()).isEqualTo(404);
    assertThat(server.get("/v1/revisions/x").statusCode()).isEqualTo(400);
  }

  @Test
  void canBeTakenOverOrDropped() {
    server.call("PATCH", "/v1/pools/web/backends/a", new JsonObject().put("weight", 7));
    server.call(
        "POST", "/v1/pools/web/backends", new JsonObject().put("address", "127.0.0.1:9004"));
    HttpResponse<Buffer> yaml = server.get("/v1/overlay?format=yaml");
    assertThat(yaml.getHeader("Content-Type")).isEqualTo("application/yaml");
    assertThat(yaml.bodyAsString()).contains("web:", "weight: 7", "127.0.0.1:9004");
    assertThat(server.call("DELETE", "/v1/overlay?id=a").statusCode()).isEqualTo(200);
    assertThat(backend("a").getInteger("weight")).isEqualTo(1);
    assertThat(server.call("DELETE", "/v1/overlay").statusCode()).isEqualTo(200);
    assertThat(server.get("/v1/overlay").bodyAsJsonObject().getJsonArray("overlay")).isEmpty();
    assertThat(server.call("DELETE", "/v1/overlay").statusCode()).isEqualTo(404);
    assertThat(server.get("/v1/overlay?format=xml").statusCode()).isEqualTo(400);
  }

  @Test
  void canMakeABackendWhatTheySay() {
    String path = "/v1/pools/web/backends/new";
    JsonObject body = new JsonObject().put("address", "127.0.0.1:9009").put("weight", 2);
    assertThat(server.call("PUT", path, body).statusCode()).isEqualTo(201);
    assertThat(server.call("PUT", path, body).statusCode()).as("unseen").isEqualTo(428);
    HttpResponse<Buffer> seen =
        AdminServer.await(
            server.request("PUT", path).putHeader("If-Match", "*").sendJsonObject(body));
    assertThat(seen.statusCode()).isEqualTo(200);
    assertThat(revision()).as("nothing changed the second time").isEqualTo(2);
    assertThat(backend("new").getString("address")).isEqualTo("127.0.0.1:9009");
  }
}
