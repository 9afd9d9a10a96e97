package io.clockwise.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** Clockwise as its users run it: the packaged jar in a process of its own. */
public final class ClockwiseProcess implements AutoCloseable {
  private static final Path JAR = Path.of("target", "clockwise.jar").toAbsolutePath();

  private final Process process;
  private final List<String> out = new CopyOnWriteArrayList<>();
  private final List<String> err = new CopyOnWriteArrayList<>();
  private final List<Thread> readers = new ArrayList<>();

  private ClockwiseProcess(Process process) {
    this.process = process;
    readers.add(reader(process.inputReader(StandardCharsets.UTF_8), out));
    readers.add(reader(process.errorReader(StandardCharsets.UTF_8), err));
  }

  /** Starts a command in a directory. */
  public static ClockwiseProcess start(Path directory, String... arguments) {
    return start(directory, Map.of(), arguments);
  }

  /** Starts a command in a directory, with variables added to the environment. */
  public static ClockwiseProcess start(
      Path directory, Map<String, String> environment, String... arguments) {
    ProcessBuilder builder = new ProcessBuilder(command(arguments)).directory(directory.toFile());
    builder.environment().putAll(environment);
    return start(builder);
  }

  /** Starts a command by a launcher, with variables added to the environment. */
  public static ClockwiseProcess launch(
      Path launcher, Map<String, String> environment, String... arguments) {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    return start(builder);
  }

  private static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static ClockwiseProcess start(ProcessBuilder builder) {
    try {
      return new ClockwiseProcess(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a command in a directory, with so many files that it may open. */
  public static ClockwiseProcess limited(int openFiles, Path directory, String... arguments) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("sh", "-c", "ulimit -n " + openFiles + " && exec \"$@\"", "sh"));
    command.addAll(command(arguments));
    return start(new ProcessBuilder(command).directory(directory.toFile()));
  }

  private static Thread reader(BufferedReader from, List<String> into) {
    Thread thread = new Thread(() -> from.lines().forEach(into::add), "process-output");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Writes to its standard input and closes it. */
  public ClockwiseProcess feed(byte[] input) {
    try (var stdin = process.getOutputStream()) {
      stdin.write(input);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Waits for a line of its output or of its log that holds the expression. */
  public MatchResult awaitLine(String expression) {
    Pattern pattern = Pattern.compile(expression);
    MatchResult[] found = new MatchResult[1];
    Awaitility.await()
        .alias("a line with " + expression)
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .failFast("the process has ended", () -> !process.isAlive() && find(pattern) == null)
        .until(
            () -> {
              found[0] = find(pattern);
              return found[0] != null;
            });
    return found[0];
  }

  private MatchResult find(Pattern pattern) {
    List<String> all = new ArrayList<>(out);
    all.addAll(err);
    return all.stream()
        .map(pattern::matcher)
        .filter(java.util.regex.Matcher::find)
        .map(java.util.regex.Matcher::toMatchResult)
        .findFirst()
        .orElse(null);
  }

  /** Sends a signal such as {@code HUP}. */
  public void signal(String name) {
    try {
      int code =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
      if (code != 0) {
        throw new IllegalStateException("kill -" + name + " gave " + code);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits for its end and for the rest of its output; returns the exit code. */
  public int exitCode() {
    try {
      if (!process.waitFor(40, TimeUnit.SECONDS)) {
        throw new IllegalStateException("still running; log: " + err);
      }
      for (Thread reader : readers) {
        reader.join(5_000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return process.exitValue();
  }

  /** Tells whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Returns what it has printed so far. */
  public List<String> out() {
    return out;
  }

  /** Returns what it has logged so far. */
  public List<String> err() {
    return err;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
