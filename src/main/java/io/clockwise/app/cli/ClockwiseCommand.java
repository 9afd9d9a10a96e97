package io.clockwise.app.cli;

import io.clockwise.app.cli.ask.BackendsCommand;
import io.clockwise.app.cli.ask.EventsCommand;
import io.clockwise.app.cli.ask.ExplainCommand;
import io.clockwise.app.cli.ask.OverlayCommand;
import io.clockwise.app.cli.ask.PoolsCommand;
import io.clockwise.app.cli.ask.RevisionsCommand;
import io.clockwise.app.cli.ask.StatusCommand;
import io.clockwise.app.cli.change.AddCommand;
import io.clockwise.app.cli.change.ApplyCommand;
import io.clockwise.app.cli.change.DrainCommand;
import io.clockwise.app.cli.change.EvacuateCommand;
import io.clockwise.app.cli.change.FreezeCommand;
import io.clockwise.app.cli.change.MaintCommand;
import io.clockwise.app.cli.change.PreviewCommand;
import io.clockwise.app.cli.change.ReadyCommand;
import io.clockwise.app.cli.change.RemoveCommand;
import io.clockwise.app.cli.change.RollbackCommand;
import io.clockwise.app.cli.change.UndoCommand;
import io.clockwise.app.cli.change.WeightCommand;
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
    subcommands = {
      RunCommand.class,
      CheckCommand.class,
      PickCommand.class,
      VerifyPlacementCommand.class,
      HealthCommand.class,
      DemoCommand.class,
      RehearseCommand.class,
      StatusCommand.class,
      PoolsCommand.class,
      BackendsCommand.class,
      ExplainCommand.class,
      RevisionsCommand.class,
      OverlayCommand.class,
      EventsCommand.class,
      AddCommand.class,
      RemoveCommand.class,
      WeightCommand.class,
      DrainCommand.class,
      ReadyCommand.class,
      MaintCommand.class,
      EvacuateCommand.class,
      PreviewCommand.class,
      ApplyCommand.class,
      RollbackCommand.class,
      UndoCommand.class,
      FreezeCommand.class,
      CompletionCommand.class,
      VersionCommand.class
    },
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
    return commandLine(Surroundings.ofProcess()).execute(args);
  }

  /** Returns the parser, ready to run in these surroundings. */
  static CommandLine commandLine(Surroundings around) {
    CommandLine line = new CommandLine(new ClockwiseCommand(), parts(around));
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
