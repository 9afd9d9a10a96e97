package io.clockwise.config.read.form;

import io.clockwise.config.NamedFiles;
import io.clockwise.config.SecretFile;
import io.clockwise.config.read.node.Value;
import java.nio.file.Path;
import java.util.Optional;

/** A secret in a file that a document names; what is in it is never shown. */
public final class SecretText {
  /** How to come by a good one. */
  public static final String ADVICE = "\"openssl rand -hex 32\" makes a good one";

  private static final String BLANKS = " \t\r\n";

  private SecretText() {}

  /**
   * Reads the file of a secret; empty after a problem.
   *
   * @param fewest the fewest characters that it may have
   */
  public static Optional<SecretFile> read(Value value, int fewest) {
    String expected = "the path of a file with a secret of at least " + fewest + " characters";
    Optional<Path> path = PathText.file(value, expected);
    if (path.isEmpty()) {
      return Optional.empty();
    }
    NamedFiles.Content content = value.reading().file(path.get(), SecretFile.MOST_BYTES);
    String text = cut(content.text());
    String fault = content.fault();
    if (fault.isEmpty() && text.length() < fewest) {
      fault = text.isEmpty() ? "it is empty" : "it has only " + text.length() + " of them";
    }
    if (!fault.isEmpty()) {
      value.problem(expected, fault + "; " + ADVICE);
      return Optional.empty();
    }
    return Optional.of(new SecretFile(path.get(), text));
  }

  /** Returns the text without blanks and line ends around it; a secret may be any bytes. */
  private static String cut(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isBlank(text.charAt(start))) {
      start++;
    }
    while (end > start && isBlank(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  private static boolean isBlank(char c) {
    return BLANKS.indexOf(c) >= 0;
  }
}
