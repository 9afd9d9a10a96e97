package io.clockwise.event.source;

import io.clockwise.config.ConfigDocument;

/** What looking at the configuration source gave. */
public sealed interface ConfigReading {
  /** A document. */
  record Document(ConfigDocument document) implements ConfigReading {}

  /**
   * No document.
   *
   * @param problem for people: which file, why, what to do
   */
  record Unreadable(String problem) implements ConfigReading {}
}
