package io.clockwise.bench.peer.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Commands that only tell something. */
public final class Commands {
  private Commands() {}

  /** Returns what a command prints, of both of its outputs. */
  public static String output(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }

  /** Returns the first line that a command prints. */
  public static String firstLine(String... command) throws IOException, InterruptedException {
    return output(command).lines().findFirst().orElse("");
  }
}
