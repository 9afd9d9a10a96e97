package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looking at backends and changing them, over real HTTP. */
class BackendsTest {
  private static final String BACKENDS = "/v1/pools/web/backends";

  @TempDir private static Path directory;

  private final AdminServer server = new AdminServer(directory);

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void showsAllPools() {
    JsonObject body = server.get("/v1/pools").bodyAsJsonObject();

    assertThat(body.fieldNames()).containsExactlyInAnyOrder("revision", "epoch", "pools");
    assertThat(body.getLong("revision")).isEqualTo(1);
    assertThat(body.getJsonArray("pools")).hasSize(2);
    JsonObject pool = body.getJsonArray("pools").getJsonObject(0);
    assertThat(pool.fieldNames())
        .containsExactlyInAnyOrder(
            "name", "revision", "digest", "placement", "staged", "backends", "warnings");
    assertThat(pool.getString("name")).isEqualTo("web");
    assertThat(pool.getString("digest")).matches("[0-9a-f]{16}");
    assertThat(pool.getJsonObject("placement"))
        .isEqualTo(
            new JsonObject()
                .put("algorithm", "slots")
                .put("count", 262_144)
                .put("seed", "")
                .put("slack", 0.02));
  }

  @Test
  void aPlacementNameIsATextThatADocumentCouldHold() {
    for (String name : new String[] {"a\u0000", "a\n", "\u007f", "x".repeat(1025)}) {
      JsonObject body = new JsonObject().put("id", "named").put("address", "127.0.0.1:9009");
      HttpResponse<Buffer> response =
          server.call("POST", BACKENDS, body.put("placementName", name));
      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(response.bodyAsJsonObject().getString("pointer")).isEqualTo("/placementName");
      assertThat(response.bodyAsJsonObject().getString("detail")).contains("placement name");
    }
    assertThat(server.get(BACKENDS + "/named").statusCode()).isEqualTo(404);
  }

  @Test
  void aZoneIsShownAndIsATextThatADocumentCouldHold() {
    JsonObject body = new JsonObject().put("id", "near").put("address", "127.0.0.1:9009");
    for (String zone : new String[] {"a b", "a\n", "z\u00fcrich", "x".repeat(65)}) {
      HttpResponse<Buffer> response = server.call("POST", BACKENDS, body.put("zone", zone));
      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(response.bodyAsJsonObject().getString("pointer")).isEqualTo("/zone");
    }
    assertThat(server.call("POST", BACKENDS, body.put("zone", "eu-1a")).statusCode())
        .isEqualTo(201);
    assertThat(server.get(BACKENDS + "/near").bodyAsJsonObject().getString("zone"))
        .isEqualTo("eu-1a");
    assertThat(server.get(BACKENDS + "/a").bodyAsJsonObject().getString("zone")).isEmpty();
  }

  @Test
  void showsOneBackend() {
    HttpResponse<Buffer> response = server.get(BACKENDS + "/a");
    JsonObject body = response.bodyAsJsonObject();

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.getHeader("Content-Type")).isEqualTo("application/json");
    assertThat(response.getHeader("ETag")).matches("\"1-[0-9a-f]{8}\"");
    assertThat(body.fieldNames())
        .containsExactlyInAnyOrder(
            "id",
            "address",
            "weight",
            "placementName",
            "standby",
            "zone",
            "adminState",
            "health",
            "availability",
            "flags",
            "reason",
            "inFlight",
            "streams",
            "sessions",
            "share",
            "since",
            "drain");
    assertThat(body.getString("adminState")).isEqualTo("ready");
    assertThat(body.getString("availability")).isEqualTo("open");
    assertThat(body.getJsonObject("share").getDouble("ideal")).isEqualTo(1.0 / 3);
    assertThat(body.getJsonObject("share").getDouble("actual")).isBetween(0.28, 0.39);
    assertThat(Instant.parse(body.getString("since"))).isBeforeOrEqualTo(Instant.now());
  }

  @Test
  void decodesIdsInPaths() {
    HttpResponse<Buffer> plain = server.get("/v1/pools/odd/backends/[::1]:80");
    HttpResponse<Buffer> encoded = server.get("/v1/pools/odd/backends/%5B%3A%3A1%5D%3A80");

    assertThat(encoded.bodyAsJsonObject().getString("id")).isEqualTo("[::1]:80");
    assertThat(plain.statusCode()).isIn(200, 400); // brackets are not allowed raw (RFC 3986)
  }

  @Test
  void addsChangesAndRemoves() {
    HttpResponse<Buffer> added =
        server.call(
            "POST", BACKENDS, new JsonObject().put("id", "d:1").put("address", "127.0.0.1:9004"));
    assertThat(added.statusCode()).isEqualTo(201);
    assertThat(added.getHeader("Location")).isEqualTo(BACKENDS + "/d%3A1");
    assertThat(added.getHeader("ETag")).startsWith("\"2-");
    assertThat(server.get(added.getHeader("Location")).bodyAsJsonObject().getInteger("weight"))
        .isEqualTo(1);

    HttpResponse<Buffer> patched =
        server.call(
            "PATCH",
            BACKENDS + "/d:1",
            new JsonObject().put("weight", 7).put("address", "[::1]:9005"));
    assertThat(patched.statusCode()).isEqualTo(200);
    assertThat(patched.bodyAsJsonObject().getInteger("weight")).isEqualTo(7);
    assertThat(patched.bodyAsJsonObject().getString("address")).isEqualTo("[::1]:9005");
    assertThat(patched.bodyAsJsonObject().getLong("revision")).isEqualTo(3);

    HttpResponse<Buffer> removed = server.call("DELETE", BACKENDS + "/d:1");
    assertThat(removed.statusCode()).isEqualTo(200);
    assertThat(removed.bodyAsJsonObject())
        .isEqualTo(new JsonObject().put("id", "d:1").put("revision", 4));
    assertThat(server.get(BACKENDS + "/d:1").statusCode()).isEqualTo(404);
  }

  @Test
  void appliesParallelPatchesOneAfterTheOther() {
    List<Future<HttpResponse<Buffer>>> calls = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      String id = List.of("a", "b", "c").get(i % 3);
      calls.add(
          server
              .request("PATCH", BACKENDS + "/" + id)
              .sendJsonObject(new JsonObject().put("address", "127.0.0.1:" + (10_000 + i))));
    }
    AdminServer.await(Future.all(calls));

    assertThat(calls).allMatch(call -> call.result().statusCode() == 200);
    assertThat(calls)
        .extracting(call -> call.result().bodyAsJsonObject().getLong("revision"))
        .doesNotHaveDuplicates()
        .allMatch(revision -> revision >= 2 && revision <= 201);
    assertThat(server.control.state().revision()).isEqualTo(201);
  }

  @Test
  void letsOneOfManyWithTheSameTagWin() {
    String tag = server.get(BACKENDS + "/a").getHeader("ETag");
    List<Future<HttpResponse<Buffer>>> calls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      calls.add(
          server
              .request("PATCH", BACKENDS + "/a")
              .putHeader("If-Match", tag)
              .sendJsonObject(new JsonObject().put("weight", 2 + i)));
    }
    AdminServer.await(Future.all(calls));

    assertThat(calls).filteredOn(call -> call.result().statusCode() == 200).hasSize(1);
    assertThat(calls).filteredOn(call -> call.result().statusCode() == 412).hasSize(19);
  }
}
