package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ConfigProblem;
import io.clockwise.config.ConfigResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each {@code config-problems/X.yaml} gives the lines of {@code X.expected}. What was found is
 * written to {@code target/config-problems}, to compare.
 */
class GoldenProblemsTest {
  private static final Path FOLDER = Path.of("src/test/resources/config-problems");

  static List<Path> documents() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void givesTheExpectedLines(Path document) throws IOException {
    List<String> found = Documents.lines(Documents.read(Files.readAllBytes(document)));

    String expected = document.getFileName().toString().replace(".yaml", ".expected");
    Path copy = Path.of("target/config-problems").resolve(expected);
    Files.createDirectories(copy.getParent());
    Files.write(copy, found);
    assertThat(FOLDER.resolve(expected)).exists();
    assertThat(found).isEqualTo(Files.readAllLines(FOLDER.resolve(expected)));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void sortsByLine(Path document) throws IOException {
    ConfigResult result = Documents.read(Files.readAllBytes(document));

    List<ConfigProblem> found =
        result instanceof ConfigResult.Invalid invalid
            ? invalid.problems()
            : ((ConfigResult.Valid) result).warnings();
    assertThat(found).extracting(ConfigProblem::line).isSorted();
  }

  @Test
  void hasDocuments() throws IOException {
    assertThat(documents()).hasSizeGreaterThan(20);
  }
}
