package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.telemetry.hot.KeyTraffic;
import io.clockwise.testkit.RawClient;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A key that has a large part of the requests is named, over real sockets. */
class HotKeysIT extends InstanceFixture {
  private int sent;

  /* Three of ten requests have the one key. */
  private void send(RawClient client, int requests) throws IOException {
    for (int i = 0; i < requests; i++, sent++) {
      String key = sent % 10 < 3 ? "the-one" : "other" + sent;
      assertThat(ask(client, "/", "X-Key: " + key).status()).isEqualTo(200);
    }
  }

  private JsonObject heaviest() throws IOException {
    JsonObject told = taken(instance.get("/v1/pools/web/hot-keys?limit=1"));
    return told.getInteger("requests") < 200 ? null : told.getJsonArray("keys").getJsonObject(0);
  }

  @Test
  void aKeyOf30PerCentIsNamed() throws IOException {
    start("one", keyed("", "a", "b", "c"));
    JsonObject explained =
        taken(
            instance.post(
                "/v1/explain", "{\"target\": \"/\", \"headers\": {\"X-Key\": \"the-one\"}}"));
    try (RawClient client = instance.connect();
        RawClient other = instance.connect()) {
      JsonObject found =
          await()
              .atMost(Duration.ofSeconds(30))
              .until(
                  () -> {
                    send(client, 100);
                    send(other, 100);
                    return heaviest();
                  },
                  heaviest -> heaviest != null);
      assertThat(found.getString("hash"))
          .isEqualTo(explained.getJsonObject("key").getString("hash"));
      assertThat(found.getString("owner")).isEqualTo(explained.getString("owner"));
      assertThat(found.getDouble("share")).isBetween(0.2, 0.4);
      assertThat(found.containsKey("key")).as("names are off").isFalse();
    }
    assertThat(metric("clockwise_hottest_key_share", "pool=\"web\"")).isBetween(0.2, 0.4);
  }

  @Test
  void eachRequestIsCountedOnce() throws IOException {
    start("two", keyed("", "a", "b"));
    try (RawClient client = instance.connect()) {
      await()
          .atMost(Duration.ofSeconds(8))
          .until(() -> System.currentTimeMillis() % KeyTraffic.WINDOW_MILLIS < 1_000);
      long window = System.currentTimeMillis() / KeyTraffic.WINDOW_MILLIS;
      send(client, 50);
      assertThat(ask(client, "/").status()).as("without a key").isEqualTo(200);
      await()
          .atMost(Duration.ofSeconds(8))
          .until(() -> System.currentTimeMillis() / KeyTraffic.WINDOW_MILLIS > window);
      send(client, 1); // hands the window over
      assertThat(taken(instance.get("/v1/pools/web/hot-keys")).getInteger("requests"))
          .isEqualTo(50);
    }
  }
}
