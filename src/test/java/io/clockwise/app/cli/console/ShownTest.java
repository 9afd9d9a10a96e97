package io.clockwise.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables, values and progress as people see them. */
class ShownTest {
  private final StringWriter text = new StringWriter();
  private final PrintWriter out = new PrintWriter(text);

  private List<String> lines() {
    return text.toString().lines().toList();
  }

  @Test
  void aTableIsAsWideAsItsWidestCell() {
    String wide = "cart-" + "x".repeat(120);
    TextTable table = new TextTable("ID", "WEIGHT", "STATE");
    table.add("a", "1", "ready");
    table.add(wide, "100", "drain");
    table.print(out, "");

    assertThat(lines())
        .containsExactly(
            "ID" + " ".repeat(123) + "  WEIGHT  STATE",
            "a" + " ".repeat(124) + "       1  ready",
            wide + "     100  drain");
  }

  @Test
  void aColumnWithoutAnyCellIsLeftOut() {
    TextTable table = new TextTable("ID", "FLAGS", "REASON");
    table.add("a", "", "");
    table.add("b", "", "x");
    table.print(out, "  ");

    assertThat(lines()).containsExactly("  ID  REASON", "  a", "  b   x");
  }

  @Test
  void charactersOutsideTheBasicPlaneCountOnce() {
    TextTable table = new TextTable("ID", "X");
    table.add("\uD83D\uDC22", "1x");
    table.add("ab", "2x");
    table.print(out, "");
    assertThat(lines().get(1)).isEqualTo("\uD83D\uDC22   1x");
  }

  @Test
  void aRowHasACellForEachHeading() {
    assertThatThrownBy(() -> new TextTable("A", "B").add("1"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void nothingThatATerminalObeysIsPrinted() {
    assertThat(Shown.plain("a\u001b[2J\nb\u202ec\u00e9"))
        .isEqualTo("a\\u001b[2J\\u000ab\\u202ec\u00e9");
    assertThat(Shown.lines("a\n\u0007b").lines()).containsExactly("a", "\\u0007b");
  }

  @ParameterizedTest
  @CsvSource({
    "0s, 0s",
    "1ms, 1s",
    "29123ms, 30s",
    "60s, 1m0s",
    "269001ms, 4m30s",
    "2h, 2h0m",
    "26h, 1d2h",
    "soon, soon"
  })
  void timesHaveTwoUnits(String given, String shown) {
    assertThat(Shown.time(given)).isEqualTo(shown);
  }

  @Test
  void sharesAndMomentsAreShort() {
    assertThat(Shown.percent(0.12345)).isEqualTo("12.3%");
    assertThat(Shown.moment("2026-01-31T10:15:30.123456Z")).isEqualTo("2026-01-31T10:15:30Z");
    assertThat(Shown.moment("")).isEmpty();
    assertThat(Shown.counted(1, "pool") + Shown.counted(0, "pool")).isEqualTo("1 pool0 pools");
  }

  @Test
  void aBarIsDrawnOverItself() {
    ProgressLine progress = new ProgressLine(out, true);
    progress.show(0.5, "half", 0);
    progress.show(7, "x".repeat(200), 1);
    progress.clear();
    progress.clear();

    assertThat(text.toString())
        .isEqualTo(
            "\r\u001b[K[##########----------] half"
                + "\r\u001b[K[####################] "
                + "x".repeat(56)
                + "\r\u001b[K");
  }

  @Test
  void withoutATerminalThereIsALineEveryFewSeconds() {
    ProgressLine progress = new ProgressLine(out, false);
    progress.show(0, "one", 0);
    progress.show(0.1, "two", Duration.ofMillis(4_900).toNanos());
    progress.show(0.2, "three", Duration.ofSeconds(5).toNanos());
    progress.clear();

    assertThat(lines()).containsExactly("one", "three");
  }
}
