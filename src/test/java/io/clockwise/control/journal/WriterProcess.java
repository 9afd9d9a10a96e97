package io.clockwise.control.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link JournalWriter} in a process of its own. */
public final class WriterProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader out;
  private final List<String> lines = new ArrayList<>();

  private WriterProcess(Process process) {
    this.process = process;
    this.out = process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Starts one.
   *
   * @param shell what a shell does before, such as {@code ulimit -f 40}
   * @param last the revision at which it ends by itself
   * @param records how many records are behind a snapshot at most
   */
  public static WriterProcess start(String shell, Path directory, long last, int records)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "-c", shell + " && exec \"$@\"", "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-XX:-UsePerfData", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(JournalWriter.class.getName(), directory.toString()));
    command.addAll(List.of(Long.toString(last), Integer.toString(records)));
    return new WriterProcess(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** Waits until it has printed so many lines, or has ended. */
  public void awaitLines(int count) throws IOException {
    String line = "";
    while (lines.size() < count && line != null) {
      line = out.readLine();
      if (line != null) {
        lines.add(line);
      }
    }
  }

  /** Kills it at once; what it has printed can still be read. */
  public void kill() {
    process.toHandle().destroyForcibly();
  }

  /** Waits for its end; returns the exit code. */
  public int ended() throws IOException, InterruptedException {
    awaitLines(Integer.MAX_VALUE);
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the writer does not end");
    }
    return process.exitValue();
  }

  /** Returns what it has printed, as far as it was waited for. */
  public List<String> lines() {
    return lines;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
