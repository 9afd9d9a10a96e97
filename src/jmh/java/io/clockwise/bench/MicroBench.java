package io.clockwise.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * Runs the micro-benchmarks: {@code [--long] [JMH ARGUMENTS]}. Without arguments of JMH it runs a
 * selection of about two minutes, or with {@code --long} all of them; with such arguments, what
 * they select, as briefly or as long as JMH's own options say.
 */
public final class MicroBench {
  private static final List<String> SHORT =
      List.of("-wi", "2", "-w", "250ms", "-i", "3", "-r", "250ms");
  private static final List<String> LONG = List.of("-wi", "5", "-w", "1s", "-i", "7", "-r", "1s");
  private static final List<String> ALWAYS =
      List.of(
          "-f", "1",
          "-prof", "gc",
          "-prof", CpuProfiler.class.getName(),
          "-jvmArgsAppend", "-Xmx1g -XX:+UseSerialGC -Xbatch");

  private MicroBench() {}

  /** Runs them and prints a table. */
  public static void main(String[] args) throws RunnerException, CommandLineOptionException {
    List<String> own = new ArrayList<>(Arrays.asList(args));
    boolean extended = own.remove("--long");
    List<String> known = Scenario.known();
    List<RunResult> results = new ArrayList<>();
    for (List<String> selection : plan(own, extended, known)) {
      System.err.println("running: " + String.join(" ", selection));
      results.addAll(run(withDefaults(selection, extended, known)));
    }
    if (!results.isEmpty()) {
      System.out.print(ResultTable.of(results));
    }
  }

  private static List<List<String>> plan(List<String> own, boolean extended, List<String> known) {
    if (!own.isEmpty()) {
      return List.of(own);
    }
    if (extended) {
      return List.of(
          quiet("LookupBenchmark"),
          quiet("DecideBenchmark"),
          quiet("BuildBenchmark"),
          quiet("LogBenchmark"));
    }
    List<String> built = new ArrayList<>(known);
    built.remove("slots-20"); // four times as long as slots-18
    return List.of(
        quiet("LookupBenchmark", "-p", "closed=0"),
        quiet("LookupBenchmark.dependent", "-p", "n=100", "-p", "closed=10,50"),
        quiet("DecideBenchmark", "-p", "n=100", "-p", "closed=0,10"),
        quiet("BuildBenchmark", "-p", "n=1000", "-p", "algorithm=" + String.join(",", built)),
        quiet("LogBenchmark"));
  }

  private static List<String> quiet(String... selection) {
    List<String> all = new ArrayList<>(Arrays.asList(selection));
    all.addAll(List.of("-v", "SILENT"));
    return all;
  }

  private static List<String> withDefaults(
      List<String> selection, boolean extended, List<String> known) {
    List<String> all = new ArrayList<>(selection);
    List<String> defaults = new ArrayList<>(extended ? LONG : SHORT);
    defaults.addAll(ALWAYS);
    for (int i = 0; i < defaults.size(); i += 2) {
      if (!selection.contains(defaults.get(i))) {
        all.addAll(defaults.subList(i, i + 2));
      }
    }
    if (selection.stream().noneMatch(arg -> arg.startsWith("algorithm="))) {
      all.addAll(List.of("-p", "algorithm=" + String.join(",", known)));
    }
    return all;
  }

  private static Collection<RunResult> run(List<String> args)
      throws RunnerException, CommandLineOptionException {
    CommandLineOptions options = new CommandLineOptions(args.toArray(String[]::new));
    Runner runner = new Runner(options);
    if (options.shouldHelp()) {
      try {
        options.showHelp();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return List.of();
    }
    if (options.shouldList()) {
      runner.list();
      return List.of();
    }
    return runner.run();
  }
}
