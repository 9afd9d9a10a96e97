package io.clockwise.app.cli;

import io.clockwise.app.cli.settings.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;

/** One command line, run in this process, in surroundings of its own. */
final class CommandRun {
  private final Map<String, String> environment = new TreeMap<>();
  private Path home = Path.of("/nowhere");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String input = "";
  private boolean asks;
  private boolean draws;

  /** What came of it. */
  record Result(int code, String out, String err) {
    List<String> lines() {
      return out.lines().toList();
    }
  }

  /** Runs a command with nothing around it. */
  static Result run(String... arguments) {
    return new CommandRun().go(arguments);
  }

  CommandRun with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  CommandRun home(Path folder) {
    home = folder;
    return this;
  }

  /** Pipes a text in. */
  CommandRun piped(String text) {
    input = text;
    return this;
  }

  /** Lets somebody sit at a terminal, who types this when asked. */
  CommandRun typed(String text) {
    input = text;
    asks = true;
    draws = true;
    return this;
  }

  /** Returns what it has printed to its errors so far. */
  String errors() {
    return err.toString();
  }

  /** Runs it, once. */
  Result go(String... arguments) {
    Surroundings around =
        new Surroundings(
            environment,
            home,
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            asks,
            draws);
    CommandLine line = ClockwiseCommand.commandLine(around, arguments);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(arguments);
    return new Result(code, out.toString(), err.toString());
  }
}
