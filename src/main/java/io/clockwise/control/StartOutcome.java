package io.clockwise.control;

import io.clockwise.config.ConfigProblem;
import java.util.List;

/** What became of starting the {@link Controller}. */
public sealed interface StartOutcome {

  /**
   * It runs, and the first table is there.
   *
   * @param warnings of the document
   */
  record Started(Controller controller, List<ConfigProblem> warnings) implements StartOutcome {}

  /** The document has problems. */
  record Invalid(List<ConfigProblem> problems) implements StartOutcome {}

  /**
   * The document could not be read.
   *
   * @param problem for people: which file, why, what to do
   */
  record Unreadable(String problem) implements StartOutcome {}
}
