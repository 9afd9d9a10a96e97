package io.clockwise.bench.peer.proxy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to run Clockwise.
 *
 * @param name how it is chosen and shown
 * @param home the folder of the sources whose launcher starts it
 * @param java the home of the JDK; empty: the one on the path
 * @param options options of the JVM, beside those of the launcher
 * @param arguments arguments of {@code run}, beside the configuration
 * @param lines lines of the configuration, beside what all have
 */
public record Variant(
    String name,
    Path home,
    String java,
    List<String> options,
    List<String> arguments,
    List<String> lines) {
  private static final String USAGE =
      "a variant is NAME=[java=HOME] [home=FOLDER] [JVM OPTIONS] [yaml=LINE] [-- ARGUMENTS], its name"
          + " in small letters; not: ";

  /** Copies the lists. */
  public Variant {
    options = List.copyOf(options);
    arguments = List.copyOf(arguments);
    lines = List.copyOf(lines);
  }

  /** Returns Clockwise without anything special. */
  public static Variant plain(String java) {
    return new Variant("clockwise", here(""), java, List.of(), List.of(), List.of());
  }

  /**
   * Reads {@code NAME=[java=HOME] [home=FOLDER] [JVM OPTIONS] [yaml=LINE] [-- ARGUMENTS]}; the line
   * of the configuration may hold blanks and goes on to the end or to the two dashes.
   *
   * @param java what it runs on unless it says so
   * @throws IllegalArgumentException with a message for the user
   */
  public static Variant of(String text, String java) {
    String[] named = text.split("=", 2);
    if (named.length < 2 || !named[0].matches("[a-z0-9][a-z0-9.-]*")) {
      throw new IllegalArgumentException(USAGE + text);
    }
    String[] parts = (" " + named[1] + " ").split(" -- ", 2);
    String[] before = parts[0].split(" yaml=", 2);
    String home = "";
    String jdk = java;
    List<String> options = new ArrayList<>();
    for (String word : words(before[0])) {
      if (word.startsWith("java=")) {
        jdk = word.substring("java=".length());
      } else if (word.startsWith("home=")) {
        home = word.substring("home=".length());
      } else {
        options.add(word);
      }
    }
    List<String> lines = before.length < 2 ? List.of() : List.of(before[1].strip());
    List<String> arguments = parts.length < 2 ? List.of() : words(parts[1]);
    return new Variant(named[0], here(home), jdk, options, arguments, lines);
  }

  private static Path here(String home) {
    return Path.of(home).toAbsolutePath();
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }

  /** Returns its launcher. */
  Path launcher() {
    return home.resolve("scripts/clockwise");
  }
}
