package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.CareConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.EffectiveConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.config.HotKeysConfig;
import io.clockwise.config.KeySource;
import io.clockwise.config.LoadBoundConfig;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.OutlierConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.RetryConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.config.ZonesConfig;
import io.clockwise.config.read.placement.PlacementSection;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.model.placement.PlacementSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code conf/clockwise.yaml} can be used as it is, and the defaults that it shows are true. */
class ExampleDocumentTest {
  private static final Path FILE = Path.of("conf/clockwise.yaml");
  private static final Pattern ALTERNATIVE = Pattern.compile("# (\\{ algorithm: .*})");
  private static final Pattern AFFINITY = Pattern.compile("# (\\{ (?:cookie|table): \\{.*\\} \\})");
  private static final Pattern CARE =
      Pattern.compile(
          "\\n    (health|outlier|loadBound|hotKeys|zones): \"off\" [^{]*(\\{ \\w+: [^\\n]*?\\})(?=[:\\n])");
  private final String text = text();
  private final ClockwiseConfig example = Documents.valid(text);

  private static String text() {
    try {
      return Files.readString(FILE);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void hasNoProblemAndNoWarning() {
    ConfigResult result = Documents.read(text);

    assertThat(Documents.lines(result)).isEmpty();
    assertThat(result).isInstanceOf(ConfigResult.Valid.class);
  }

  @Test
  void showsTheDefaultsOfTheProcess() {
    ClockwiseConfig smallest = Documents.valid("pools: { web: { backends: [\"a=10.0.0.1:80\"] } }");
    Map<String, Object> defaults = EffectiveConfig.toMap(smallest);
    Map<String, Object> shown = EffectiveConfig.toMap(example);

    for (String key : defaults.keySet()) {
      if (!Set.of("routes", "pools").contains(key)) {
        assertThat(shown.get(key)).as(key).isEqualTo(defaults.get(key));
      }
    }
  }

  @Test
  void showsTheDefaultsOfAPool() {
    PoolConfig carts = example.pools().get("carts");

    assertThat(carts.placement()).isEqualTo(PlacementSection.DEFAULT);
    assertThat(carts.session()).isEqualTo(SessionConfig.DEFAULT);
    assertThat(carts.connections()).isEqualTo(ConnectionsConfig.DEFAULT);
    assertThat(carts.timeouts()).isEqualTo(TimeoutsConfig.DEFAULT);
    assertThat(carts.retry()).isEqualTo(RetryConfig.DEFAULT);
    assertThat(carts.care()).isEqualTo(CareConfig.DEFAULT);
    assertThat(carts.backends().get(0).weight())
        .isEqualTo(example.pools().get("web").backends().get(0).weight());
  }

  @Test
  void showsTheDefaultsOfEachAlgorithm() {
    List<PlacementSettings> shown = new ArrayList<>(List.of(PlacementSection.DEFAULT));
    ALTERNATIVE
        .matcher(text)
        .results()
        .map(match -> "pools: { web: { placement: " + match.group(1) + " } }")
        .forEach(yaml -> shown.add(Documents.valid(yaml).pools().get("web").placement()));

    assertThat(shown).containsExactlyInAnyOrderElementsOf(EveryAlgorithm.defaults());
  }

  @Test
  void showsTheDefaultsOfEachAffinity() {
    List<AffinityConfig> shown =
        AFFINITY
            .matcher(text)
            .results()
            .map(match -> "pools: { web: { affinity: " + match.group(1) + " } }")
            .map(yaml -> Documents.valid(yaml).pools().get("web").session().affinity())
            .toList();

    assertThat(shown).containsExactly(AffinityConfig.Cookie.DEFAULT, AffinityConfig.Table.DEFAULT);
  }

  @Test
  void showsTheDefaultsOfEachCare() {
    Map<String, CareConfig> shown = new LinkedHashMap<>();
    CARE.matcher(text)
        .results()
        .forEach(
            match -> {
              String care = match.group(1) + ": " + match.group(2);
              String yaml = "pools: { web: { " + care + " } }";
              shown.put(match.group(1), Documents.valid(yaml).pools().get("web").care());
            });

    assertThat(shown)
        .isEqualTo(
            Map.of(
                "health",
                CareConfig.DEFAULT.withHealth(HealthConfig.of(HealthConfig.Http.of("/healthz"))),
                "outlier",
                CareConfig.DEFAULT.withOutlier(OutlierConfig.DEFAULT),
                "loadBound",
                CareConfig.DEFAULT.withLoadBound(new LoadBoundConfig(125, LoadBoundConfig.FLOOR)),
                "hotKeys",
                CareConfig.DEFAULT.withHotKeys(new HotKeysConfig(0.05, 2, false)),
                "zones",
                CareConfig.DEFAULT.withZones(new ZonesConfig("eu-1a"))));
  }

  @Test
  void showsTheDefaultsOfARoute() {
    assertThat(text)
        .contains(
            "# default: \"" + MatchConfig.ANY.path() + "\"",
            "onMissingKey: leastRequests",
            "clientAddress: { v4Prefix: 32, v6Prefix: 64 }");
    assertThat(example.routes().get(0).onMissingKey()).isEqualTo(MissingKeyPolicy.LEAST_REQUESTS);
    assertThat(Documents.valid("pools: { web: { backends: [] } }").routes())
        .extracting(RouteConfig::onMissingKey)
        .containsExactly(MissingKeyPolicy.LEAST_REQUESTS);
    assertThat(
            Documents.valid("routes: [{ key: clientAddress }]\npools: { web: { backends: [] } }")
                .routes()
                .get(0)
                .key())
        .isEqualTo(List.of(new KeySource.ClientAddress(32, 64, null)));
  }

  @Test
  void namesEveryKey() {
    for (DocumentSections section : DocumentSections.all().values()) {
      for (String key : section.keys()) {
        assertThat(text).as(key).containsPattern("\\b" + key + ":");
      }
    }
    for (String kind : DocumentSections.keySourceKinds()) {
      assertThat(text).as(kind).containsPattern("\\b" + kind + "\\b");
    }
  }
}
