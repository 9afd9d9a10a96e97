package io.clockwise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.admin.AdminDoor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the command line says what commands print, and leaves none out. */
class CliPageTest {
  private static final Path PAGE = Path.of("src/docs/cli.md");
  private static final Path ACTUAL = Path.of("target/cli.md");
  private static final Pattern BLOCK =
      Pattern.compile("^```console\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern YAML =
      Pattern.compile("^```yaml(?: file=(\\S+))?\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @TempDir private Path directory;
  private int code;

  @Test
  void eachExamplePrintsWhatThePageSays() throws IOException {
    String page = Files.readString(PAGE);
    List<MatchResult> documents = YAML.matcher(page).results().toList();
    try (AdminDoor door = new AdminDoor(documents.get(0).group(2), directory)) {
      door.ready();
      door.meters("carts", "cart-b").started(0); // the request that does not end
      door.retried("5f0c9ad1b2e34c7788a1d09e6f3b2a41", 1_800_000_000_000L);
      for (MatchResult document : documents) {
        if (document.group(1) != null) {
          Files.writeString(directory.resolve(document.group(1)), document.group(2));
        }
      }
      String actual = BLOCK.matcher(page).replaceAll(block -> escaped(run(block.group(1), door)));
      if (!fixed(actual).equals(fixed(page))) {
        Files.writeString(ACTUAL, actual);
      }
      assertThat(fixed(page)).as("what it should be is in " + ACTUAL).isEqualTo(fixed(actual));
    }
  }

  private static String escaped(String text) {
    return java.util.regex.Matcher.quoteReplacement(text);
  }

  private String run(String block, AdminDoor door) {
    StringBuilder text = new StringBuilder("```console\n");
    block
        .lines()
        .filter(line -> line.startsWith("$ "))
        .forEach(
            line -> {
              text.append(line).append('\n');
              text.append(line.equals("$ echo $?") ? code + "\n" : output(line, door));
            });
    return text.append("```").toString();
  }

  private String output(String line, AdminDoor door) {
    List<String> words = new ArrayList<>();
    WORD.matcher(line)
        .results()
        .forEach(m -> words.add(m.group(1) == null ? m.group(2) : m.group(1)));
    assertThat(words.subList(0, 2)).containsExactly("$", "clockwise");
    List<String> arguments =
        words.subList(2, words.size()).stream()
            .map(word -> word.endsWith(".yaml") ? directory.resolve(word).toString() : word)
            .toList();
    CommandRun.Result result =
        new CommandRun()
            .with("CLOCKWISE_ENDPOINT", door.endpoint())
            .go(arguments.toArray(String[]::new));
    code = result.code();
    return (result.err() + result.out())
        .replace(door.endpoint(), "http://127.0.0.1:9902")
        .replace(" (CLOCKWISE_ENDPOINT)", " (the default)")
        .replace(directory + "/", "");
  }

  /* What differs from run to run. */
  private static String fixed(String page) {
    return page.replaceAll("(?m)^\\S+: 0 requests, .*\\n|^\\d of \\d drained; 0 .*\\n", "")
        .replaceAll("\\b[0-9a-f]{16}\\b", "DIGEST")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ", "TIME")
        .replaceAll("\\w+ (ago|left)\\b", "AGE")
        .replaceAll("epoch \\d+", "epoch N");
  }

  @Test
  void namesEachCommandThatTalksToAnInstance() throws IOException {
    String page = Files.readString(PAGE);
    Set<String> missing = new TreeSet<>();
    commandLine()
        .getSubcommands()
        .forEach(
            (name, command) -> {
              boolean remote = command.getCommandSpec().optionsMap().containsKey("--endpoint");
              if (remote && !page.contains("`" + name)) {
                missing.add(name);
              }
            });
    assertThat(missing).isEmpty();
  }

  private static picocli.CommandLine commandLine() {
    return ClockwiseCommand.commandLine(
        new io.clockwise.app.cli.settings.Surroundings(
            java.util.Map.of(), Path.of("/nowhere"), System.in, false, false));
  }
}
