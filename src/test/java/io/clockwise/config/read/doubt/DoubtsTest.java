package io.clockwise.config.read.doubt;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigProblem;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.read.ConfigReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The warnings of pools, without a document. */
class DoubtsTest {
  private static final String YAML =
      """
      routes:
        - { match: /carts/**, pool: carts, backup: rest, key: method }
        - { pool: rest, key: clientAddress }
      pools:
        rest: { backends: ["a=10.0.0.1:80", "b=10.0.0.2:80"] }
        carts: { affinity: cookie, backends: ["a=10.0.0.1:80"] }
        idle: { backends: ["10.0.0.1:80"] }
      """;

  private static ConfigResult.Valid read(String yaml) {
    ConfigDocument document =
        new ConfigDocument("x", Path.of("/etc"), yaml.getBytes(StandardCharsets.UTF_8));
    ConfigResult result = ConfigReader.read(document, name -> null, "here");
    assertThat(result).isInstanceOf(ConfigResult.Valid.class);
    return (ConfigResult.Valid) result;
  }

  private static Map<String, List<String>> places(ClockwiseConfig config) {
    Map<String, List<String>> places = new LinkedHashMap<>();
    Doubts.ofPools(config)
        .forEach((name, all) -> places.put(name, all.stream().map(ConfigProblem::path).toList()));
    return places;
  }

  @Test
  void areThoseOfEachPoolAndOfTheKeysThatLeadToIt() {
    assertThat(places(read(YAML).config()))
        .isEqualTo(
            Map.of(
                "rest", List.of("routes[1].key", "routes[0].key"),
                "carts", List.of("pools.carts.affinity"),
                "idle", List.of("pools.idle", "pools.idle.backends[0]")));
  }

  @Test
  void comeInTheOrderOfThePools() {
    assertThat(Doubts.ofPools(read(YAML).config()).keySet())
        .containsExactly("rest", "carts", "idle");
  }

  @Test
  void areThoseOfTheDocumentWithoutLines() {
    ConfigResult.Valid valid = read(YAML);
    List<ConfigProblem> withoutLines =
        valid.warnings().stream()
            .map(w -> new ConfigProblem(w.path(), 0, w.given(), w.expected(), w.hint()))
            .toList();

    assertThat(withoutLines).isNotEmpty();
    assertThat(Doubts.ofPools(valid.config()).values().stream().flatMap(List::stream).distinct())
        .containsExactlyInAnyOrderElementsOf(withoutLines);
  }

  @Test
  void followWhatWasChangedSince() {
    ClockwiseConfig config = read(YAML).config();
    Map<String, PoolConfig> pools = new LinkedHashMap<>(config.pools());
    pools.computeIfPresent(
        "carts", (name, pool) -> pool.withBackends(config.pools().get("rest").backends()));

    assertThat(places(config.withPools(pools)).get("carts")).containsExactly("routes[0].key");
  }
}
