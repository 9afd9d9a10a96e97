package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Documents that are too large, in one way or another, give one line and take little memory. */
class DocumentBoundsTest {
  private static final String SMALLEST = "pools: { web: { backends: [\"a=10.0.0.1:80\"] } }";

  @Test
  void refusesDocumentsThatAreTooLarge() {
    byte[] bytes = new byte[(4 << 20) + 1];
    Arrays.fill(bytes, (byte) '#');

    assertThat(Documents.lines(Documents.read(bytes)))
        .containsExactly("given 4194305 bytes, expected at most 4194304 bytes (4MiB)");
    assertThat(Documents.lines(Documents.read(Arrays.copyOf(bytes, 4 << 20))))
        .singleElement()
        .asString()
        .contains("an empty document");
  }

  @Test
  void refusesShortTextsThatStandForHugeDocuments() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i <= 20; i++) {
      String alias = "*a" + (i - 1);
      bomb.append("a" + i + ": &a" + i + " [" + (alias + ", ").repeat(9) + alias + "]\n");
    }

    assertThat(Documents.problem(bomb.toString())).contains("at most 500000 values");
    assertThat(Documents.problem("a: " + "[".repeat(100_000)))
        .isEqualTo("line 1: given a deeper nesting, expected at most 40 levels");
    assertThat(Documents.problem("a: &a [x]\nb: [" + "*a, ".repeat(2000) + "]"))
        .contains("broken YAML");
  }

  @Test
  void refusesDocumentsOfTooManyValuesBeforeTheTreeIsBuilt() {
    assertThat(Documents.problem("{" + "a,".repeat(2_000_000) + "}"))
        .isEqualTo(
            "line 1: given more values than that,"
                + " expected at most 500000 values, aliases written out");
  }

  @Test
  void refusesTextsThatAreTooLong() {
    String name = "instance: " + "a".repeat(5000) + "\n";
    String filled = "instance: " + "${NONE:-aaaaaaaaa}".repeat(100) + "\n";
    String pattern = "routes: [{ key: { header: X, pattern: (" + "a".repeat(1000) + ") } }]\n";

    assertThat(Documents.problem(name + SMALLEST)).endsWith("expected at most 4096 characters");
    assertThat(Documents.problem(filled + SMALLEST)).contains("expected a name");
    assertThat(Documents.problem(pattern + SMALLEST)).endsWith("at most 1000 characters");
  }

  @Test
  void countsProblemsThatAreTooMany() {
    StringBuilder document = new StringBuilder(SMALLEST).append('\n');
    for (int i = 0; i < 1500; i++) {
      document.append("unknown").append(i).append(": 1\n");
    }

    List<String> lines = Documents.lines(Documents.read(document.toString()));
    assertThat(lines).hasSize(1001);
    assertThat(lines.get(1000)).contains("500 more problems");
  }
}
