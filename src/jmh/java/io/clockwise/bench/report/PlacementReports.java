package io.clockwise.bench.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Measures every algorithm and writes the table, the file of figures and the picture. */
public final class PlacementReports {
  private final ReportOptions options;
  private final List<Row> rows = new ArrayList<>();

  private PlacementReports(ReportOptions options) {
    this.options = options;
  }

  /** Runs the report; see {@code scripts/placement-report --help}. */
  public static void main(String[] args) throws Exception {
    ReportOptions options;
    try {
      options = ReportOptions.of(args);
    } catch (IllegalArgumentException e) {
      System.err.println("placement-report: " + e.getMessage());
      System.exit(2);
      return;
    }
    new PlacementReports(options).run();
  }

  private void run() throws IOException, InterruptedException, ExecutionException {
    Effort effort = options.effort();
    long deadline = System.currentTimeMillis() + (long) (effort.minutes() * 60_000);
    ExecutorService threads = Executors.newFixedThreadPool(effort.atOnce());
    try {
      List<Future<List<Row>>> measuring = new ArrayList<>();
      for (Subject subject : options.subjects()) {
        measuring.add(threads.submit(() -> measure(subject, deadline)));
      }
      for (Future<List<Row>> one : measuring) {
        rows.addAll(one.get());
      }
    } finally {
      threads.shutdownNow();
    }
    rows.sort(
        Comparator.comparing((Row row) -> order(row.algorithm()))
            .thenComparing(Row::weights, Comparator.reverseOrder())
            .thenComparing(Row::backends));
    System.out.print(RowTable.text(rows));
    write(options.output());
    if (options.publish()) {
      Publication.publish(Path.of("src/docs"), rows, options.pictured());
    }
  }

  private static int order(String label) {
    return Subject.ALL.indexOf(Subject.of(label));
  }

  private List<Row> measure(Subject subject, long deadline)
      throws IOException, InterruptedException {
    System.err.println("measuring " + subject.label() + " ...");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-Xbatch",
                "-cp",
                System.getProperty("java.class.path"),
                SubjectRun.class.getName(),
                subject.label(),
                options.quick() ? "quick" : "full",
                String.valueOf(deadline))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<Row> measured = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      lines.lines().map(Row::ofCsv).forEach(measured::add);
    }
    if (process.waitFor() != 0) {
      throw new IOException("measuring " + subject.label() + " failed; its messages stand above");
    }
    return measured;
  }

  private void write(Path directory) throws IOException {
    Files.createDirectories(directory);
    Publication.writeFigures(directory, rows, options.pictured());
    Files.writeString(
        directory.resolve("placement.md"), RowTable.markdown(rows, options.pictured()));
    try (Stream<Path> files = Files.list(directory)) {
      files.sorted().forEach(file -> System.err.println("wrote " + file));
    }
  }
}
