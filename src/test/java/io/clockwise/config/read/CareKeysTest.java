package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.CareConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.config.HealthConfig.Grpc;
import io.clockwise.config.HealthConfig.Http;
import io.clockwise.config.HealthConfig.Initial;
import io.clockwise.config.HealthConfig.StatusRange;
import io.clockwise.config.HealthConfig.Tcp;
import io.clockwise.config.HotKeysConfig;
import io.clockwise.config.LoadBoundConfig;
import io.clockwise.config.OutlierConfig;
import io.clockwise.config.SlowStartConfig;
import io.clockwise.config.SlowStartConfig.Curve;
import io.clockwise.config.WhenNoneUsable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The keys of pools that care for backends which are dead, slow, cold or overloaded. */
class CareKeysTest {
  private static CareConfig care(String keys) {
    return Documents.valid("pools: { web: { " + keys + " } }").pools().get("web").care();
  }

  private static HealthConfig health(String text) {
    return care("health: " + text).health();
  }

  private static List<StatusRange> expect(String text) {
    return ((Http) health("{ http: { path: /, expect: " + text + " } }").probe()).expect();
  }

  private static OutlierConfig outlier(String text) {
    return care("outlier: " + text).outlier();
  }

  @Test
  void haveDefaults() {
    assertThat(care("")).isEqualTo(CareConfig.DEFAULT);
    assertThat(care("health: off, outlier: off, loadBound: off, slowStart: 0s, hotKeys: off"))
        .isEqualTo(CareConfig.DEFAULT);
    assertThat(care("health: false, outlier: false, loadBound: false, hotKeys: false"))
        .isEqualTo(CareConfig.DEFAULT);
  }

  @Test
  void healthHasShortForms() {
    HealthConfig path = HealthConfig.of(Http.of("/healthz"));

    assertThat(health("/healthz")).isEqualTo(path);
    assertThat(health("\"${NONE:-/healthz}\"")).isEqualTo(path);
    assertThat(health("{ http: /healthz }")).isEqualTo(path);
    assertThat(health("{ http: { path: /healthz } }")).isEqualTo(path);
    assertThat(health("{ tcp: {} }")).isEqualTo(HealthConfig.of(new Tcp()));
    assertThat(health("{ tcp: }")).isEqualTo(HealthConfig.of(new Tcp()));
    assertThat(health("{ grpc: {} }")).isEqualTo(HealthConfig.of(new Grpc("")));
    assertThat(health("{ grpc: }")).isEqualTo(HealthConfig.of(new Grpc("")));
    assertThat(health("{ grpc: { service: shop.Carts } }"))
        .isEqualTo(HealthConfig.of(new Grpc("shop.Carts")));
  }

  @Test
  void readAllOfAHealthCheck() {
    String http =
        "{ path: \"/up?a=1\", method: POST, host: \"[::1]:81\", headers: { X-A: b c },"
            + " expect: [204, 300-399], body: \"^\\\\s*ok\" }";
    String all =
        "{ http: "
            + http
            + ", interval: 1h, timeout: 10m, rise: 100, fall: 1, initial: up, port: 65535 }";

    assertThat(health(all))
        .isEqualTo(
            new HealthConfig(
                new Http(
                    "POST",
                    "/up?a=1",
                    "[::1]:81",
                    Map.of("X-A", "b c"),
                    List.of(new StatusRange(204, 204), new StatusRange(300, 399)),
                    "^\\s*ok"),
                Duration.ofHours(1),
                Duration.ofMinutes(10),
                100,
                1,
                Initial.UP,
                65_535));
    assertThat(health("{ tcp: {}, initial: down }").initial()).isEqualTo(Initial.DOWN);
    assertThat(health("{ tcp: {}, initial: checking }").initial()).isEqualTo(Initial.CHECKING);
  }

  @Test
  void statusesHaveForms() {
    StatusRange well = new StatusRange(200, 399);
    StatusRange one = new StatusRange(204, 204);

    assertThat(expect("200-399")).containsExactly(well);
    assertThat(expect("204")).containsExactly(one);
    assertThat(expect("\"204, 200-399\"")).containsExactly(one, well);
    assertThat(expect("[204, 200-399]")).containsExactly(one, well);
    assertThat(expect("[\"204,200-399\", 100-599]"))
        .containsExactly(one, well, new StatusRange(100, 599));
  }

  @Test
  void aTimeoutThatNobodyNamedIsNotLongerThanTheInterval() {
    assertThat(health("{ http: /, interval: 300ms }").timeout()).isEqualTo(Duration.ofMillis(300));
    assertThat(health("{ http: /, interval: 3s }").timeout()).isEqualTo(Duration.ofSeconds(1));
    assertThat(health("{ http: /, interval: 3s, timeout: 3s }").timeout())
        .isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void outlierHasShortForms() {
    assertThat(outlier("on")).isEqualTo(OutlierConfig.DEFAULT);
    assertThat(outlier("true")).isEqualTo(OutlierConfig.DEFAULT);
    assertThat(outlier("{}")).isEqualTo(OutlierConfig.DEFAULT);
  }

  @Test
  void readAllOfAnOutlier() {
    String all =
        "{ consecutiveFailures: 1000, distinctKeys: 1, eject: 1h, maxEject: 24h,"
            + " maxEjectedShare: 0.125, slowFactor: 2.55 }";

    assertThat(outlier(all))
        .isEqualTo(
            new OutlierConfig(1_000, 1, Duration.ofHours(1), Duration.ofHours(24), 0.125, 2.55));
    assertThat(outlier("{ slowFactor: 1000.00 }").slowFactor()).isEqualTo(1_000);
    assertThat(outlier("{ slowFactor: 0 }").slowFactor()).isZero();
    assertThat(outlier("{ maxEjectedShare: 1.0 }").maxEjectedShare()).isEqualTo(1);
  }

  @Test
  void anEjectionThatNobodyNamedFitsTheOther() {
    assertThat(outlier("{ eject: 10m }").maxEject()).isEqualTo(Duration.ofMinutes(10));
    assertThat(outlier("{ maxEject: 5s }").eject()).isEqualTo(Duration.ofSeconds(5));
    assertThat(outlier("{ maxEject: 5s }").maxEject()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void readWhatHappensWhenNoneIsUsable() {
    assertThat(care("whenNoneUsable: fail").whenNoneUsable()).isEqualTo(WhenNoneUsable.FAIL);
    assertThat(care("whenNoneUsable: tryAnswering").whenNoneUsable())
        .isEqualTo(WhenNoneUsable.TRY_ANSWERING);
  }

  @Test
  void aLoadBoundIsAFactor() {
    assertThat(care("loadBound: 1.25").loadBound()).isEqualTo(new LoadBoundConfig(125, 8));
    assertThat(care("loadBound: 1").loadBound()).isEqualTo(new LoadBoundConfig(100, 8));
    assertThat(care("loadBound: 1.10").loadBound()).isEqualTo(new LoadBoundConfig(110, 8));
    assertThat(care("loadBound: { bound: 100.0, floor: 1 }").loadBound())
        .isEqualTo(new LoadBoundConfig(10_000, 1));
  }

  @Test
  void aSlowStartIsAWindow() {
    assertThat(care("slowStart: 60s").slowStart())
        .isEqualTo(new SlowStartConfig(Duration.ofMinutes(1), Curve.LINEAR));
    assertThat(care("slowStart: { window: 24h, curve: exponential }").slowStart())
        .isEqualTo(new SlowStartConfig(Duration.ofHours(24), Curve.EXPONENTIAL));
    assertThat(care("slowStart: {}").slowStart()).isEqualTo(SlowStartConfig.OFF);
  }

  @Test
  void aKeyIsHotFromAShareOn() {
    assertThat(care("hotKeys: { spreadAbove: 5% }").hotKeys())
        .isEqualTo(new HotKeysConfig(0.05, 2, false));
    assertThat(care("hotKeys: { spreadAbove: 0.05 }").hotKeys())
        .isEqualTo(new HotKeysConfig(0.05, 2, false));
    assertThat(care("hotKeys: { spreadAbove: 0.5%, over: 16, names: true }").hotKeys())
        .isEqualTo(new HotKeysConfig(0.005, 16, true));
    assertThat(care("hotKeys: { spreadAbove: 100% }").hotKeys().spreadAbove()).isEqualTo(1);
    assertThat(care("hotKeys: { spreadAbove: 0.0001% }").hotKeys().spreadAbove())
        .isEqualTo(0.000001);
  }
}
