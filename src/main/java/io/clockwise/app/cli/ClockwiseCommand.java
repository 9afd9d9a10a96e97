package io.clockwise.app.cli;

import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.settings.ClientFailure;
import io.clockwise.app.cli.settings.Surroundings;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
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
    footer = {
      "",
      "Examples:",
      "  clockwise demo                              a proxy and backends to play with",
      "  clockwise check --config conf/clockwise.yaml",
      "  clockwise run --config conf/clockwise.yaml",
      "  clockwise status                            how a running instance is",
      "  clockwise drain carts cart-a --wait         take a backend out in peace",
      "",
      "Exit codes: 0 ok, 1 failure or invalid configuration, 2 usage, 3 timeout of --wait."
    })
public final class ClockwiseCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  private ClockwiseCommand() {}

  /**
   * Runs a command line; returns its exit code: 0 ok, 1 failure or invalid, 2 usage, 3 a drain that
   * was waited for goes on.
   */
  public static int execute(String... args) {
    return commandLine(Surroundings.ofProcess(), args).execute(args);
  }

  /** Returns the parser, ready to run these arguments in these surroundings. */
  static CommandLine commandLine(Surroundings around, String... arguments) {
    CommandLine line = new CommandLine(new ClockwiseCommand(), parts(around));
    CommandGroups.addTo(line, arguments);
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new CommandGroups());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler(usageInOneLine());
    line.setExecutionExceptionHandler(failureInOneLine());
    return line;
  }

  private static IFactory parts(Surroundings around) {
    IFactory other = CommandLine.defaultFactory();
    return new IFactory() {
      @Override
      public <K> K create(Class<K> type) throws Exception {
        return type == RemoteOptions.class
            ? type.cast(new RemoteOptions(around))
            : other.create(type);
      }
    };
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
      if (exception instanceof ClientFailure failure) {
        line.getErr().println("clockwise: " + Shown.lines(String.valueOf(failure.getMessage())));
        return failure.exitCode();
      }
      throw exception; // a fault of ours: loud, with its stack trace
    };
  }
}
