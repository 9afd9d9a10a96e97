package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.PlacementSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code src/docs/configuration.md} names every key with its real default. */
class ReferencePageTest {
  private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| (.*?) \\| .*");
  private static final String ALGORITHM = "placement-";
  private static final Map<String, String> HEADINGS =
      Map.ofEntries(
          Map.entry("", "The document"),
          Map.entry("listener", "Listener"),
          Map.entry("probes", "Probes"),
          Map.entry("explain", "Explain"),
          Map.entry("affinity", "Affinity"),
          Map.entry("cookie", "Affinity cookie"),
          Map.entry("table", "Affinity table"),
          Map.entry("onOwnerChange", "Owner change"),
          Map.entry("drain", "Drain"),
          Map.entry("changeBudget", "Change budget"),
          Map.entry("proxyProtocol", "PROXY protocol"),
          Map.entry("tls", "TLS"),
          Map.entry("certificate", "Certificate"),
          Map.entry("admin", "Admin"),
          Map.entry("token", "Token"),
          Map.entry("limits", "Limits"),
          Map.entry("shutdown", "Shutdown"),
          Map.entry("accessLog", "Access log"),
          Map.entry("route", "Route"),
          Map.entry("match", "Match"),
          Map.entry("pool", "Pool"),
          Map.entry("backend", "Backend"),
          Map.entry("autoscale", "Autoscale"),
          Map.entry("connections", "Connections"),
          Map.entry("timeouts", "Timeouts"),
          Map.entry("backendTls", "Backend TLS"),
          Map.entry("defaults", "Defaults"),
          Map.entry("forwarded", "Forwarded"),
          Map.entry("poolShare", "Pool share"),
          Map.entry("redirect", "Redirect"),
          Map.entry("respond", "Respond"),
          Map.entry("routeTimeouts", "Route timeouts"),
          Map.entry("routeRetry", "Route retry"),
          Map.entry("routeLimits", "Route limits"),
          Map.entry("rewrite", "Rewrite"),
          Map.entry("replacePrefix", "Replaced prefix"),
          Map.entry("headers", "Headers"),
          Map.entry("fieldEdits", "Field edits"),
          Map.entry("retry", "Retry"),
          Map.entry("retryBudget", "Retry budget"),
          Map.entry("health", "Health"),
          Map.entry("healthHttp", "HTTP check"),
          Map.entry("healthGrpc", "gRPC check"),
          Map.entry("outlier", "Outlier"),
          Map.entry("loadBound", "Load bound"),
          Map.entry("slowStart", "Slow start"),
          Map.entry("hotKeys", "Hot keys"),
          Map.entry("zones", "Zones"));

  private static String page() throws IOException {
    return Files.readString(Path.of("src/docs/configuration.md"));
  }

  /** Returns the defaults that the page shows, by key in order, of one section. */
  private static Map<String, String> table(String page, String heading) {
    int start = page.indexOf("\n" + heading + "\n");
    assertThat(start).as(heading).isPositive();
    int end = page.indexOf("\n##", start + 1);
    Map<String, String> defaults = new LinkedHashMap<>();
    page.substring(start, end < 0 ? page.length() : end)
        .lines()
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .forEach(row -> defaults.put(row.group(1), row.group(2)));
    return defaults;
  }

  private static String heading(String section) {
    return section.startsWith(ALGORITHM)
        ? "### " + section.substring(ALGORITHM.length())
        : "## " + HEADINGS.get(section);
  }

  @Test
  void namesEachKeyOfEachRecord() throws IOException {
    String page = page();
    DocumentSections.all()
        .forEach(
            (name, section) -> {
              if (!name.startsWith(ALGORITHM)) {
                assertThat(table(page, heading(name)).keySet())
                    .as(name)
                    .containsExactlyElementsOf(section.keys());
              }
            });
  }

  @Test
  void namesEachParameterOfEachAlgorithm() throws IOException {
    String page = page();
    for (PlacementSettings settings : EveryAlgorithm.defaults()) {
      String algorithm = settings.algorithm();
      Set<String> parameters = EveryAlgorithm.parameters(settings).keySet();
      assertThat(page).contains("\n| `" + algorithm + "` | ");
      if (parameters.isEmpty()) {
        assertThat(page).doesNotContain("### " + algorithm + "\n");
      } else {
        assertThat(table(page, "### " + algorithm).keySet())
            .as(algorithm)
            .containsExactlyInAnyOrderElementsOf(parameters);
      }
    }
    assertThat(table(page, "## Placement")).containsEntry("algorithm", "`slots`");
  }

  @Test
  void showsTheRealDefaults() throws IOException {
    String page = page();
    DocumentSections.all()
        .forEach(
            (name, section) -> {
              Map<String, Object> fixed = new LinkedHashMap<>(section.defaults());
              fixed.remove(name.startsWith(ALGORITHM) ? "algorithm" : "");
              Map<String, String> shown = fixed.isEmpty() ? Map.of() : table(page, heading(name));
              fixed.forEach(
                  (key, value) ->
                      assertThat(shown.get(key)).as(name + "." + key).isEqualTo("`" + value + "`"));
            });
  }

  @Test
  void showsAllDefaultsThatAreFixed() {
    int fixed = DocumentSections.all().values().stream().mapToInt(s -> s.defaults().size()).sum();

    assertThat(fixed).isEqualTo(164);
  }

  @Test
  void namesEachKindOfKeySource() throws IOException {
    String page = page();
    String section = page.substring(page.indexOf("## Key source"), page.indexOf("## Pool\n"));

    for (String kind : DocumentSections.keySourceKinds()) {
      assertThat(section).containsPattern("\\| `" + kind + "\\b");
    }
  }

  @Test
  void itsSmallestDocumentCanBeUsed() throws IOException {
    String yaml = page().split("```yaml\n", -1)[1].split("```", -1)[0];

    assertThat(Documents.lines(Documents.read(yaml))).isEqualTo(List.of());
  }
}
