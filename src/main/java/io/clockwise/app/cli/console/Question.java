package io.clockwise.app.cli.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The question before a change that may be more than somebody meant; a flag answers it. */
public final class Question {
  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask; without a terminal nothing is asked anyway.")
  private boolean yes;

  /** Tells whether to go on: by flag, by answer, or since nobody is there to ask. */
  public boolean agreed(RemoteOptions remote, String question) {
    if (yes || !remote.around().asks()) {
      return true;
    }
    remote.err().print(question + " [y/N] ");
    remote.err().flush();
    String answer = read(remote);
    if (answer.equals("y") || answer.equals("yes")) {
      return true;
    }
    remote.note("nothing was changed");
    return false;
  }

  private static String read(RemoteOptions remote) {
    try {
      String line =
          new BufferedReader(
                  new InputStreamReader(remote.around().input(), Charset.defaultCharset()))
              .readLine();
      return line == null ? "" : line.strip().toLowerCase(Locale.ROOT);
    } catch (IOException e) {
      return ""; // no answer is no agreement
    }
  }
}
