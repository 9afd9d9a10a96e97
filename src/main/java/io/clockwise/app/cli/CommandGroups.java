package io.clockwise.app.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;

/** The commands in the help of {@code clockwise}, by what they are for. */
final class CommandGroups implements IHelpSectionRenderer {
  private static final int WIDTH = 80;
  private static final int NAMES = 20;
  private static final Map<String, List<String>> GROUPS = groups();

  private static Map<String, List<String>> groups() {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    groups.put(
        "Run and check, on this machine",
        List.of("run", "demo", "check", "pick", "verify-placement", "completion", "version"));
    groups.put(
        "Ask a running instance",
        List.of(
            "status", "pools", "backends", "explain", "revisions", "overlay", "events", "health"));
    groups.put(
        "Change a running instance",
        List.of(
            "add",
            "remove",
            "weight",
            "drain",
            "ready",
            "maint",
            "evacuate",
            "preview",
            "apply",
            "rollback",
            "undo",
            "freeze"));
    return groups;
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
        (title, names) -> append(text, title, names.stream().map(commands::remove).toList(), help));
    append(text, "Others", List.copyOf(commands.values()), help);
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
