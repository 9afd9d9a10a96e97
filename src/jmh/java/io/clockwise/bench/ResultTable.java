package io.clockwise.bench;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** Results of benchmarks as lines of text. */
final class ResultTable {
  private static final String LINE = "%-20s %-38s %10s %10s %10s %-6s %12s%n";

  private ResultTable() {}

  /** Returns one line for each result. */
  static String of(Collection<RunResult> results) {
    StringBuilder text =
        new StringBuilder(
            String.format(LINE, "benchmark", "with", "CPU", "elapsed", "+-", "unit", "bytes/op"));
    for (RunResult result : results) {
      text.append(line(result));
    }
    return text.toString();
  }

  private static String line(RunResult result) {
    BenchmarkParams params = result.getParams();
    List<String> name = List.of(params.getBenchmark().split("\\."));
    Result<?> score = result.getPrimaryResult();
    return String.format(
        LINE,
        String.join(".", name.subList(name.size() - 2, name.size())).replace("Benchmark", ""),
        params.getParamsKeys().stream()
            .map(key -> key + "=" + params.getParam(key))
            .collect(Collectors.joining(" ")),
        secondary(result, CpuProfiler.RESULT),
        number(score.getScore()),
        Double.isNaN(score.getScoreError()) ? "" : number(score.getScoreError()),
        score.getScoreUnit(),
        secondary(result, "gc.alloc.rate.norm"));
  }

  private static String secondary(RunResult result, String name) {
    Result<?> found = result.getSecondaryResults().get(name);
    return found == null ? "" : number(found.getScore());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value >= 1000 ? "%.0f" : "%.2f", value);
  }
}
