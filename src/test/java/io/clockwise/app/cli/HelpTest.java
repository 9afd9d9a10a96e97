package io.clockwise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.app.cli.CommandRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What the command line says of itself. */
class HelpTest {
  private static CommandLine commandLine() {
    return ClockwiseCommand.commandLine(
        new io.clockwise.app.cli.settings.Surroundings(
            Map.of(), Path.of("/nowhere"), System.in, false, false));
  }

  static Stream<String> commands() {
    return commandLine().getSubcommands().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasHelpWithAnExample(String command) {
    Result help = CommandRun.run(command, "--help");
    String name = commandLine().getSubcommands().get(command).getCommandName();
    assertThat(help.code()).isZero();
    assertThat(help.out()).contains("Usage: clockwise " + name, "Example", "  clockwise " + name);
    String[] footer =
        commandLine().getSubcommands().get(command).getCommandSpec().usageMessage().footer();
    assertThat(footer)
        .filteredOn(line -> line.startsWith("  clockwise")) // one that wraps cannot be copied
        .allMatch(line -> line.length() <= 80);
  }

  @Test
  void theCommandsStandInGroups() {
    String help = CommandRun.run("--help").out();
    assertThat(help)
        .containsSubsequence(
            "Run and check",
            "  run ",
            "Ask a running instance:",
            "  status ",
            "Change a running instance:",
            "  drain ",
            "Examples:",
            "3 timeout");
    assertThat(help).doesNotContain("Others:", "rehearse");
    for (CommandLine command : commandLine().getSubcommands().values()) {
      if (!command.getCommandSpec().usageMessage().hidden()) {
        assertThat(help).contains("\n  " + command.getCommandName() + " ");
      }
    }
  }

  @Test
  void theScriptForBashCompletesCommandsAndOptions(@TempDir Path directory) throws Exception {
    Path script =
        Files.writeString(directory.resolve("c.sh"), CommandRun.run("completion", "bash").out());
    assertThat(completions(script, "clockwise", "dra")).contains("drain");
    assertThat(completions(script, "clockwise", "drain", "--hard")).contains("--hard-stop");
    assertThat(CommandRun.run("completion", "zsh").lines().get(0)).contains("compinit");
    assertThat(CommandRun.run("completion", "fish").code()).isEqualTo(2);
  }

  private static List<String> completions(Path script, String... words) throws Exception {
    String line =
        "source "
            + script
            + "; COMP_WORDS=("
            + String.join(" ", words)
            + "); COMP_CWORD="
            + (words.length - 1)
            + "; _complete_clockwise; printf '%s\\n' \"${COMPREPLY[@]}\"";
    Process bash = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();
    assertThat(bash.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return read(bash);
  }

  private static List<String> read(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes()).lines().toList();
  }
}
