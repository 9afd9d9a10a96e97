package io.clockwise.config;

import java.nio.file.Path;

/** The way to the contents of files that a document names; may block. */
@FunctionalInterface
public interface NamedFiles {
  /** Has no files. */
  NamedFiles NONE = (file, most) -> new Content("", "no files are read here");

  /**
   * What a file holds.
   *
   * @param text each char is one byte; empty with a fault
   * @param fault why it cannot be had, for people; empty when it can
   */
  record Content(String text, String fault) {}

  /**
   * Reads a file; a failure is a value.
   *
   * @param most the most bytes it may have
   */
  Content read(Path file, int most);
}
