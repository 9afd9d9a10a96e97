package io.clockwise.bench.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the report is to do.
 *
 * @param subjects the algorithms to measure
 * @param pictured the number of backends of the picture and of the table in the documentation
 * @param output a directory
 * @param publish whether the documentation gets the figures, too
 */
record ReportOptions(
    boolean quick, List<Subject> subjects, int pictured, Path output, boolean publish) {

  Effort effort() {
    return quick ? Effort.QUICK : Effort.FULL;
  }

  /**
   * Reads arguments.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  static ReportOptions of(String... args) {
    List<String> left = new ArrayList<>(Arrays.asList(args));
    boolean quick = left.remove("--quick");
    boolean publish = left.remove("--publish");
    String size = value(left, "--backends", "100");
    Path output = Path.of(value(left, "--out", "target/placement-report"));
    String only = value(left, "--only", "");
    if (!left.isEmpty()) {
      throw new IllegalArgumentException("not known: " + String.join(" ", left) + "; see --help");
    }
    if (publish && (quick || !only.isEmpty())) {
      throw new IllegalArgumentException("only a whole report is published");
    }
    List<Subject> subjects =
        only.isEmpty() ? Subject.ALL : Arrays.stream(only.split(",")).map(Subject::of).toList();
    ReportOptions options =
        new ReportOptions(quick, subjects, Integer.parseInt(size), output, publish);
    int[] sizes = options.effort().sizes();
    if (Arrays.stream(sizes).noneMatch(n -> n == options.pictured())) {
      throw new IllegalArgumentException(
          "--backends is one of " + Arrays.toString(sizes) + ", not " + size);
    }
    return options;
  }

  private static String value(List<String> args, String name, String otherwise) {
    int at = args.indexOf(name);
    if (at < 0) {
      return otherwise;
    }
    args.remove(at);
    if (at == args.size()) {
      throw new IllegalArgumentException(name + " needs a value");
    }
    return args.remove(at);
  }
}
