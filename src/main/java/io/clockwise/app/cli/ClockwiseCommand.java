package io.clockwise.app.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line: {@code clockwise COMMAND}. */
@Command(
    name = "clockwise",
    description = "A reverse proxy that keeps each routing key on its backend.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      RunCommand.class,
      CheckCommand.class,
      PickCommand.class,
      VerifyPlacementCommand.class,
      HealthCommand.class,
      DemoCommand.class,
      RehearseCommand.class,
      VersionCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  clockwise demo                              a proxy and four backends to play with",
      "  clockwise check --config conf/clockwise.yaml",
      "  clockwise run --config conf/clockwise.yaml",
      "  printf 'alice\\nbob\\n' | clockwise pick --config conf/clockwise.yaml --pool carts",
      "",
      "Exit codes: 0 ok, 1 failure or invalid configuration, 2 wrong usage."
    })
public final class ClockwiseCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  private ClockwiseCommand() {}

  /** Runs a command line; returns its exit code: 0 ok, 1 failure or invalid, 2 usage. */
  public static int execute(String... args) {
    return commandLine().execute(args);
  }

  /** Returns the parser, ready to run. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new ClockwiseCommand());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler(usageInOneLine());
    line.setExecutionExceptionHandler(failureInOneLine());
    return line;
  }

  @Override
  public Integer call() {
    throw new CommandLine.ParameterException(spec.commandLine(), "a command is missing");
  }

  private static IParameterExceptionHandler usageInOneLine() {
    return (exception, args) -> {
      CommandLine line = exception.getCommandLine();
      PrintWriter err = line.getErr();
      err.println("clockwise: " + exception.getMessage());
      if (!CommandLine.UnmatchedArgumentException.printSuggestions(exception, err)) {
        err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
      }
      return CommandLine.ExitCode.USAGE;
    };
  }

  private static IExecutionExceptionHandler failureInOneLine() {
    return (exception, line, parsed) -> {
      if (exception instanceof CommandFailure) {
        line.getErr().println("clockwise: " + exception.getMessage());
        return 1;
      }
      throw exception; // a fault of ours: loud, with its stack trace
    };
  }
}
