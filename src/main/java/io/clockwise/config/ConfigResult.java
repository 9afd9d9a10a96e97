package io.clockwise.config;

import java.util.List;

/** What reading a document gave: a configuration, or every problem in it. */
public sealed interface ConfigResult {

  /**
   * A document that can be used.
   *
   * @param config with defaults filled in
   * @param warnings what is allowed but doubtful
   */
  record Valid(ClockwiseConfig config, List<ConfigProblem> warnings) implements ConfigResult {
    /** Copies the list. */
    public Valid {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * A document that cannot be used.
   *
   * @param problems at least one, by line
   */
  record Invalid(List<ConfigProblem> problems) implements ConfigResult {
    /** Copies the list. */
    public Invalid {
      problems = List.copyOf(problems);
    }
  }
}
