package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that move keys by and by, as operators see and steer them. */
class StagedChangeTest {
  private static final String STAGED = "/v1/pools/web/staged";
  private static final String DOCUMENT =
      """
      routes:
        - { match: "/other", key: { header: X-User }, pool: other }
        - { key: { header: X-User }, pool: web }
      pools:
        web:
          changeBudget: { perMinute: 10% }
          backends: ["a=127.0.0.1:9001", "b=127.0.0.1:9002", "c=127.0.0.1:9003"]
        other: { backends: ["x=127.0.0.1:9011", "y=127.0.0.1:9012"] }
      """;

  @TempDir private Path directory;
  private AdminServer server;

  @BeforeEach
  void start() {
    server = new AdminServer(DOCUMENT, directory, AdminServer.QUICK);
  }

  @AfterEach
  void close() {
    server.close();
  }

  private JsonObject add(String query) {
    JsonObject backend = new JsonObject().put("id", "d").put("address", "127.0.0.1:9004");
    return server.call("POST", "/v1/pools/web/backends" + query, backend).bodyAsJsonObject();
  }

  private JsonObject staged() {
    return server.get(STAGED).bodyAsJsonObject().getJsonObject("staged");
  }

  private HttpResponse<Buffer> wish(String wish) {
    return server.call("POST", STAGED, new JsonObject().put("wish", wish));
  }

  private double share(String id) {
    return server
        .get("/v1/pools/web/backends/" + id)
        .bodyAsJsonObject()
        .getJsonObject("share")
        .getDouble("actual");
  }

  @Test
  void aPreviewTellsWhereItEndsAndHowLongItTakes() {
    JsonObject pool =
        add("?dryRun=true").getJsonObject("preview").getJsonArray("pools").getJsonObject(0);
    assertThat(pool.getDouble("moved")).isCloseTo(0.25, within(0.02));
    assertThat(pool.getJsonObject("after").getDouble("d")).isCloseTo(0.25, within(0.02));
    int seconds = Integer.parseInt(pool.getString("takes").replace("s", ""));
    assertThat(seconds).isBetween(130, 170);
    assertThat(staged()).isNull();
  }

  @Test
  void aPreviewTellsNothingOfAnotherPoolThatIsOnItsWay() {
    add("");
    assertThat(staged()).isNotNull();
    String path = "/v1/pools/other/backends/x";
    JsonObject told =
        server
            .call("PATCH", path + "?dryRun=true", new JsonObject().put("weight", 2))
            .bodyAsJsonObject();
    JsonArray pools = told.getJsonObject("preview").getJsonArray("pools");
    assertThat(pools).hasSize(1);
    assertThat(pools.getJsonObject(0).getString("pool")).isEqualTo("other");
    assertThat(pools.getJsonObject(0).getString("takes")).isNull();
  }

  @Test
  void itIsSeenPausedResumedAndFinished() {
    add("");
    JsonObject begun = staged();
    assertThat(begun.getDouble("perMinute")).isEqualTo(0.1);
    assertThat(begun.getDouble("moved")).isCloseTo(0.25, within(0.02));
    assertThat(begun.getJsonArray("parts").getJsonObject(0).getString("kind"))
        .isEqualTo("placement");
    assertThat(share("d")).isLessThan(0.2);
    Awaitility.await().until(() -> staged().getDouble("progress") > 0);

    JsonObject paused = wish("pause").bodyAsJsonObject().getJsonObject("staged");
    assertThat(paused.getBoolean("paused")).isTrue();
    assertThat(wish("pause").bodyAsJsonObject().getJsonObject("staged")).isEqualTo(paused);
    assertThat(server.get("/metrics").bodyAsString())
        .contains("clockwise_staged_paused{pool=\"web\"} 1.0")
        .containsPattern("clockwise_staged_keys_ratio\\{pool=\"web\"} 0\\.2");
    assertThat(server.get("/v1/pools/web").bodyAsJsonObject().getJsonObject("staged"))
        .isEqualTo(paused);

    JsonObject resumed = wish("resume").bodyAsJsonObject().getJsonObject("staged");
    assertThat(resumed.getBoolean("paused")).isFalse();
    assertThat(resumed.getDouble("progress")).isEqualTo(paused.getDouble("progress"));
    Awaitility.await().until(() -> staged().getDouble("progress") > paused.getDouble("progress"));

    assertThat(wish("finish").bodyAsJsonObject())
        .isEqualTo(new JsonObject().put("pool", "web").putNull("staged"));
    assertThat(share("d")).isCloseTo(0.25, within(0.02));
    assertThat(server.get("/v1/pools/web").bodyAsJsonObject().getValue("staged")).isNull();
  }

  @Test
  void withoutAChangeThereIsNothingToWish() {
    HttpResponse<Buffer> refused = wish("pause");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.bodyAsJsonObject().getString("type")).endsWith("not-staged");
    assertThat(refused.bodyAsJsonObject().getString("detail"))
        .isEqualTo("no change of pool 'web' is under way: its keys are where they belong");
    assertThat(server.get("/v1/pools/nope/staged").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"wish\": \"stop\"}", "{\"wish\": 1}", "{\"wishes\": []}"})
  void whatIsNoWishIsRefused(String body) {
    add("");
    HttpResponse<Buffer> refused = server.call("POST", STAGED, new JsonObject(body));
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(staged().getBoolean("paused")).isFalse();
  }

  @Test
  void itWaitsForABackendThatIsNotOpen() {
    add("");
    server.call("POST", "/v1/pools/web/backends/d/maint");
    double share = share("d");
    JsonArray waits = staged().getJsonArray("waitsFor");
    assertThat(waits).isEmpty(); // there is something to move yet
    assertThat(share).isLessThan(0.25);
  }
}
