package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is asked without changing anything, over real HTTP. */
class QuestionsTest {
  @TempDir private static Path directory;

  private final AdminServer server = new AdminServer(directory);

  @AfterEach
  void close() {
    server.close();
  }

  private JsonObject explain(JsonObject request) {
    HttpResponse<Buffer> response = server.call("POST", "/v1/explain", request);
    assertThat(response.statusCode()).as(response.bodyAsString()).isEqualTo(200);
    return response.bodyAsJsonObject();
  }

  private static JsonObject of(String user) {
    return new JsonObject()
        .put("target", "/x")
        .put("headers", new JsonObject().put("x-user", user));
  }

  @Test
  void explainsWhereAKeyGoesAndMovesWithADrain() {
    JsonObject before = explain(of("u1"));
    String owner = before.getString("owner");

    assertThat(before.getString("outcome")).isEqualTo("routed");
    assertThat(before.getString("route")).isEqualTo("all");
    assertThat(before.getString("pool")).isEqualTo("web");
    assertThat(before.getJsonObject("key").getString("source")).isEqualTo("header");
    assertThat(before.getJsonObject("key").getString("hash")).matches("[0-9a-f]{16}");
    assertThat(before.getString("chosen")).isEqualTo(owner);
    assertThat(before.getString("chosenBy")).isEqualTo("placement");
    assertThat(before.getValue("offOwner")).isNull();
    assertThat(before.getJsonArray("candidates"))
        .isEqualTo(new JsonArray().add(candidate(owner, 0, null)));

    server.call("POST", "/v1/pools/web/backends/" + owner + "/drain");
    JsonObject after = explain(of("u1"));
    assertThat(after.getString("owner")).isEqualTo(owner);
    assertThat(after.getString("offOwner")).isEqualTo("drain");
    assertThat(after.getString("chosen")).isNotEqualTo(owner);
    assertThat(after.getJsonArray("candidates"))
        .isEqualTo(
            new JsonArray()
                .add(candidate(owner, 0, "drain"))
                .add(candidate(after.getString("chosen"), 1, null)));
    assertThat(after.getLong("epoch")).isGreaterThan(before.getLong("epoch"));
  }

  private static JsonObject candidate(String id, int rank, String skipped) {
    return new JsonObject()
        .put("pool", "web")
        .put("backend", id)
        .put("rank", rank)
        .put("skipped", skipped);
  }

  @Test
  void asksForAllCandidates() {
    HttpResponse<Buffer> response = server.call("POST", "/v1/explain?all=true", of("u1"));

    assertThat(response.bodyAsJsonObject().getJsonArray("candidates")).hasSize(3);
  }

  @Test
  void aRequestWithoutAKeyIsNotCounted() {
    JsonObject told = explain(new JsonObject().put("target", "/"));

    assertThat(told.getString("outcome")).isEqualTo("routed");
    assertThat(told.getString("chosenBy")).isEqualTo("fallback");
    assertThat(told.getValue("key")).isNull();
    assertThat(told.getJsonArray("candidates")).isEmpty();
    assertThat(server.meters.loop(0).missingKeys()).isZero();
    assertThat(server.meters.loop(1).missingKeys()).isZero();
  }

  @Test
  void saysWhatIsNotRouted() {
    server.write(
        """
        routes:
          - { name: own, match: /own, respond: { body: hi } }
          - { name: away, match: /away, redirect: { to: "https://other.test/" } }
          - { name: inside, match: /inside, allow: [10.0.0.0/8], pool: web }
          - { name: keyed, match: "/k/{user}", key: "{user}", pool: web }
          - name: must
            match: { path: /must, hosts: [shop.test] }
            key: { query: u }
            onMissingKey: reject
            pool: web
          - { name: closed, match: /closed, pool: resting }
          - { name: new, match: /new, pool: unknown }
          - { name: backed, match: /backed, pool: unknown, backup: web }
        pools:
          web: { backends: ["a=127.0.0.1:9001", "b=127.0.0.1:9002"] }
          resting: { backends: [{ id: r, address: "127.0.0.1:9003", state: maint }] }
          unknown: { health: /healthz, backends: ["u=127.0.0.1:9004"] }
        """);
    assertThat(server.call("POST", "/v1/reload").statusCode()).isEqualTo(200);

    assertThat(outcome("/nope")).isEqualTo("no_route null null");
    assertThat(outcome("/own")).isEqualTo("respond own null");
    assertThat(outcome("/away")).isEqualTo("redirect away null");
    assertThat(outcome("/inside")).isEqualTo("denied inside null");
    assertThat(outcome("/k/7?x=y")).isEqualTo("routed keyed web");
    assertThat(outcome("http://Shop.test:81/must")).isEqualTo("missing_key must web");
    assertThat(outcome("/must")).as("no such host").isEqualTo("no_route null null");
    assertThat(outcome("/closed")).isEqualTo("no_backend closed resting");
    assertThat(outcome("/new")).as("nothing is checked here").isEqualTo("checking new unknown");
    assertThat(outcome("/backed")).isEqualTo("routed backed web");
    JsonObject inside = new JsonObject().put("target", "/inside").put("clientAddress", "10.1.2.3");
    assertThat(explain(inside).getString("outcome")).isEqualTo("routed");
  }

  private String outcome(String target) {
    JsonObject told = explain(new JsonObject().put("target", target));
    return told.getString("outcome") + " " + told.getString("route") + " " + told.getString("pool");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|/target",
        "{\"target\": \"x\"}|/target",
        "{\"target\": \"/a b\"}|/target",
        "{\"target\": \"/\", \"method\": \"G T\"}|/method",
        "{\"target\": \"/\", \"clientAddress\": \"here\"}|/clientAddress",
        "{\"target\": \"/\", \"headers\": \"none\"}|/headers",
        "{\"target\": \"/\", \"header\": {}}|/header",
      })
  void refusesWhatIsNoRequest(String body, String pointer) {
    HttpResponse<Buffer> response = server.call("POST", "/v1/explain", new JsonObject(body));

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.bodyAsJsonObject().getString("pointer")).isEqualTo(pointer);
  }

  @Test
  void showsHowAPlacementSharesOutItsKeys() {
    JsonObject told = server.get("/v1/pools/web/placement").bodyAsJsonObject();
    JsonObject pool = server.get("/v1/pools/web").bodyAsJsonObject();

    assertThat(told.getString("algorithm")).isEqualTo("slots");
    assertThat(told.getJsonObject("parameters").getInteger("count")).isEqualTo(262_144);
    assertThat(told.getString("digest")).isEqualTo(pool.getString("digest"));
    assertThat(told.getLong("bytes")).isGreaterThan(262_144);
    assertThat(told.getDouble("maxOverMean")).isBetween(1.0, 1.03);
    assertThat(
            told.getJsonArray("members").stream()
                .map(each -> ((JsonObject) each).getJsonObject("share").getDouble("actual"))
                .collect(Collectors.summingDouble(share -> share)))
        .isCloseTo(1, org.assertj.core.api.Assertions.within(1e-9));
    assertThat(server.get("/v1/pools/nope/placement").statusCode()).isEqualTo(404);
  }

  private JsonObject check(String document) {
    HttpResponse<Buffer> response =
        server.call("POST", "/v1/config/check", new JsonObject().put("document", document));
    assertThat(response.statusCode()).as(response.bodyAsString()).isEqualTo(200);
    return response.bodyAsJsonObject();
  }

  @Test
  void tellsWhatADocumentWouldDo() {
    JsonObject same = check(AdminServer.DOCUMENT + "# a comment\n");
    assertThat(same.getBoolean("valid")).isTrue();
    assertThat(same.getBoolean("changed")).isFalse();
    assertThat(same.getJsonArray("pools")).isEmpty();

    JsonObject other = check(AdminServer.DOCUMENT.replace("[::1]:80", "[::1]:81"));
    assertThat(other.getBoolean("changed")).isTrue();
    assertThat(other.getJsonArray("pools")).isEqualTo(new JsonArray().add("odd"));

    server.call("PATCH", "/v1/pools/web/backends/a", new JsonObject().put("weight", 3));
    JsonObject over =
        check(
            AdminServer.DOCUMENT.replace("a=127.0.0.1:9001", "a=127.0.0.1:9001*5")
                + "admin: { bind: \"127.0.0.1:1\" }\n");
    assertThat(over.getJsonArray("superseded"))
        .isEqualTo(new JsonArray().add("pools.web.backends.a.weight"));
    assertThat(over.getJsonArray("needsRestart")).isEqualTo(new JsonArray().add("admin.bind"));
    assertThat(over.getLong("revision")).isEqualTo(2);
    assertThat(server.control.state().revision()).as("nothing is taken").isEqualTo(2);
  }

  @Test
  void tellsWhatIsWrongWithADocument() {
    JsonObject told = check("pools: { web: { backend: [] } }");

    assertThat(told.getBoolean("valid")).isFalse();
    assertThat(told.getJsonArray("problems").getJsonObject(0).getString("path"))
        .startsWith("pools.web");
    assertThat(server.call("POST", "/v1/config/check", new JsonObject()).statusCode())
        .isEqualTo(400);
  }

  @Test
  void aPoolSaysWhatIsDoubtfulInIt() {
    assertThat(warnings("odd")).as("ids that are addresses").isNotEmpty();
    server.write(AdminServer.DOCUMENT.replace("  web:\n", "  web:\n    affinity: cookie\n"));
    server.call("POST", "/v1/reload");
    assertThat(warnings("web")).as("an affinity, but no doubt").isEmpty();
    server.call("DELETE", "/v1/pools/web/backends/a");
    server.call("DELETE", "/v1/pools/web/backends/b");
    assertThat(warnings("web")).as("an affinity with one backend").isNotEmpty();
  }

  private JsonArray warnings(String pool) {
    return server.get("/v1/pools/" + pool).bodyAsJsonObject().getJsonArray("warnings");
  }

  @Test
  void servesItsDescription() {
    HttpResponse<Buffer> response = server.get("/openapi.yaml");

    assertThat(response.getHeader("Content-Type")).isEqualTo("application/yaml");
    assertThat(response.bodyAsString()).startsWith("openapi: 3.1.0\n");
  }
}
