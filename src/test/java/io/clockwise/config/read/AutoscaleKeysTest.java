package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AutoscaleConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.model.AdminState;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys that bring standby backends in. */
class AutoscaleKeysTest {
  private static PoolConfig pool(String keys) {
    return Documents.valid("pools: { web: { " + keys + " } }").pools().get("web");
  }

  private static BackendConfig backend(String keys) {
    return pool("backends: [{ id: a, address: \"h:1\", " + keys + " }]").backends().get(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "autoscale: off", "autoscale: \"off\""})
  void areOff(String keys) {
    assertThat(pool(keys).care().autoscale()).isNull();
  }

  @Test
  void haveDefaults() {
    assertThat(pool("autoscale: {}").care().autoscale()).isEqualTo(AutoscaleConfig.DEFAULT);
  }

  @Test
  void areReadAll() {
    String all =
        "autoscale: { target: 0.5, high: 1, low: 0, capacity: 40, interval: 1s, cooldown: 0s,"
            + " step: 3, webhook: \"https://scaler.example/hook?pool=web\" }";
    assertThat(pool(all).care().autoscale())
        .isEqualTo(
            new AutoscaleConfig(
                0.5,
                1,
                0,
                40,
                Duration.ofSeconds(1),
                Duration.ZERO,
                3,
                "https://scaler.example/hook?pool=web"));
  }

  @Test
  void aStandbyBackendRestsUnlessItSaysOtherwise() {
    assertThat(backend("weight: 1").standby()).isFalse();
    assertThat(backend("standby: false").state()).isEqualTo(AdminState.READY);
    assertThat(backend("standby: true").standby()).isTrue();
    assertThat(backend("standby: true").state()).isEqualTo(AdminState.MAINT);
    assertThat(backend("standby: true, state: ready").state()).isEqualTo(AdminState.READY);
  }

  @Test
  void oneBackendTakesNoMoreThanItsConnections() {
    AutoscaleConfig scale = AutoscaleConfig.DEFAULT;
    ConnectionsConfig few = new ConnectionsConfig(30, 0, Duration.ZERO, Duration.ofSeconds(1));

    assertThat(scale.capacityOf(2, ConnectionsConfig.DEFAULT)).isEqualTo(200);
    assertThat(scale.capacityOf(9, ConnectionsConfig.DEFAULT)).isEqualTo(512);
    assertThat(scale.capacityOf(1, few)).isEqualTo(30);
    assertThat(scale.capacityOf(0, few)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://h:99999/", "http://h:0/", "http://user:pw@h/", "http:///x"})
  void aWebhookThatCannotBeCalledIsAProblem(String url) {
    String pool = "{ autoscale: { webhook: \"" + url + "\" }, backends: [\"a=h:1\"] }";
    assertThat(Documents.problem("routes: [{ pool: c }]\npools: { c: " + pool + " }"))
        .contains("pools.c.autoscale.webhook");
  }
}
