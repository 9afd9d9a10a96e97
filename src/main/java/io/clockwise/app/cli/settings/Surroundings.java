package io.clockwise.app.cli.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command finds around it.
 *
 * @param environment variables by name
 * @param home of the user
 * @param input what is typed, or piped in
 * @param asks whether somebody is there to answer a question
 * @param draws whether the error output is a terminal
 */
public record Surroundings(
    Map<String, String> environment, Path home, InputStream input, boolean asks, boolean draws) {
  private static final int INPUT = 0;
  private static final int ERRORS = 2;

  /** Returns those of this process. */
  public static Surroundings ofProcess() {
    boolean draws = isTerminal(ERRORS);
    return new Surroundings(
        System.getenv(),
        Path.of(System.getProperty("user.home", "/")),
        System.in,
        draws && isTerminal(INPUT),
        draws);
  }

  /* The JDK tells only whether input and output both are a terminal; errors alone is what counts
  when the output goes to a file. */
  private static boolean isTerminal(int descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException e) {
      return testSaysSo(descriptor); // a system without /proc
    }
  }

  private static boolean testSaysSo(int descriptor) {
    try {
      return new ProcessBuilder("test", "-t", Integer.toString(descriptor))
              .inheritIO()
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Returns a variable; null: it is not set, or empty. */
  public @Nullable String variable(String name) {
    String value = environment.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /** Returns the file with the user's settings, whether it is there or not. */
  public Path settingsFile() {
    String configured = variable("XDG_CONFIG_HOME");
    Path folder =
        configured != null && Path.of(configured).isAbsolute() // the rule for this variable
            ? Path.of(configured)
            : home.resolve(".config");
    return folder.resolve("clockwise").resolve("client.yaml");
  }
}
