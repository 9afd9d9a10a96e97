package io.clockwise.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code version}: what this is. */
@Command(
    name = "version",
    description = "Print the version of Clockwise and of the JVM.",
    footer = {"", "Example:", "  clockwise version"})
final class VersionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    for (String line : new Version().getVersion()) {
      spec.commandLine().getOut().println(line);
    }
    return 0;
  }
}
