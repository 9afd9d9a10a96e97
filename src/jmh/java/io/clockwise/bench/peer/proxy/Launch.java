package io.clockwise.bench.peer.proxy;

import io.clockwise.bench.peer.machine.Child;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the launcher of Clockwise ends up running: it is started once, and asked. Later starts go
 * without it, so that the time of a start is that of Clockwise.
 */
final class Launch {
  private static final long BUILD_SECONDS = 300;

  private Launch() {}

  /** Returns the command up to {@code run}, with all of its JVM options. */
  static List<String> command(Variant variant, Site site) throws IOException, InterruptedException {
    Path log = site.file("launcher.log");
    try (Child launcher = Child.start(builder(variant, "run", "--config", "none.yaml"), log)) {
      Path commandLine = Path.of("/proc", Long.toString(launcher.pid()), "cmdline");
      long end = System.nanoTime() + BUILD_SECONDS * 1_000_000_000;
      while (launcher.isAlive() && System.nanoTime() < end) {
        List<String> words = words(commandLine);
        int run = words.indexOf("run");
        if (words.contains("-jar") && run > 0) {
          return words.subList(0, run + 1);
        }
        Thread.sleep(5);
      }
      throw new IOException(variant.name() + " cannot be launched: " + launcher.printed().strip());
    }
  }

  private static List<String> words(Path commandLine) throws IOException {
    String text = Files.readString(commandLine, StandardCharsets.UTF_8);
    return new ArrayList<>(Arrays.asList(text.split("\0")));
  }

  private static ProcessBuilder builder(Variant variant, String... arguments) {
    List<String> command = new ArrayList<>(List.of(variant.launcher().toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CLOCKWISE_JAVA_OPTS", String.join(" ", variant.options()));
    if (!variant.java().isEmpty()) {
      builder.environment().put("JAVA_HOME", variant.java());
    }
    return builder;
  }

  /** Returns what {@code version} prints, in one line. */
  static String version(Variant variant) throws IOException, InterruptedException {
    Process process = builder(variant, "version").start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(variant.name() + " cannot be launched");
    }
    return String.join(", ", output.lines().toList());
  }
}
