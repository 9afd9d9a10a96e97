package io.clockwise.bench.report;

import io.clockwise.bench.MarkedPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The report as the documentation shows it. */
final class Publication {
  static final MarkedPage PAGE = new MarkedPage("scripts/placement-report", "Measured");

  private static final String LEGEND =
      """
      * `max/mean`, `min/mean`, `CV`: load of the fullest and of the emptiest backend over the mean, and the coefficient of variation
        of the loads, all relative to weights.
      * `add`, `remove`, `reweight`, `close`: keys moved over keys that had to move, when one backend is added, removed, gets 1 more
        weight, closes; 1 is the least.
      * `home`: the part of a closed backend's keys that it has again when it opens.
      * `failover`: the most that another backend gets of a closed one's keys, over the mean.
      * `lookup ns`, `build ms`: processor time. `bytes`: memory of the look-up structure.

      """;

  private Publication() {}

  /** Writes the file of figures and the picture. */
  static void writeFigures(Path directory, List<Row> rows, int backends) throws IOException {
    String csv = rows.stream().map(row -> row.csv() + "\n").collect(Collectors.joining());
    Files.writeString(directory.resolve("placement.csv"), Row.csvHeader() + "\n" + csv);
    Files.writeString(directory.resolve("placement.svg"), BalancePicture.of(rows, backends).svg());
  }

  /** Writes both, and the table into the page. */
  static void publish(Path docs, List<Row> rows, int backends) throws IOException {
    Path directory = docs.resolve("placement");
    Files.createDirectories(directory);
    writeFigures(directory, rows, backends);
    Path page = docs.resolve("placement.md");
    Files.writeString(page, PAGE.with(Files.readString(page), section(rows, backends)));
  }

  private static String section(List<Row> rows, int backends) {
    return "\n![How even each algorithm is, and what it moves](placement/placement.svg)\n\n"
        + backends
        + " backends of equal weight; [all sizes and weights](placement/placement.csv).\n\n"
        + LEGEND
        + RowTable.markdown(rows, backends)
        + "\n";
  }
}
