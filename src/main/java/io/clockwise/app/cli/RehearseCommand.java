package io.clockwise.app.cli;

import io.clockwise.app.demo.Rehearsal;
import io.clockwise.app.instance.FileFault;
import io.clockwise.app.instance.StartFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rehearse}: a short life of an instance, for making a class archive of it. */
@Command(
    name = "rehearse",
    hidden = true, // for the launcher and for images
    description = {
      "Start a proxy with backends on free ports of 127.0.0.1, send it requests of all kinds, and end.",
      "The JVM can make a class archive of it, with which later starts are faster."
    },
    footer = {"", "Example:", "  clockwise rehearse --requests 200"})
final class RehearseCommand implements Callable<Integer> {
  @Option(
      names = "--requests",
      defaultValue = "5000",
      description = "How many requests over HTTP/1.1. Default: ${DEFAULT-VALUE}.")
  private int requests;

  @Override
  public Integer call() throws InterruptedException {
    try {
      Path folder = Files.createTempDirectory("clockwise-rehearsal");
      try {
        Rehearsal.play(folder, requests);
      } finally {
        remove(folder);
      }
      return 0;
    } catch (IOException e) {
      throw new CommandFailure("the rehearsal needs a place for its files: " + FileFault.of(e));
    } catch (StartFailure e) {
      throw new CommandFailure(e.problem());
    }
  }

  private static void remove(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(folder)) {
      files = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }
}
