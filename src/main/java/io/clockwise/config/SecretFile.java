package io.clockwise.config;

import java.nio.file.Path;

/**
 * A file with a secret, as it was when the configuration was read.
 *
 * @param file where it is
 * @param text what is in it, outer blanks and line ends cut, each char one byte; never shown
 */
public record SecretFile(Path file, String text) {
  /** The fewest characters of a secret. */
  public static final int FEWEST = 32;

  /** The most bytes of the file. */
  public static final int MOST_BYTES = 4096;

  /** Returns the path alone. */
  @Override
  public String toString() {
    return file.toString();
  }
}
