package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.ReceivedRequest;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestInstance;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Standby backends come when a pool is busy and go when it is not, over real sockets. */
class AutoscaleIT extends InstanceFixture {
  private static final int CAPACITY = 4;

  private final CountDownLatch release = new CountDownLatch(1);
  private final List<RawClient> clients = new ArrayList<>();

  @AfterEach
  void letGo() throws IOException {
    release.countDown();
    for (RawClient client : clients) {
      client.close();
    }
  }

  private void hold(ReceivedRequest request) throws IOException {
    try {
      request.body();
      if (!release.await(30, TimeUnit.SECONDS)) {
        throw new IOException("nobody let it go");
      }
      request.answer(200, new byte[0]);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String document(String more) throws IOException {
    backend("a").script(this::hold);
    backend("s").script(this::hold);
    return """
        routes: [{ key: { header: X-Key }, pool: carts }]
        pools:
          carts:
            autoscale: { capacity: %d, interval: 1s, cooldown: 1s%s }
            drain: 1s
            backends:
              - { id: a, address: "127.0.0.1:%d" }
              - { id: s, address: "127.0.0.1:%d", standby: true }
        """
        .formatted(CAPACITY, more, backend("a").port(), backend("s").port());
  }

  /** Sends requests that are held until they are let go. */
  private void load(int requests) throws IOException {
    for (int i = 0; i < requests; i++) {
      RawClient client = instance.connect();
      clients.add(client);
      client.send("GET / HTTP/1.1\r\nHost: t\r\nX-Key: k" + i + "\r\n\r\n");
    }
  }

  private JsonObject json(String path) throws IOException {
    return new JsonObject(instance.get(path).text());
  }

  private String stateOfStandby() throws IOException {
    return json("/v1/pools/carts/backends/s").getString("adminState");
  }

  private List<JsonObject> steps() throws IOException {
    JsonArray revisions = json("/v1/revisions?limit=50").getJsonArray("revisions");
    return revisions.stream()
        .map(JsonObject.class::cast)
        .filter(each -> each.getString("kind").equals("autoscale"))
        .toList();
  }

  private String metrics() throws IOException {
    return instance.get("/metrics").text();
  }

  @Test
  void oneComesWhenThePoolIsBusyAndGoesWhenItIsNot() throws IOException {
    start("one", document(""));
    assertThat(stateOfStandby()).isEqualTo("maint");
    load(CAPACITY);

    await().until(() -> stateOfStandby().equals("ready"));
    assertThat(steps()).hasSize(1);
    JsonObject up = steps().get(0);
    assertThat(up.getString("actor")).isEqualTo("autoscale");
    assertThat(up.getString("reason")).matches("utilisation .* above 0\\.8: in flight 4 of 4");
    assertThat(up.getJsonArray("changes")).containsExactly("ready carts/s");
    assertThat(metrics())
        .contains("clockwise_autoscale_steps_total{direction=\"up\",pool=\"carts\"} 1.0");

    release.countDown();

    await().until(() -> stateOfStandby().equals("drain"));
    assertThat(steps()).hasSize(2);
    assertThat(steps().get(0).getString("reason")).contains("below 0.5: in flight");
    await()
        .until(
            () ->
                json("/v1/pools/carts/backends/s")
                    .getJsonObject("drain")
                    .getString("state")
                    .equals("drained"));
  }

  @Test
  void whatAnOperatorBroughtInStaysAndWhatHeTookOutStaysOut() throws IOException {
    start("one", document(""));
    instance.post("/v1/pools/carts/backends/s/maint", "{}");
    load(CAPACITY);
    await().until(() -> metrics().contains("clockwise_pool_utilisation_ratio{pool=\"carts\"} 1.0"));
    assertThat(stateOfStandby()).isEqualTo("maint");

    instance.post(
        "/v1/changes", "{\"changes\": [{\"op\": \"revert\", \"pool\": \"carts\", \"id\": \"s\"}]}");

    await().until(() -> stateOfStandby().equals("ready"));
    instance.post("/v1/pools/carts/backends/s/ready", "{}");
    release.countDown();
    await().until(() -> metrics().contains("clockwise_pool_utilisation_ratio{pool=\"carts\"} 0.0"));
    assertThat(stateOfStandby()).isEqualTo("ready");
    assertThat(steps()).hasSize(1);
  }

  @Test
  void aRestartGoesOnWhereItWas() throws IOException {
    String document = "stateDir: state\n" + document("");
    stop(startBusy(document));
    release.countDown();

    start("one", document);

    assertThat(stateOfStandby()).isEqualTo("ready");
    await().until(() -> stateOfStandby().equals("drain"));
  }

  private TestInstance startBusy(String document) throws IOException {
    TestInstance started = start("one", document);
    load(CAPACITY);
    await().until(() -> stateOfStandby().equals("ready"));
    return started;
  }

  @Test
  void anOutsideScalerIsToldWhenNobodyIsLeft() throws IOException {
    TestBackend scaler = backend("scaler");
    scaler.script(
        request -> {
          request.body();
          request.answer(204, new byte[0]);
        });
    start("one", document(", webhook: \"http://127.0.0.1:" + scaler.port() + "/wanted\""));
    load(3 * CAPACITY);

    await().until(() -> !scaler.requests().isEmpty());
    ReceivedRequest first = scaler.requests().get(0);
    assertThat(first.method() + " " + first.target()).isEqualTo("POST /wanted");
    JsonObject told = new JsonObject(new String(first.body(), StandardCharsets.UTF_8));
    assertThat(told.getString("pool")).isEqualTo("carts");
    assertThat(told.getInteger("standby")).isZero();
    assertThat(told.getInteger("wanted")).isEqualTo(5);
    assertThat(told.getInteger("inFlight")).isEqualTo(12);
    await()
        .until(
            () ->
                metrics()
                    .contains(
                        "clockwise_autoscale_webhooks_total{pool=\"carts\",result=\"taken\"} 1.0"));
  }
}
