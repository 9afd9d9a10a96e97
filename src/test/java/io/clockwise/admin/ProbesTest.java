package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbesTest {
  @TempDir private static Path directory;

  private final AdminServer server = new AdminServer(directory);

  @AfterEach
  void close() {
    server.close();
  }

  private JsonArray reasons(int status) {
    HttpResponse<Buffer> response = server.get("/readyz");
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.bodyAsJsonObject().getBoolean("ready")).isEqualTo(status == 200);
    return response.bodyAsJsonObject().getJsonArray("reasons");
  }

  @Test
  void isAlive() {
    assertThat(server.get("/livez").bodyAsJsonObject())
        .isEqualTo(new JsonObject().put("alive", true));
  }

  @Test
  void isReadyBetweenStartAndStop() {
    assertThat(reasons(503)).hasSize(2);
    server.readiness.tablePublished();
    assertThat(reasons(503)).containsExactly("the listeners are not bound yet");
    server.readiness.listenersBound();
    assertThat(reasons(200)).isEmpty();
    server.readiness.stopping();
    assertThat(reasons(503)).containsExactly("Clockwise is stopping");
  }

  @Test
  void waitsForTheFirstHealthCheckOfEachPool() {
    server.readiness.tablePublished();
    server.readiness.listenersBound();
    server.health.unsettled(Set.of("web"));
    assertThat(reasons(503)).containsExactly("waiting for the first health check of pool web");
    server.health.unsettled(Set.of());
    assertThat(reasons(200)).isEmpty();
  }
}
