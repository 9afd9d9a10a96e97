package io.clockwise.app.cli;

import io.clockwise.app.instance.ConfigLoad;
import io.clockwise.app.instance.StartFailure;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigResult;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code check}: reads a configuration file and says every problem in it. */
@Command(
    name = "check",
    description = "Read a configuration file and report every problem in it.",
    footer = {
      "",
      "Exit code 0: it can be used. 1: it cannot, or --strict and there are warnings.",
      "",
      "Examples:",
      "  clockwise check --config conf/clockwise.yaml",
      "  clockwise check --config conf/clockwise.yaml --strict"
    })
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config;

  @Option(names = "--strict", description = "Treat warnings as errors.")
  private boolean strict;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try {
      ConfigDocument document = ConfigLoad.document(config.file());
      ConfigResult.Valid valid = ConfigLoad.valid(document);
      ConfigLoad.checkTokens(valid.config());
      ConfigLoad.checkCertificates(valid.config());
      if (!valid.warnings().isEmpty()) {
        err.println(ConfigLoad.lines(document, "warning: ", valid.warnings()));
      }
      if (strict && !valid.warnings().isEmpty()) {
        err.println("clockwise: --strict: warnings count as errors");
        return 1;
      }
      out.println(document.name() + ": valid, " + contents(valid.config()));
      return 0;
    } catch (StartFailure e) {
      throw new CommandFailure(e.problem());
    }
  }

  private static String contents(ClockwiseConfig config) {
    int backends = config.pools().values().stream().mapToInt(p -> p.backends().size()).sum();
    return counted(config.listeners().size(), "listener")
        + ", "
        + counted(config.routes().size(), "route")
        + ", "
        + counted(config.pools().size(), "pool")
        + ", "
        + counted(backends, "backend");
  }

  private static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
