package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.testkit.ClockwiseProcess;
import io.clockwise.testkit.GoldenVectors;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code clockwise pick} with algorithms of other products, whose picks golden vectors hold. */
class PickIT {
  @TempDir Path dir;

  /** Backends with ids and addresses of their own, which have to be without effect. */
  private static String backends(JsonArray nodes, Map<String, String> ids) {
    return IntStream.range(0, nodes.size())
        .mapToObj(
            i -> {
              JsonObject node = nodes.getJsonObject(i);
              String name = node.getString("name");
              ids.put(name, "b" + (nodes.size() - i));
              return new JsonObject()
                  .put("id", ids.get(name))
                  .put("address", "192.0.2." + (i + 1) + ":80")
                  .put("placementName", name)
                  .put("weight", node.getInteger("weight", 1))
                  .put("state", node.getBoolean("down", false) ? "maint" : "ready")
                  .encode();
            })
        .collect(Collectors.joining(",\n        ", "[", "]"));
  }

  private Path config(String placement, String backends) throws Exception {
    return Files.writeString(
        dir.resolve("pick.yaml"),
        "routes: [{ key: { header: X-Key }, pool: web }]\n"
            + "pools:\n"
            + "  web:\n"
            + "    placement: "
            + placement
            + "\n"
            + "    backends:\n"
            + "        "
            + backends
            + "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nginx-hash-consistent-w5 | { algorithm: nginx-hash-consistent }",
        "nginx-hash-consistent-ten-down | { algorithm: nginx-hash-consistent }",
        "traefik-hrw-w5 | { algorithm: traefik-hrw }",
        "caddy-hrw-2.6.2-ports4 | { algorithm: caddy-hrw, version: \"2.6.2\" }",
        "haproxy-consistent-ten-down | { algorithm: haproxy-consistent }"
      })
  void theBackendIsThatOfTheProductNamed(String vectors, String placement) throws Exception {
    JsonObject entry = GoldenVectors.of(vectors);
    Map<String, String> ids = new TreeMap<>();
    String backends = backends(entry.getJsonObject("config").getJsonArray("nodes"), ids);
    config(placement, backends);
    List<String> keys = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (Object each : entry.getJsonArray("picks")) {
      JsonArray pick = (JsonArray) each;
      String key = pick.getString(0);
      if (key.indexOf('\n') < 0 && key.indexOf('\r') < 0) { // a key is a line
        keys.add(key);
        expected.add(key + '\t' + ids.get(pick.getString(1)));
      }
    }
    byte[] input = (String.join("\n", keys) + '\n').getBytes(StandardCharsets.UTF_8);
    try (ClockwiseProcess process =
        ClockwiseProcess.start(dir, "pick", "--config", "pick.yaml").feed(input)) {
      assertThat(process.exitCode()).as("%s", process.err()).isZero();
      assertThat(keys).hasSizeGreaterThan(400);
      assertThat(process.out()).as(Json.encode(ids)).containsExactlyElementsOf(expected);
    }
  }
}
