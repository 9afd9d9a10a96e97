package io.clockwise.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportFilesTest {
  private static final List<Row> ROWS =
      List.of(
          row("slots", 100, "equal", 1.02, 1.04),
          row("ring", 100, "equal", 1.06, 1),
          row("ring", 100, "1-5", 1.08, 1),
          row("ring", 300, "equal", 1.1, Double.POSITIVE_INFINITY),
          Row.without("jump", 100, "equal", "not measured, out of time"));

  private static Row row(String algorithm, int n, String weights, double max, double moved) {
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    figures.put(Figure.MAX_OVER_MEAN, max);
    figures.put(Figure.ADD, moved);
    figures.put(Figure.REMOVE, 1.0);
    return new Row(algorithm, n, weights, figures, "");
  }

  @Test
  void linesAreReadAsTheyAreWritten() {
    for (Row row : ROWS) {
      Row read = Row.ofCsv(row.csv());
      assertThat(read.csv()).isEqualTo(row.csv());
      assertThat(read.figures()).isEqualTo(row.figures());
      assertThat(row.csv().split(",", -1)).hasSameSizeAs(Row.csvHeader().split(",", -1));
    }
    assertThat(ROWS.get(4).csv()).endsWith("not measured; out of time");
  }

  @Test
  void aPageGetsALineForEachAlgorithm() {
    List<String> lines = RowTable.markdown(ROWS, 100).lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines)
        .extracting(line -> line.chars().filter(c -> c == '|').count())
        .containsOnly((long) Figure.values().length + 2);
    assertThat(lines.get(3)).startsWith("| ring | 1.060 | - |").endsWith("| 1.080 |");
    assertThat(RowTable.text(ROWS).lines()).hasSize(6);
  }

  @Test
  void theTableStandsBetweenItsMarks() {
    String first = Publication.PAGE.with("# Page\n", "one\n");
    assertThat(first).startsWith("# Page\n\n## Measured\n").contains("one\n");
    String second = Publication.PAGE.with(first + "behind\n", "two\n");
    assertThat(second).contains("two\n").doesNotContain("one\n").endsWith("behind\n");
    assertThat(Publication.PAGE.with(second, "two\n")).isEqualTo(second);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Publication.PAGE.with("x" + Publication.PAGE.end(), "y"));
  }

  @Test
  void publishingWritesFiguresPictureAndPage(@TempDir Path docs) throws Exception {
    Files.writeString(docs.resolve("placement.md"), "# Placement\n");
    Publication.publish(docs, ROWS, 100);
    assertThat(docs.resolve("placement/placement.csv"))
        .content()
        .startsWith("algorithm,")
        .hasLineCount(6);
    assertThat(docs.resolve("placement/placement.svg")).isNotEmptyFile();
    assertThat(docs.resolve("placement.md"))
        .content()
        .contains("(placement/placement.svg)", "(placement/placement.csv)", "| slots |");
  }

  @Test
  void thePictureIsXmlWithAMarkForEachMeasuredAlgorithm() throws Exception {
    byte[] svg = BalancePicture.of(ROWS, 100).svg().getBytes(StandardCharsets.UTF_8);
    var document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg));
    assertThat(document.getElementsByTagName("circle").getLength()).isEqualTo(2);
  }

  @Test
  void labelsCoverNeitherMarksNorEachOther() {
    Random random = new Random(7);
    List<Labels.Mark> marks = new ArrayList<>();
    for (int i = 0; i < 30; i++) { // most of them in a corner
      double x = i < 20 ? 10 : random.nextInt(800);
      marks.add(new Labels.Mark("some-algorithm-" + i, x, i < 20 ? 590 : random.nextInt(600)));
    }
    List<Labels.Label> labels = new Labels(0, 0, 800, 600).place(marks);
    assertThat(labels).hasSize(30);
    for (Labels.Label label : labels) {
      assertThat(marks).noneMatch(label::covers);
      assertThat(labels).filteredOn(label::covers).containsExactly(label);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--slow, not known: --slow; see --help",
    "--quick --publish, only a whole report is published",
    "--only ring --publish, only a whole report is published",
    "--backends 7, '--backends is one of [3, 10, 30, 100, 300, 1000], not 7'",
    "--out, --out needs a value",
    "--only rings, no algorithm is called rings"
  })
  void wrongOptionsAreTold(String options, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReportOptions.of(options.split(" ")))
        .withMessage(message);
  }

  @Test
  void optionsHaveDefaults() {
    ReportOptions options = ReportOptions.of();
    assertThat(options.subjects()).isEqualTo(Subject.ALL);
    assertThat(options.output()).isEqualTo(Path.of("target/placement-report"));
    assertThat(options.effort()).isSameAs(Effort.FULL);
    assertThat(ReportOptions.of("--quick", "--only", "ring,jump").subjects()).hasSize(2);
  }
}
