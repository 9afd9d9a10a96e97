package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.Drain;
import io.clockwise.telemetry.BackendMeters;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drain, ready and maint, over real HTTP. */
class DrainTest {
  private static final String A = "/v1/pools/web/backends/a";

  @TempDir private static Path directory;

  private final AdminServer server = new AdminServer(directory);
  private final BackendMeters meters = server.meters.backend("web", "a");

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void isDrainedAtOnceWithoutLiveRequests() {
    HttpResponse<Buffer> drained = server.call("POST", A + "/drain?reason=new+disk");

    assertThat(drained.statusCode()).isEqualTo(200);
    assertThat(drained.getHeader("Location")).isEqualTo(A + "/drain");
    assertThat(drained.bodyAsJsonObject())
        .isEqualTo(
            new JsonObject()
                .put("state", "drained")
                .put("liveRequests", 0)
                .put("streams", 0)
                .put("sessions", 0)
                .put("remaining", "0s")
                .put("removable", true)
                .put("lastOne", false)
                .put("unknown", new JsonArray())
                .put("scope", "instance")
                .put("revision", 2));
    JsonObject backend = server.get(A).bodyAsJsonObject();
    assertThat(backend.getString("adminState")).isEqualTo("drain");
    assertThat(backend.getString("availability")).isEqualTo("closed");
    assertThat(server.control.state().revision()).as("the end is a record").isEqualTo(3);
    assertThat(backend.getString("reason")).isEqualTo("new disk");
  }

  @Test
  void tellsOfLiveRequests() {
    meters.started(0);
    HttpResponse<Buffer> draining = server.call("POST", A + "/drain", new JsonObject());

    assertThat(draining.statusCode()).isEqualTo(202);
    assertThat(draining.bodyAsJsonObject().getString("state")).isEqualTo("draining");
    assertThat(draining.bodyAsJsonObject().getLong("liveRequests")).isEqualTo(1);
    assertThat(draining.bodyAsJsonObject().getBoolean("removable")).isFalse();
    assertThat(server.get(A).bodyAsJsonObject().getLong("inFlight")).isEqualTo(1);

    meters.ended(0, false);
    JsonObject later = server.get(draining.getHeader("Location") + "?wait=5s").bodyAsJsonObject();
    assertThat(later.getString("state")).isEqualTo("drained");
    assertThat(later.getBoolean("removable")).isTrue();
  }

  @Test
  void theLastOneServesWhileItIsDrained() {
    meters.started(0);
    server.call("POST", "/v1/pools/web/backends/b/maint");
    server.call("POST", "/v1/pools/web/backends/c/maint");
    JsonObject drain = server.call("POST", A + "/drain?force=true").bodyAsJsonObject();
    assertThat(drain.getBoolean("lastOne")).isTrue();
    JsonObject backend = server.get(A).bodyAsJsonObject();
    assertThat(backend.getString("availability")).isEqualTo("open");
    assertThat(backend.getJsonArray("flags")).containsExactly("last");
    JsonObject strict = server.call("POST", A + "/drain?force=true&strict=true").bodyAsJsonObject();
    assertThat(strict.getBoolean("lastOne")).isFalse();
    assertThat(server.get(A).bodyAsJsonObject().getString("availability")).isEqualTo("sticky_only");
    server.call("POST", "/v1/pools/web/backends/b/ready");
    meters.ended(0, false);
  }

  @Test
  void expiresAtItsDeadline() {
    meters.started(0);
    HttpResponse<Buffer> answer =
        server.call(
            "POST",
            A + "/drain?wait=10s",
            new JsonObject().put("deadline", "300ms").put("then", "cut").put("hardStop", "0s"));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.bodyAsJsonObject().getString("state")).isEqualTo("expired");
    assertThat(answer.bodyAsJsonObject().getLong("liveRequests")).isEqualTo(1);
    assertThat(answer.bodyAsJsonObject().getBoolean("removable")).isFalse();
    assertThat(server.get(A).bodyAsJsonObject().getString("availability")).isEqualTo("closed");
    meters.ended(0, false);
    assertThat(server.get(A + "/drain").bodyAsJsonObject().getBoolean("removable")).isTrue();
  }

  @Test
  void keepsItsDeadlineWhenItIsAskedForAgain() {
    meters.started(0);
    server.call("POST", A + "/drain", new JsonObject().put("deadline", "1h"));
    Drain first = server.control.state().head().drain("web", "a");
    server.call("POST", A + "/drain");
    assertThat(server.control.state().head().drain("web", "a")).isEqualTo(first);
    server.call("POST", A + "/drain", new JsonObject().put("deadline", "2h"));
    assertThat(server.control.state().head().drain("web", "a")).isNotEqualTo(first);
    server.call("POST", A + "/ready");
    assertThat(server.control.state().head().drain("web", "a")).isNull();
    meters.ended(0, false);
  }

  @Test
  void waitsUntilTheLastRequestEnds() {
    meters.started(0);
    Future<HttpResponse<Buffer>> waiting = server.request("POST", A + "/drain?wait=10s").send();
    Awaitility.await()
        .until(() -> server.get(A).bodyAsJsonObject().getString("adminState").equals("drain"));
    assertThat(waiting.isComplete()).isFalse();

    meters.ended(0, false);
    HttpResponse<Buffer> drained = AdminServer.await(waiting);
    assertThat(drained.statusCode()).isEqualTo(200);
    assertThat(drained.bodyAsJsonObject().getString("state")).isEqualTo("drained");
  }

  @Test
  void givesUpWaitingInTime() {
    meters.started(0);
    HttpResponse<Buffer> waited = server.call("POST", A + "/drain?wait=100ms");

    assertThat(waited.statusCode()).isEqualTo(202);
    assertThat(waited.bodyAsJsonObject().getString("state")).isEqualTo("draining");
  }

  @Test
  void tellsThatADrainIsCancelled() {
    meters.started(0);
    Future<HttpResponse<Buffer>> waiting = server.request("POST", A + "/drain?wait=10s").send();
    Awaitility.await().until(() -> server.get(A + "/drain").statusCode() == 200);
    HttpResponse<Buffer> ready = server.call("POST", A + "/ready");

    assertThat(ready.bodyAsJsonObject().getString("adminState")).isEqualTo("ready");
    assertThat(ready.bodyAsJsonObject().getString("availability")).isEqualTo("open");
    JsonObject body = AdminServer.await(waiting).bodyAsJsonObject();
    assertThat(body.getString("state")).isEqualTo("cancelled");
    assertThat(body.getBoolean("removable")).isFalse();
    assertThat(server.get(A + "/drain").statusCode()).isEqualTo(404);
  }

  @Test
  void isNotDrainedBeforeEveryLoopKnows() throws Exception {
    ExecutorService loop = Executors.newSingleThreadExecutor();
    CountDownLatch stuck = new CountDownLatch(1);
    try {
      server.control.table().join("loop-9", loop);
      loop.execute(
          () -> {
            try {
              stuck.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      HttpResponse<Buffer> answer = server.call("POST", A + "/drain");

      assertThat(answer.statusCode()).isEqualTo(202);
      assertThat(answer.bodyAsJsonObject().getString("state")).isEqualTo("draining");
      assertThat(answer.bodyAsJsonObject().getJsonArray("pendingLoops"))
          .isEqualTo(new JsonArray().add("loop-9"));
      stuck.countDown();
      Awaitility.await()
          .until(
              () -> server.get(A + "/drain").bodyAsJsonObject().getString("state"),
              "drained"::equals);
    } finally {
      stuck.countDown();
      loop.shutdown();
    }
  }

  @Test
  void protectsTheLastOpenBackend() {
    server.call("POST", A + "/maint");
    server.call("POST", "/v1/pools/web/backends/b/maint");
    HttpResponse<Buffer> refused = server.call("POST", "/v1/pools/web/backends/c/drain");

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.bodyAsJsonObject().getString("type"))
        .isEqualTo("urn:clockwise:problem:last-open");
    assertThat(server.call("POST", "/v1/pools/web/backends/c/drain?force=true").statusCode())
        .isEqualTo(200);
  }

  @Test
  void protectsLiveRequestsFromRemoval() {
    meters.started(1);
    HttpResponse<Buffer> refused = server.call("DELETE", A);

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.bodyAsJsonObject().getLong("liveRequests")).isEqualTo(1);
    assertThat(server.call("DELETE", A + "?force=true").statusCode()).isEqualTo(200);
  }
}
