package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The configuration as a whole, over real HTTP and a real file. */
class ConfigTest {
  private static final String A = "/v1/pools/web/backends/a";

  @TempDir private static Path directory;

  private final AdminServer server = new AdminServer(directory);

  @AfterEach
  void close() {
    server.close();
  }

  private JsonObject config() {
    return server.get("/v1/config").bodyAsJsonObject();
  }

  @Test
  void showsWhatWasChosenAtTheStart() {
    assertThat(config().getJsonObject("running"))
        .isEqualTo(new JsonObject().put("transport", "epoll"));
  }

  @Test
  void theStatusSaysWhyChangesAreNotKeptAndWhyTheDocumentIsNotInUse() {
    JsonObject good = server.get("/v1/status").bodyAsJsonObject();
    assertThat(good.getInteger("revision")).isEqualTo(1);
    assertThat(good.getJsonObject("journal"))
        .isEqualTo(new JsonObject().put("ok", true).putNull("fault"));
    assertThat(good.getJsonObject("reload").getBoolean("ok")).isTrue();
    assertThat(good.getJsonObject("reload").getString("fault")).isNull();

    server.journalFails("var/journal.log cannot be written: it is full");
    server.write("pools: { web: 3 }\nnope: 1\n");
    server.call("POST", "/v1/reload");
    JsonObject bad = server.get("/v1/status").bodyAsJsonObject();
    assertThat(bad.getJsonObject("journal"))
        .isEqualTo(
            new JsonObject()
                .put("ok", false)
                .put("fault", "var/journal.log cannot be written: it is full"));
    assertThat(bad.getJsonObject("reload").getBoolean("ok")).isFalse();
    assertThat(bad.getJsonObject("reload").getString("fault"))
        .contains("pools.web")
        .endsWith("; and 1 more");
    assertThat(server.get("/metrics").bodyAsString()).contains("clockwise_journal_ok 0.0");
  }

  @Test
  void showsWhatIsInEffectAndWhereItComesFrom() {
    assertThat(config().getJsonObject("origin")).isEmpty();

    server.call("PATCH", A, new JsonObject().put("weight", 3));
    server.call("POST", A + "/maint");
    server.call("DELETE", "/v1/pools/web/backends/b");
    server.call(
        "POST",
        "/v1/pools/web/backends",
        new JsonObject().put("id", "d").put("address", "127.0.0.1:9004").put("state", "drain"));
    JsonObject body = config();

    assertThat(body.getLong("revision")).isEqualTo(5);
    assertThat(body.getLong("epoch")).isGreaterThan(1);
    JsonObject pool = body.getJsonObject("config").getJsonObject("pools").getJsonObject("web");
    assertThat(pool.getJsonArray("backends").encode())
        .contains("\"a\"", "\"c\"", "\"d\"")
        .doesNotContain("\"b\"");
    assertThat(body.getJsonObject("origin").getMap()).hasSize(4);
    JsonObject origin = body.getJsonObject("origin");
    assertThat(origin.getJsonObject("pools.web.backends.a.weight"))
        .isEqualTo(new JsonObject().put("source", "api").put("file", 1));
    assertThat(origin.getJsonObject("pools.web.backends.a.state"))
        .isEqualTo(new JsonObject().put("source", "api").put("file", "ready"));
    assertThat(origin.getJsonObject("pools.web.backends.b"))
        .isEqualTo(new JsonObject().put("source", "api").put("change", "removed"));
    assertThat(origin.getJsonObject("pools.web.backends.d"))
        .isEqualTo(new JsonObject().put("source", "api").put("change", "added"));
  }

  @Test
  void listsTheOverlay() {
    server.call("PATCH", A, new JsonObject().put("weight", 3));
    JsonObject body = server.get("/v1/overlay").bodyAsJsonObject();
    JsonObject base =
        new JsonObject()
            .put("id", "a")
            .put("address", "127.0.0.1:9001")
            .put("weight", 1)
            .put("state", "ready")
            .put("placementName", "")
            .put("standby", false)
            .put("zone", "");

    assertThat(body)
        .isEqualTo(
            new JsonObject()
                .put("revision", 2)
                .put(
                    "overlay",
                    new JsonArray()
                        .add(
                            new JsonObject()
                                .put("pool", "web")
                                .put("id", "a")
                                .put("base", base)
                                .put("wanted", base.copy().put("weight", 3))
                                .put("leaving", false))));
  }

  @Test
  void reloadsTheFile() {
    HttpResponse<Buffer> same = server.call("POST", "/v1/reload");
    assertThat(same.statusCode()).isEqualTo(200);
    assertThat(same.bodyAsJsonObject().getBoolean("changed")).isFalse();

    server.call("PATCH", A, new JsonObject().put("weight", 3));
    server.write(AdminServer.DOCUMENT.replace("\"a=127.0.0.1:9001\"", "\"a=127.0.0.1:9001*9\""));
    JsonObject changed = server.call("POST", "/v1/reload").bodyAsJsonObject();

    assertThat(changed.getBoolean("changed")).isTrue();
    assertThat(changed.getLong("revision")).isEqualTo(3);
    assertThat(changed.getJsonArray("needsRestart")).isEmpty();
    assertThat(changed.getJsonArray("superseded"))
        .isEqualTo(new JsonArray().add("pools.web.backends.a.weight"));
    assertThat(server.get(A).bodyAsJsonObject().getInteger("weight")).isEqualTo(9);
  }

  @Test
  void refusesATagOnAReload() {
    HttpResponse<Buffer> response =
        AdminServer.await(server.request("POST", "/v1/reload").putHeader("If-Match", "1").send());
    assertThat(response.statusCode()).isEqualTo(400);
  }

  @Test
  void tellsWhatWaitsForARestart() {
    server.write(AdminServer.DOCUMENT + "admin: { bind: \"127.0.0.1:1\" }\n");
    JsonObject body = server.call("POST", "/v1/reload").bodyAsJsonObject();
    assertThat(body.getJsonArray("needsRestart")).isEqualTo(new JsonArray().add("admin.bind"));
  }

  @Test
  void keepsTheTableOnProblems() throws IOException {
    server.write(AdminServer.DOCUMENT + "pols: {}\nlimits: { headers: much }\n");
    HttpResponse<Buffer> invalid = server.call("POST", "/v1/reload");
    assertThat(invalid.statusCode()).isEqualTo(422);
    JsonObject problem = invalid.bodyAsJsonObject();
    assertThat(problem.getString("type")).isEqualTo("urn:clockwise:problem:config-invalid");
    assertThat(problem.getString("detail")).startsWith("2 problems, the first: line ");
    assertThat(problem.getJsonArray("problems")).hasSize(2);
    assertThat(problem.getJsonArray("problems").getJsonObject(0).fieldNames())
        .containsExactlyInAnyOrder("path", "line", "given", "expected", "hint");

    Files.delete(server.file);
    HttpResponse<Buffer> gone = server.call("POST", "/v1/reload");
    assertThat(gone.statusCode()).isEqualTo(422);
    assertThat(gone.bodyAsJsonObject().getString("type"))
        .isEqualTo("urn:clockwise:problem:config-unreadable");
    assertThat(server.get(A).statusCode()).isEqualTo(200);
    assertThat(server.get("/metrics").bodyAsString()).contains("\nclockwise_reload_success 0.0\n");
  }

  @Test
  void aRevisionOfTheDocumentTellsWhatItMadeOfBackends() {
    server.write(
        AdminServer.DOCUMENT
            .replace("a=127.0.0.1:9001", "a=127.0.0.1:9001*3")
            .replace("\"b=127.0.0.1:9002\"", "\"d=127.0.0.1:9004\""));
    server.call("POST", "/v1/reload");
    JsonObject record = newest();
    assertThat(record.getString("kind")).isEqualTo("file");
    JsonArray changes = record.getJsonArray("changes");
    assertThat(changes.getString(0)).matches("use document [0-9a-f]{8}");
    String fingerprint = changes.getString(0).substring("use document ".length());
    assertThat(server.get("/metrics").bodyAsString())
        .contains("clockwise_config_info{hash=\"" + fingerprint);
    assertThat(changes.stream().skip(1).map(String::valueOf))
        .containsExactlyInAnyOrder(
            "set web/a weight 3",
            "drain web/b: the document has it no more",
            "add web/d at 127.0.0.1:9004 weight 1 ready");

    server.write(AdminServer.DOCUMENT + "limits: { connections: 77 }\n");
    server.call("POST", "/v1/reload");
    server.write(AdminServer.DOCUMENT + "limits: { connections: 78 }\n");
    server.call("POST", "/v1/reload");
    assertThat(newest().getJsonArray("changes")).hasSize(1); // no backend differs
  }

  private JsonObject newest() {
    return server
        .get("/v1/revisions?limit=1")
        .bodyAsJsonObject()
        .getJsonArray("revisions")
        .getJsonObject(0);
  }
}
