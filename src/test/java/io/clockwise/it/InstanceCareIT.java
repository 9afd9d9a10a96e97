package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.testkit.RawAnswer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What a whole instance says of the care for its backends. */
class InstanceCareIT extends InstanceFixture {
  private static final String CARE =
      "health: off, outlier: { eject: 1m, maxEject: 2m }, whenNoneUsable: fail, loadBound: 1.25,"
          + " slowStart: 60s, hotKeys: { spreadAbove: 0.5% }, ";

  private JsonObject poolInEffect() throws IOException {
    return taken(instance.get("/v1/config"))
        .getJsonObject("config")
        .getJsonObject("pools")
        .getJsonObject("web");
  }

  @Test
  void showsWhatIsInEffectAndKeepsItWhenANewDocumentIsWrong() throws IOException {
    start("one", keyed(CARE, "a", "b"));

    assertThat(poolInEffect().getString("health")).isEqualTo("off");
    assertThat(poolInEffect().getJsonObject("outlier").getString("maxEject")).isEqualTo("2m");
    assertThat(poolInEffect().getString("whenNoneUsable")).isEqualTo("fail");
    assertThat(poolInEffect().getJsonObject("loadBound"))
        .isEqualTo(new JsonObject().put("bound", 1.25).put("floor", 8));
    assertThat(poolInEffect().getJsonObject("slowStart").getString("window")).isEqualTo("1m");
    assertThat(poolInEffect().getJsonObject("hotKeys").getString("spreadAbove")).isEqualTo("0.5%");
    assertThat(owners(instance)).contains("a", "b");

    RawAnswer refused = instance.reload(keyed("slowStart: 60, loadBound: 0.9, ", "a", "b"));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.text()).contains("pools.web.slowStart", "pools.web.loadBound");
    assertThat(poolInEffect().getJsonObject("slowStart").getString("window")).isEqualTo("1m");

    taken(instance.reload(keyed("slowStart: { window: 2m }, ", "a", "b")));
    assertThat(poolInEffect().getJsonObject("slowStart").getString("window")).isEqualTo("2m");
    assertThat(poolInEffect().getString("loadBound")).isEqualTo("off");
  }

  @Test
  void tellsOfHealthAndCanBeFrozen() throws IOException {
    start("one", keyed(CARE, "a", "b"));

    assertThat(metric("clockwise_backend_health", "state=\"up\"")).isEqualTo(2);
    assertThat(metric("clockwise_pool_panic", "web")).isZero();
    assertThat(metric("clockwise_health_frozen_seconds", "")).isZero();
    JsonObject frozen = taken(instance.post("/v1/freeze", "{\"for\": \"10m\"}"));
    assertThat(frozen.getString("frozenUntil")).isNotNull();
    assertThat(metric("clockwise_health_frozen_seconds", "")).isBetween(500.0, 600.0);
    assertThat(taken(instance.get("/v1/freeze"))).isEqualTo(frozen);
    taken(instance.post("/v1/freeze", "{\"for\": \"0s\"}"));
    assertThat(metric("clockwise_health_frozen_seconds", "")).isZero();
  }
}
