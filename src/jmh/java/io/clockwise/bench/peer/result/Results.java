package io.clockwise.bench.peer.result;

import io.clockwise.bench.MarkedPage;
import io.clockwise.bench.peer.trial.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Everything that came out of a run, as files.
 *
 * @param circumstances when, where and of what it was measured
 * @param outcomes of the trials
 */
public record Results(Circumstances circumstances, List<Outcome> outcomes) {
  static final MarkedPage PAGE = new MarkedPage("scripts/bench", "Measured");

  private static final String NAME = "benchmarks";

  /** Writes figures, picture and tables into a directory. */
  public void write(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(NAME + ".json"), FigureFile.of(circumstances, outcomes));
    Files.writeString(directory.resolve(NAME + ".svg"), RatioPicture.of(circumstances, outcomes));
    Files.writeString(directory.resolve(NAME + ".md"), section(NAME + "."));
  }

  /** Writes figures and picture beside the page of the documentation, and the tables into it. */
  public void publish(Path docs) throws IOException {
    Files.createDirectories(docs.resolve(NAME));
    Files.writeString(
        docs.resolve(NAME).resolve(NAME + ".json"), FigureFile.of(circumstances, outcomes));
    Files.writeString(
        docs.resolve(NAME).resolve(NAME + ".svg"), RatioPicture.of(circumstances, outcomes));
    Path page = docs.resolve(NAME + ".md");
    Files.writeString(page, PAGE.with(Files.readString(page), section(NAME + "/" + NAME + ".")));
  }

  private String section(String files) {
    String versions =
        circumstances.versions().entrySet().stream()
            .map(entry -> "* `" + entry.getKey() + "`: " + entry.getValue() + "\n")
            .collect(Collectors.joining());
    String details = outcomes.stream().map(MarkdownTables::details).collect(Collectors.joining());
    return "\n![Processor time of proxies](%ssvg)\n\n".formatted(files)
        + "Measured %s on %d processors (%s), Linux %s, by `scripts/bench peers %s`; [all figures](%sjson).\n\n"
            .formatted(
                circumstances.at().toString().substring(0, 10),
                circumstances.processors(),
                circumstances.processor(),
                circumstances.kernel(),
                circumstances.arguments(),
                files)
        + versions
        + "\nProcessor time (of `latency` p99, of `start` the time) over that of the first target in the same"
        + " round: medians, in brackets the middle half of the rounds.\n\n"
        + MarkdownTables.ratios(outcomes)
        + "\n"
        + details;
  }
}
