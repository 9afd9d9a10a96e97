package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.ZonesConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys that say where backends and the instance are. */
class ZonesKeysTest {
  private static final String BACKENDS = "backends: [\"a=h:1\", { id: b, address: \"h:1\", %s }]";

  private static PoolConfig pool(String keys) {
    return Documents.valid("pools: { web: { " + keys + " } }").pools().get("web");
  }

  private static BackendConfig backend(String keys) {
    return pool(String.format(BACKENDS, keys)).backends().get(1);
  }

  private static ZonesConfig over(String defaults, String keys) {
    String backends = String.format(BACKENDS, "zone: eu-1a");
    return Documents.valid(
            "defaults: { pools: { zones: "
                + defaults
                + " } }\npools: { web: { "
                + keys
                + backends
                + " } }")
        .pools()
        .get("web")
        .care()
        .zones();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "zones: off",
        "zones: \"off\"",
        "zones: false",
        "zones: { own: \"\" }",
        "zones: { own: \"${NONE:-}\", overflowBelow: 0.5 }"
      })
  void areOff(String keys) {
    assertThat(pool(keys).care().zones()).isNull();
  }

  @Test
  void areReadAll() {
    assertThat(pool("zones: { own: eu-1a }").care().zones())
        .isEqualTo(new ZonesConfig("eu-1a", 0.7));
    assertThat(pool("zones: { own: \"${HOST}\", overflowBelow: 1 }").care().zones())
        .isEqualTo(new ZonesConfig("10.0.0.1", 1));
    assertThat(pool("zones: { own: \"eu/1\", overflowBelow: 0.001 }").care().zones())
        .isEqualTo(new ZonesConfig("eu/1", 0.001));
  }

  @Test
  void aBackendIsNowhereUnlessItSaysSo() {
    assertThat(backend("weight: 1").zone()).isEmpty();
    assertThat(backend("zone: \"\"").zone()).isEmpty();
    assertThat(backend("zone: eu-1a").zone()).isEqualTo("eu-1a");
    assertThat(backend("zone: \"" + "z".repeat(64) + "\"").zone()).hasSize(64);
    assertThat(backend("zone: eu-1a").withWeight(7).withStandby(true).zone()).isEqualTo("eu-1a");
  }

  @Test
  void defaultsMaySayOnceWhereTheInstanceIs() {
    assertThat(over("{ own: eu-1a }", "")).isEqualTo(new ZonesConfig("eu-1a"));
    assertThat(over("{ own: eu-1a }", "zones: { overflowBelow: 0.5 }, "))
        .isEqualTo(new ZonesConfig("eu-1a", 0.5));
    assertThat(over("{ own: eu-1a }", "zones: off, ")).isNull();
    assertThat(over("{ own: \"${NONE:-}\" }", "")).isNull();
  }
}
