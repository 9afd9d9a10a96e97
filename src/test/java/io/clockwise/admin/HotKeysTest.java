package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.telemetry.hot.HotKeys;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which keys of a pool had most of its requests, over real HTTP. */
class HotKeysTest {
  @TempDir private static Path directory;

  private final AdminServer server = new AdminServer(directory);

  @AfterEach
  void close() {
    server.close();
  }

  private JsonObject hotKeys(String query) {
    return server.get("/v1/pools/web/hot-keys" + query).bodyAsJsonObject();
  }

  private JsonObject explain(String user) {
    return server
        .call(
            "POST",
            "/v1/explain",
            new JsonObject()
                .put("target", "/")
                .put("headers", new JsonObject().put("x-user", user)))
        .bodyAsJsonObject();
  }

  @Test
  void thereAreNoneWithoutRequests() {
    assertThat(hotKeys(""))
        .isEqualTo(
            new JsonObject()
                .put("pool", "web")
                .put("window", "10s")
                .put("requests", 0)
                .put("keys", new JsonArray()));
    assertThat(server.get("/v1/pools/nope/hot-keys").statusCode()).isEqualTo(404);
    assertThat(server.get("/v1/pools/web/hot-keys?limit=0").statusCode()).isEqualTo(400);
  }

  @Test
  void theHeaviestComesFirstWithItsOwner() {
    JsonObject explained = explain("u1");
    String hash = explained.getJsonObject("key").getString("hash");
    server.meters.hotKeys(Map.of("web", new HotKeys(HexFormat.fromHexDigitsToLong(hash))));
    server.control.refresh();
    org.awaitility.Awaitility.await()
        .until(() -> !server.control.table().current().pools().get("web").hotKeys().isEmpty());
    server.requests("web", "u1", 30);

    JsonObject told = hotKeys("?limit=1");
    assertThat(told.getInteger("requests")).isEqualTo(30);
    assertThat(told.getJsonArray("keys"))
        .isEqualTo(
            new JsonArray()
                .add(
                    new JsonObject()
                        .put("hash", hash)
                        .put("share", 1.0)
                        .put("requests", 30)
                        .put("error", 0)
                        .put("owner", explained.getString("owner"))
                        .put("spread", true)));
    assertThat(server.get("/metrics").bodyAsString())
        .contains("clockwise_hot_keys{pool=\"web\"} 1.0")
        .contains("clockwise_hottest_key_share{pool=\"web\"} 1.0")
        .contains("clockwise_hottest_key_share{pool=\"odd\"} 0.0");
  }

  @Test
  void aPreviewTellsHowMuchOfTheTrafficMoves() {
    String owner = explain("u1").getString("owner");
    String maint = "/v1/pools/web/backends/" + owner + "/maint?dryRun=true";
    assertThat(traffic(maint).getValue("moved")).as("there was none").isNull();
    server.requests("web", "u1", 30);
    assertThat(traffic(maint).getDouble("moved")).isEqualTo(1.0);
    String other = owner.equals("a") ? "b" : "a";
    String elsewhere = "/v1/pools/web/backends/" + other + "/maint?dryRun=true";
    assertThat(traffic(elsewhere).getDouble("moved")).isEqualTo(0.0);
  }

  private JsonObject traffic(String target) {
    return server
        .call("POST", target)
        .bodyAsJsonObject()
        .getJsonObject("preview")
        .getJsonArray("pools")
        .getJsonObject(0)
        .getJsonObject("traffic");
  }
}
