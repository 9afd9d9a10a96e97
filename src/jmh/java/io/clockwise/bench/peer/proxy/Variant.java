package io.clockwise.bench.peer.proxy;

import java.nio.file.Path;
import java.util.List;

/**
 * A way to run Clockwise.
 *
 * @param name how it is chosen and shown
 * @param home the folder of the sources whose launcher starts it
 * @param java the home of the JDK, empty: the one on the path
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
  private static final String JAVA = "java=";
  private static final String HOME = "home=";
  private static final String LINE = "yaml=";

  /** Copies the lists. */
  public Variant {
    options = List.copyOf(options);
    arguments = List.copyOf(arguments);
    lines = List.copyOf(lines);
  }

  /** Returns Clockwise without anything special. */
  public static Variant plain(String java) {
    return new Variant(
        "clockwise", Path.of("").toAbsolutePath(), java, List.of(), List.of(), List.of());
  }

  /**
   * Reads {@code NAME=JVM OPTIONS -- ARGUMENTS}; between the JVM options also {@code java=HOME},
   * {@code home=FOLDER} and, as the last of them, {@code yaml=LINE OF THE CONFIGURATION}.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static Variant of(String text, String java) {
    int equals = text.indexOf('=');
    if (equals < 1 || !text.substring(0, equals).matches("[a-z0-9][a-z0-9.-]*")) {
      throw new IllegalArgumentException(
          "a variant is NAME=JVM OPTIONS -- ARGUMENTS, its name in small letters; not: " + text);
    }
    String rest = text.substring(equals + 1);
    String behind = "";
    int dashes = (" " + rest + " ").indexOf(" -- ");
    if (dashes >= 0) {
      behind = rest.substring(Math.min(rest.length(), dashes + 2));
      rest = rest.substring(0, Math.max(0, dashes - 1));
    }
    Variant variant = plain(java).named(text.substring(0, equals), words(behind));
    int line = (" " + rest).indexOf(" " + LINE);
    if (line >= 0) {
      variant = variant.with(rest.substring(line + LINE.length()));
      rest = rest.substring(0, line);
    }
    for (String word : words(rest)) {
      variant = variant.and(word);
    }
    return variant;
  }

  private Variant named(String other, List<String> behind) {
    return new Variant(other, home, java, options, behind, lines);
  }

  private Variant with(String line) {
    return new Variant(name, home, java, options, arguments, List.of(line));
  }

  private Variant and(String word) {
    if (word.startsWith(JAVA)) {
      String other = word.substring(JAVA.length());
      return new Variant(name, home, other, options, arguments, lines);
    }
    if (word.startsWith(HOME)) {
      Path other = Path.of(word.substring(HOME.length())).toAbsolutePath();
      return new Variant(name, other, java, options, arguments, lines);
    }
    List<String> more = new java.util.ArrayList<>(options);
    more.add(word);
    return new Variant(name, home, java, more, arguments, lines);
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }

  /** Returns its launcher. */
  Path launcher() {
    return home.resolve("scripts/clockwise");
  }
}
