package io.clockwise.bench.peer.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.Memory;
import io.clockwise.bench.peer.figure.Spread;
import io.clockwise.bench.peer.trial.Outcome;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class ResultsTest {
  private static final Circumstances HERE =
      new Circumstances(
          Instant.parse("2026-01-02T03:04:05Z"),
          "some processor",
          2,
          "6.1",
          Map.of("haproxy", "HAProxy 2.6"),
          List.of("clockwise", "relay"),
          "--full");
  private static final List<Outcome> OUTCOMES =
      List.of(
          outcome(
              "100b-64",
              Figure.REQUEST_CPU,
              line("haproxy", "haproxy", Figure.REQUEST_CPU, 17, 1),
              line("nginx", "haproxy", Figure.REQUEST_CPU, 17.2, 1.01),
              line("relay", "haproxy", Figure.REQUEST_CPU, 13.6, 0.8)),
          outcome(
              "websocket",
              Figure.MEBIBYTE_CPU,
              line("haproxy", "haproxy", Figure.MEBIBYTE_CPU, 900, 1),
              line("clockwise", "haproxy", Figure.MEBIBYTE_CPU, 9_000, 10)),
          outcome(
              "latency",
              Figure.P99,
              line("haproxy", "haproxy", Figure.P99, 900, 1),
              line("clockwise", "haproxy", Figure.P99, 1_800, 2)),
          outcome(
              "connections",
              Figure.REQUEST_CPU,
              line("haproxy, 64", "haproxy, 64", Figure.REQUEST_CPU, 17, 1),
              line("haproxy, 9,000", "haproxy, 64", Figure.REQUEST_CPU, 34, 2),
              line("clockwise, 64", "clockwise, 64", Figure.REQUEST_CPU, 17, 1)));

  private static Outcome outcome(String name, Figure figure, Outcome.Line... lines) {
    return new Outcome(
        name,
        "the title of " + name,
        figure,
        List.of(figure),
        List.of(lines),
        List.of("a note on " + name),
        0.5,
        2.5);
  }

  private static Outcome.Line line(
      String label, String base, Figure figure, double value, double ratio) {
    Map<Figure, Spread> figures = new EnumMap<>(Figure.class);
    figures.put(figure, Spread.of(List.of(value, value, value)));
    Spread ratios = Spread.of(List.of(ratio * 0.9, ratio, ratio * 1.1));
    return new Outcome.Line(
        label, base, figures, ratios, new Memory(20_480, 40_960), List.of(value, value, value));
  }

  @Test
  void aTerminalGetsALineForEachTargetAndEveryNote() {
    String text = TextTable.of(OUTCOMES.get(0));

    assertThat(text)
        .contains("100b-64: the title of 100b-64", "0.80 [0.76-0.84]", "13.6 [13.6-13.6]")
        .contains("20 (40)", "3 rounds; load average 0.5 before, 2.5 behind")
        .contains("note: a note on 100b-64");
    assertThat(text.lines().filter(line -> line.startsWith("haproxy"))).hasSize(1);
  }

  @Test
  void theFileHasEveryFigureOfEveryRound() {
    JsonObject file = new JsonObject(FigureFile.of(HERE, OUTCOMES));

    assertThat(file.getString("at")).isEqualTo("2026-01-02T03:04:05Z");
    assertThat(file.getJsonObject("versions").getString("haproxy")).isEqualTo("HAProxy 2.6");
    assertThat(file.getJsonArray("cases")).hasSize(4);
    JsonObject first = file.getJsonArray("cases").getJsonObject(0);
    JsonObject relay = first.getJsonArray("targets").getJsonObject(2);
    assertThat(relay.getJsonObject("ratio").getDouble("median")).isEqualTo(0.8);
    assertThat(relay.getJsonObject("figures").getJsonObject("request_cpu").getDouble("low"))
        .isEqualTo(13.6);
    assertThat(relay.getJsonArray("rounds")).isEqualTo(new JsonArray(List.of(13.6, 13.6, 13.6)));
    assertThat(relay.getLong("peakKiB")).isEqualTo(40_960);
  }

  @Test
  void thePictureHasABarForEachRatioOfProcessorTimeAndStaysInItsFrame() throws Exception {
    Document svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(RatioPicture.of(HERE, OUTCOMES).getBytes("UTF-8")));
    var bars = svg.getElementsByTagName("rect");
    assertThat(bars.getLength()).isEqualTo(1 + 3); // the background, too
    for (int i = 1; i < bars.getLength(); i++) {
      var at = bars.item(i).getAttributes();
      double right =
          Double.parseDouble(at.getNamedItem("x").getNodeValue())
              + Double.parseDouble(at.getNamedItem("width").getNodeValue());
      assertThat(right).isLessThan(1_000);
    }
    assertThat(bars.item(1).getAttributes().getNamedItem("fill").getNodeValue())
        .isNotEqualTo(bars.item(2).getAttributes().getNamedItem("fill").getNodeValue());
  }

  @Test
  void aPictureOfNothingIsOne() throws Exception {
    assertThat(RatioPicture.of(HERE, List.of())).endsWith("</svg>\n");
  }

  @Test
  void oneTableHasAllRatiosToTheSameTarget() {
    List<String> lines = MarkdownTables.ratios(OUTCOMES).lines().toList();

    assertThat(lines)
        .containsExactly(
            "| case | haproxy | nginx | relay | clockwise |",
            "|---|--:|--:|--:|--:|",
            "| 100b-64 | 1 = 17.0 us/req | 1.01 [0.96-1.06] | 0.80 [0.76-0.84] | - |",
            "| websocket | 1 = 900 us/MiB | - | - | 10.00 [9.50-10.50] |",
            "| latency | 1 = 0.900 p99 ms | - | - | 2.00 [1.90-2.10] |");
  }

  @Test
  void filesAreWrittenAndThePageGetsThemBetweenItsMarks(@TempDir Path docs) throws Exception {
    Results results = new Results(HERE, OUTCOMES);
    Path page = docs.resolve("benchmarks.md");
    Files.writeString(page, "# Benchmarks\n");

    results.write(docs.resolve("out"));
    results.publish(docs);
    results.publish(docs);

    assertThat(docs.resolve("out"))
        .isDirectoryContaining("glob:**benchmarks.json")
        .isDirectoryContaining("glob:**benchmarks.svg")
        .isDirectoryContaining("glob:**benchmarks.md");
    assertThat(page)
        .content()
        .startsWith("# Benchmarks\n")
        .contains("(benchmarks/benchmarks.svg)", "(benchmarks/benchmarks.json)")
        .contains("Measured 2026-01-02 on 2 processors (some processor), Linux 6.1")
        .contains("scripts/bench peers --full", "* a note on latency")
        .containsOnlyOnce("### connections");
    assertThat(docs.resolve("benchmarks/benchmarks.svg")).isNotEmptyFile();
  }
}
