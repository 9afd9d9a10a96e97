package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.clockwise.config.Role;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TokenConfig;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who gets in, with tokens configured. */
class GuardTest {
  private static final String READ = "read-read-read-read";
  private static final String OPERATE = "operate-operate-operate";
  private static final String ADMIN = "0123456789abcdef+/==";
  private static final String MAINT = "/v1/pools/web/backends/a/maint";

  @TempDir private Path directory;
  private AdminServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        new AdminServer(
            directory,
            AdminServer.QUICK,
            token(Role.READ, "read.token", READ + "\n"),
            token(Role.OPERATE, "ops.token", "  " + OPERATE + "\r\n"),
            token(Role.ADMIN, "admin.token", ADMIN));
  }

  @AfterEach
  void close() {
    server.close();
  }

  private TokenConfig token(Role role, String name, String text) throws IOException {
    return new TokenConfig(role, Files.writeString(directory.resolve(name), text));
  }

  private HttpResponse<Buffer> call(String method, String target, String token) {
    return AdminServer.await(
        server.request(method, target).putHeader("Authorization", "Bearer " + token).send());
  }

  @ParameterizedTest
  @CsvSource({
    "ready, 403, 200",
    "drain, 403, 200",
    "remove, 403, 403",
    "set, 403, 403",
  })
  void letsOperatorsDoToManyWhatTheyMayDoToOne(String op, int read, int operate) {
    JsonObject change = new JsonObject().put("op", op).put("pool", "web").put("id", "a");
    if (op.equals("set")) {
      change.put("weight", 2);
    }
    JsonObject body = new JsonObject().put("changes", new JsonArray().add(change));
    assertThat(post("/v1/changes", READ, body).statusCode()).isEqualTo(read);
    assertThat(post("/v1/changes", OPERATE, body).statusCode()).isEqualTo(operate);
    assertThat(post("/v1/changes", ADMIN, body).statusCode()).isEqualTo(200);
  }

  private HttpResponse<Buffer> post(String target, String token, JsonObject body) {
    return AdminServer.await(
        server
            .request("POST", target)
            .putHeader("Authorization", "Bearer " + token)
            .sendJsonObject(body));
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/pools, 200, 200, 200",
    "GET, /v1/config, 200, 200, 200",
    "GET, /v1/status, 200, 200, 200",
    "GET, /metrics, 200, 200, 200",
    "POST, /v1/pools/web/backends/a/maint, 403, 200, 200",
    "POST, /v1/pools/web/backends/a/ready, 403, 200, 200",
    "POST, /v1/pools/web/backends/a/drain, 403, 200, 200",
    "PATCH, /v1/pools/web/backends/a, 403, 403, 400",
    "DELETE, /v1/pools/web/backends/a, 403, 403, 200",
    "POST, /v1/pools/web/backends, 403, 403, 400",
    "POST, /v1/reload, 403, 403, 200",
    "GET, /nowhere, 404, 404, 404",
  })
  void letsRolesDoTheirPart(String method, String target, int read, int operate, int admin) {
    assertThat(call(method, target, READ).statusCode()).isEqualTo(read);
    assertThat(call(method, target, OPERATE).statusCode()).isEqualTo(operate);
    assertThat(call(method, target, ADMIN).statusCode()).isEqualTo(admin);
    assertThat(server.call(method, target).statusCode()).isEqualTo(401);
  }

  @Test
  void challengesThoseWithoutAToken() {
    HttpResponse<Buffer> none = server.get("/v1/pools");
    assertThat(none.statusCode()).isEqualTo(401);
    assertThat(none.getHeader("WWW-Authenticate")).isEqualTo("Bearer realm=\"clockwise\"");

    HttpResponse<Buffer> wrong = call("GET", "/v1/pools", "wrong");
    assertThat(wrong.statusCode()).isEqualTo(401);
    assertThat(wrong.getHeader("WWW-Authenticate")).contains("invalid_token");
    assertThat(wrong.bodyAsString()).doesNotContain("wrong\"");

    HttpResponse<Buffer> weak = call("POST", MAINT, READ);
    assertThat(weak.getHeader("WWW-Authenticate")).contains("insufficient_scope");
  }

  @Test
  void askNoTokenOfProbes() {
    assertThat(server.get("/livez").statusCode()).isEqualTo(200);
    assertThat(server.get("/readyz").statusCode()).isEqualTo(503);
    assertThat(server.get("/metrics").statusCode()).isEqualTo(401);
  }

  @Test
  void stopsGuessersButNeverTheRightToken() {
    List<Future<HttpResponse<Buffer>>> guesses = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      guesses.add(
          server
              .request("GET", "/v1/pools")
              .putHeader("Authorization", "Bearer guess-number-" + i)
              .send());
    }
    AdminServer.await(Future.all(guesses));

    assertThat(guesses).filteredOn(guess -> guess.result().statusCode() == 401).hasSize(10);
    List<HttpResponse<Buffer>> stopped =
        guesses.stream().map(Future::result).filter(r -> r.statusCode() == 429).toList();
    assertThat(stopped).hasSize(5);
    assertThat(Integer.parseInt(stopped.get(0).getHeader("Retry-After"))).isBetween(1, 61);
    assertThat(call("GET", "/v1/pools", READ).statusCode()).isEqualTo(200);
  }

  @Test
  void refusesPagesOfOtherOrigins() {
    HttpResponse<Buffer> foreign =
        AdminServer.await(
            server
                .request("POST", MAINT)
                .putHeader("Authorization", "Bearer " + ADMIN)
                .putHeader("Origin", "https://evil.example")
                .send());
    assertThat(foreign.statusCode()).isEqualTo(403);
    HttpResponse<Buffer> own =
        AdminServer.await(
            server
                .request("POST", MAINT)
                .putHeader("Authorization", "bearer " + ADMIN)
                .putHeader("Host", "ops.example")
                .putHeader("Origin", "http://ops.example")
                .send());
    assertThat(own.statusCode()).isEqualTo(200);
  }

  @Test
  void startsOffLoopbackOnlyWithTokens() throws IOException {
    TokenConfig token = token(Role.ADMIN, "other.token", "abcdefghijklmnop");
    AdminVerticle open = server.start(new SocketBind("0.0.0.0", 0), AdminServer.QUICK, token);
    assertThat(open.port()).isPositive();

    assertThatThrownBy(() -> server.start(new SocketBind("0.0.0.0", 0), AdminServer.QUICK))
        .isInstanceOf(AdminStartException.class)
        .hasMessageContaining("admin.bind 0.0.0.0:0")
        .hasMessageContaining("admin.tokens");
    assertThatThrownBy(() -> server.start(new SocketBind("::", 0), AdminServer.QUICK))
        .isInstanceOf(AdminStartException.class);
  }

  @Test
  void tellsWhichPortIsTaken() throws IOException {
    TokenConfig token = token(Role.ADMIN, "other.token", "abcdefghijklmnop");
    SocketBind taken = new SocketBind("127.0.0.1", server.port());
    assertThatThrownBy(() -> server.start(taken, AdminServer.QUICK, token))
        .isInstanceOf(AdminStartException.class)
        .hasMessageContaining("127.0.0.1:" + server.port())
        .hasMessageContaining("admin.bind")
        .hasMessageNotContaining("\n");
    HttpResponse<Buffer> later = call("POST", MAINT, ADMIN);
    assertThat(later.statusCode()).isEqualTo(200); // nobody waits for the loop that never was
    assertThat(later.bodyAsJsonObject().containsKey("pendingLoops")).isFalse();
  }

  @Test
  void tellsWhichTokenFileIsWrong() {
    TokenConfig missing = new TokenConfig(Role.ADMIN, directory.resolve("none.token"));
    assertThatThrownBy(
            () -> server.start(new SocketBind("127.0.0.1", 0), AdminServer.QUICK, missing))
        .hasMessageContaining("none.token does not exist");
  }
}
