package io.clockwise.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.app.demo.DemoBackends;
import io.clockwise.app.demo.DemoConfig;
import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.read.ConfigReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the pages for people say is there and can be used. */
class DocumentsTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
  private static final Pattern YAML = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);

  static Stream<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(Path.of("src/docs"))) {
      List<Path> pages = docs.filter(file -> file.toString().endsWith(".md")).toList();
      return Stream.concat(Stream.of(Path.of("README.md")), pages.stream());
    }
  }

  private static ConfigResult read(String yaml) {
    return ConfigReader.read(
        new ConfigDocument("page", Path.of("."), yaml.getBytes(StandardCharsets.UTF_8)),
        name -> null,
        "host");
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyLinkLeadsSomewhere(Path page) throws IOException {
    Path directory = page.toAbsolutePath().getParent();
    List<String> dead =
        LINK.matcher(Files.readString(page))
            .results()
            .map(link -> link.group(1))
            .filter(target -> !Files.exists(directory.resolve(target)))
            .toList();
    assertThat(dead).isEmpty();
  }

  @Test
  void theConfigurationsInTheReadmeCanBeUsed() throws IOException {
    List<String> examples =
        YAML.matcher(Files.readString(Path.of("README.md")))
            .results()
            .map((MatchResult example) -> example.group(1))
            .toList();
    assertThat(examples).isNotEmpty();
    assertThat(examples)
        .allSatisfy(e -> assertThat(read(e)).isInstanceOf(ConfigResult.Valid.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"scripts/clockwise", "Dockerfile", "conf/clockwise.service"})
  void theOptionsOfTheJvmStandInOneFile(String place) throws IOException {
    assertThat(Files.readString(Path.of(place)))
        .containsPattern("@\\S+/jvm\\.options")
        .doesNotContain("UseSerialGC", "ExitOnOutOfMemoryError", "-Xms");
  }

  @Test
  void theDemosConfigurationCanBeUsedWithoutAWarning() {
    List<DemoBackends.Running> backends =
        IntStream.rangeClosed(1, 4)
            .mapToObj(i -> new DemoBackends.Running("demo-" + i, 9000 + i))
            .toList();
    ConfigResult result = read(DemoConfig.text(8080, 9902, backends));
    assertThat(result).isInstanceOf(ConfigResult.Valid.class);
    assertThat(((ConfigResult.Valid) result).warnings()).isEmpty();
    assertThat(((ConfigResult.Valid) result).config().pools().get("demo").backends()).hasSize(4);
  }
}
