package io.clockwise.app.cli;

import io.clockwise.app.cli.ask.BackendsCommand;
import io.clockwise.app.cli.ask.EventsCommand;
import io.clockwise.app.cli.ask.ExplainCommand;
import io.clockwise.app.cli.ask.HotKeysCommand;
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
import io.clockwise.app.cli.change.MovesCommand;
import io.clockwise.app.cli.change.PreviewCommand;
import io.clockwise.app.cli.change.ReadyCommand;
import io.clockwise.app.cli.change.RemoveCommand;
import io.clockwise.app.cli.change.RollbackCommand;
import io.clockwise.app.cli.change.UndoCommand;
import io.clockwise.app.cli.change.WeightCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;

/** The commands of {@code clockwise}, by what they are for. */
final class CommandGroups implements IHelpSectionRenderer {
  private static final int WIDTH = 80;
  private static final int NAMES = 20;
  private static final Map<String, Map<String, Class<?>>> GROUPS = groups();

  private static Map<String, Map<String, Class<?>>> groups() {
    Map<String, Map<String, Class<?>>> groups = new LinkedHashMap<>();
    Map<String, Class<?>> run = new LinkedHashMap<>();
    run.put("run", RunCommand.class);
    run.put("demo", DemoCommand.class);
    run.put("check", CheckCommand.class);
    run.put("pick", PickCommand.class);
    run.put("verify-placement", VerifyPlacementCommand.class);
    run.put("completion", CompletionCommand.class);
    run.put("version", VersionCommand.class);
    run.put("rehearse", RehearseCommand.class);
    groups.put("Run and check, on this machine", run);
    Map<String, Class<?>> ask = new LinkedHashMap<>();
    ask.put("status", StatusCommand.class);
    ask.put("pools", PoolsCommand.class);
    ask.put("backends", BackendsCommand.class);
    ask.put("explain", ExplainCommand.class);
    ask.put("hot-keys", HotKeysCommand.class);
    ask.put("revisions", RevisionsCommand.class);
    ask.put("overlay", OverlayCommand.class);
    ask.put("events", EventsCommand.class);
    ask.put("health", HealthCommand.class);
    groups.put("Ask a running instance", ask);
    groups.put("Change a running instance", changes());
    return groups;
  }

  private static Map<String, Class<?>> changes() {
    Map<String, Class<?>> change = new LinkedHashMap<>();
    change.put("add", AddCommand.class);
    change.put("remove", RemoveCommand.class);
    change.put("weight", WeightCommand.class);
    change.put("drain", DrainCommand.class);
    change.put("ready", ReadyCommand.class);
    change.put("maint", MaintCommand.class);
    change.put("evacuate", EvacuateCommand.class);
    change.put("preview", PreviewCommand.class);
    change.put("apply", ApplyCommand.class);
    change.put("rollback", RollbackCommand.class);
    change.put("undo", UndoCommand.class);
    change.put("moves", MovesCommand.class);
    change.put("freeze", FreezeCommand.class);
    return change;
  }

  /* A command is described by annotations, which take 100 ms to read for all of them. */
  /** Adds the command that arguments begin with; all when they begin with none. */
  static void addTo(CommandLine line, String... arguments) {
    Map<String, Class<?>> all = new LinkedHashMap<>();
    GROUPS.values().forEach(all::putAll);
    Class<?> one = arguments.length == 0 ? null : all.get(arguments[0]);
    if (one != null && one != CompletionCommand.class) { // this one looks at all others
      line.addSubcommand(one);
    } else {
      all.values().forEach(line::addSubcommand);
    }
  }

  @Override
  public String render(Help help) {
    Map<String, Help> commands = new LinkedHashMap<>();
    for (Help command : help.subcommands().values()) {
      if (!command.commandSpec().usageMessage().hidden()) {
        commands.put(command.commandSpec().name(), command);
      }
    }
    StringBuilder text = new StringBuilder();
    GROUPS.forEach(
        (title, names) -> {
          List<Help> members =
              names.keySet().stream()
                  .map(commands::get)
                  .filter(Objects::nonNull) // hidden ones
                  .toList();
          append(text, title, members, help);
        });
    return text.toString();
  }

  private static void append(StringBuilder text, String title, List<Help> commands, Help help) {
    if (commands.isEmpty()) {
      return;
    }
    text.append(String.format("%n%s:%n", title));
    Help.TextTable table =
        Help.TextTable.forColumns(
            help.colorScheme(),
            new Help.Column(NAMES, 2, Help.Column.Overflow.SPAN),
            new Help.Column(WIDTH - NAMES, 2, Help.Column.Overflow.WRAP));
    for (Help command : commands) {
      String[] description = command.commandSpec().usageMessage().description();
      table.addRowValues(command.commandSpec().name(), description[0]);
    }
    text.append(table);
  }
}
