package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.health.HealthBoard;
import io.clockwise.model.Health;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What was found out about backends, as the API tells it; and leaving it be. */
@Timeout(60)
class FoundHealthTest {
  private static final String DOCUMENT =
      """
      routes: [{ name: all, key: { header: X-User }, pool: web }]
      pools:
        web:
          slowStart: 1h
          backends: ["a=127.0.0.1:9001", "b=127.0.0.1:9002", "c=127.0.0.1:9003"]
        checked:
          health: /healthz
          backends: ["d=127.0.0.1:9004"]
        trusted:
          health: { http: /healthz, initial: up }
          backends: ["e=127.0.0.1:9005"]
        fails:
          whenNoneUsable: fail
          backends: ["f=127.0.0.1:9006"]
      """;

  @TempDir private static Path directory;

  private final AdminServer server = new AdminServer(DOCUMENT, directory, AdminServer.QUICK);

  @AfterEach
  void close() {
    server.close();
  }

  private JsonObject backend(String pool, String id) {
    return server.get("/v1/pools/" + pool + "/backends/" + id).bodyAsJsonObject();
  }

  private JsonObject until(String pool, String id, String field, Object value) {
    await().untilAsserted(() -> assertThat(backend(pool, id).getValue(field)).isEqualTo(value));
    return backend(pool, id);
  }

  private void found(String pool, String id, Health health, String reason) {
    found(pool, id, new HealthBoard.Verdict(health, false, true, reason));
  }

  private void found(String pool, String id, HealthBoard.Verdict verdict) {
    server.health.checked(new HealthBoard.Key(pool, id), verdict);
  }

  private static JsonArray flags(String... flags) {
    return new JsonArray(List.of(flags));
  }

  private HttpResponse<Buffer> freeze(String time) {
    return server.call("POST", "/v1/freeze", new JsonObject().put("for", time));
  }

  @Test
  void whatIsNotKnownYetIsBeingChecked() {
    assertThat(backend("web", "a").getString("health")).isEqualTo("up");
    assertThat(backend("web", "a").getJsonArray("flags")).isEmpty();
    assertThat(backend("checked", "d").getString("health")).isEqualTo("checking");
    assertThat(backend("checked", "d").getString("availability")).isEqualTo("closed");
    assertThat(backend("trusted", "e").getString("health")).isEqualTo("checking");
    assertThat(backend("trusted", "e").getString("availability")).isEqualTo("open");
    assertThat(backend("trusted", "e").getJsonArray("flags")).isEmpty();
  }

  @Test
  void oneThatIsDownSaysWhyAndSinceWhen() {
    Instant before = Instant.parse(backend("web", "a").getString("since"));
    found("web", "a", Health.DOWN, "connection refused");
    JsonObject down = until("web", "a", "health", "down");

    assertThat(down.getString("availability")).isEqualTo("closed");
    assertThat(down.getString("adminState")).isEqualTo("ready");
    assertThat(down.getString("reason")).isEqualTo("connection refused");
    assertThat(Instant.parse(down.getString("since"))).isAfter(before);
    assertThat(down.getJsonArray("flags")).isEmpty();
  }

  @Test
  void anOperatorsWordsGoBeforeThoseOfTheHealth() {
    server.call("POST", "/v1/pools/web/backends/a/maint?reason=new+disk");
    found("web", "a", Health.DOWN, "connection refused");
    JsonObject down = until("web", "a", "health", "down");
    assertThat(down.getString("reason")).isEqualTo("new disk");

    server.call("POST", "/v1/pools/web/backends/a/ready");
    assertThat(backend("web", "a").getString("reason")).isEqualTo("connection refused");
  }

  @Test
  void anEjectedOneIsUpAndFlagged() {
    server.health.ejected(new HealthBoard.Key("web", "a"), "5 failures");
    JsonObject ejected = until("web", "a", "flags", flags("ejected"));

    assertThat(ejected.getString("health")).isEqualTo("up");
    assertThat(ejected.getString("availability")).isEqualTo("closed");
    assertThat(ejected.getString("reason")).isEqualTo("5 failures");
  }

  @Test
  void oneThatComesBackIsWarming() {
    found("web", "a", Health.DOWN, "timeout");
    until("web", "a", "availability", "closed");
    assertThat(backend("web", "a").containsKey("warmth")).isFalse();
    found("web", "a", Health.UP, "");
    JsonObject warming = until("web", "a", "availability", "open");

    assertThat(warming.getJsonArray("flags")).isEqualTo(flags("warming"));
    assertThat(warming.getDouble("warmth")).isBetween(0.0, 0.5);
    assertThat(backend("web", "b").containsKey("warmth")).isFalse();
  }

  @Test
  void oneThatSaysThatItLeavesIsFlagged() {
    found("web", "a", new HealthBoard.Verdict(Health.UP, true, true, "says so"));
    JsonObject leaving = until("web", "a", "flags", flags("leaving"));

    assertThat(leaving.getString("availability")).isEqualTo("sticky_only");
    assertThat(leaving.getString("reason")).isEqualTo("says so");
    String skipped =
        server
            .call(
                "POST",
                "/v1/explain?all=true",
                new JsonObject()
                    .put("target", "/")
                    .put("headers", new JsonObject().put("x-user", "u")))
            .bodyAsString();
    assertThat(skipped).contains("\"skipped\":\"leaving\"");
  }

  @Test
  void aPoolWithoutAUsableBackendServesInPanic() {
    found("fails", "f", Health.DOWN, "500");
    for (String id : List.of("a", "b", "c")) {
      found("web", id, Health.DOWN, "500");
    }
    JsonObject panic = until("web", "c", "flags", flags("panic"));

    assertThat(panic.getString("health")).isEqualTo("down");
    assertThat(panic.getString("availability")).isEqualTo("open");
    assertThat(until("fails", "f", "health", "down").getJsonArray("flags")).isEmpty();
    assertThat(backend("fails", "f").getString("availability")).isEqualTo("closed");
    assertThat(server.get("/metrics").bodyAsString())
        .contains("clockwise_pool_panic{pool=\"web\"} 1.0")
        .contains("clockwise_pool_panic{pool=\"fails\"} 0.0");
  }

  @Test
  void eachTurnIsAnEvent() throws IOException {
    try (EventClient client = new EventClient(server.port(), "?pool=web").ready()) {
      found("web", "a", Health.DOWN, "500");
      JsonObject first = client.next("state").data();
      found("web", "a", Health.DOWN, "timeout"); // another reason alone is no news
      server.health.ejected(new HealthBoard.Key("web", "a"), "5 failures");
      JsonObject second = client.next("state").data();

      assertThat(first.getJsonObject("from")).isEqualTo(state("open", "up", flags(), ""));
      assertThat(first.getJsonObject("to")).isEqualTo(state("closed", "down", flags(), "500"));
      assertThat(second.getString("id")).isEqualTo("a");
      assertThat(second.getJsonObject("from").getJsonArray("flags")).isEmpty();
      assertThat(second.getJsonObject("to"))
          .isEqualTo(state("closed", "down", flags("ejected"), "5 failures"));
    }
  }

  private static JsonObject state(
      String availability, String health, JsonArray flags, String reason) {
    return new JsonObject()
        .put("adminState", "ready")
        .put("availability", availability)
        .put("health", health)
        .put("flags", flags)
        .put("reason", reason);
  }

  @Test
  void aFreezeKeepsBackWhatIsFoundOutUntilItsEnd() {
    found("web", "a", Health.UP, "");
    Instant asked = Instant.now();
    JsonObject frozen = freeze("60s").bodyAsJsonObject();
    assertThat(Instant.parse(frozen.getString("frozenUntil")))
        .isBetween(asked.plusSeconds(59), Instant.now().plusSeconds(60));
    assertThat(server.get("/v1/freeze").bodyAsJsonObject()).isEqualTo(frozen);
    found("web", "a", Health.DOWN, "500");
    server.call("POST", "/v1/pools/web/backends/b/maint"); // publishes
    assertThat(backend("web", "b").getString("availability")).isEqualTo("closed");
    assertThat(backend("web", "a").getString("availability")).isEqualTo("open");

    assertThat(freeze("0s").bodyAsJsonObject().getValue("frozenUntil")).isNull();
    until("web", "a", "availability", "closed");
    assertThat(server.get("/v1/freeze").bodyAsJsonObject())
        .isEqualTo(new JsonObject().putNull("frozenUntil"));
  }

  @Test
  void aFreezeThatIsOverIsNotShown() {
    freeze("1ms");
    await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> server.get("/v1/freeze").bodyAsJsonObject().getValue("frozenUntil") == null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | 'for' is missing",
        "{\"for\": \"24h1m\"} | 'for' must be a duration",
        "{\"for\": \"1441m\"} | 24h at most",
        "{\"for\": 60} | 'for'",
        "{\"duration\": \"60s\"} | unknown field 'duration'",
      })
  void aFreezeHasATime(String body, String detail) {
    HttpResponse<Buffer> answer = server.call("POST", "/v1/freeze", new JsonObject(body));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.bodyAsJsonObject().getString("detail")).contains(detail);
    assertThat(server.health.frozenUntil()).isNull();
  }
}
