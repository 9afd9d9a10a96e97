package io.clockwise.event;

import io.clockwise.config.ConfigProblem;
import java.util.List;

/** What became of reading the configuration again. */
public sealed interface ReloadOutcome {

  /**
   * The document is in use.
   *
   * @param state after it
   * @param changed whether it differed from the one before
   * @param needsRestart keys whose new value waits for a restart, such as {@code admin.bind}
   * @param superseded changes of the API that the document overruled, such as {@code
   *     pools.carts.backends.cart-a.weight}
   * @param warnings of the document
   * @param pendingLoops event loops that do not use the new table yet, 2 s after its publish
   */
  record Applied(
      IntentState state,
      boolean changed,
      List<String> needsRestart,
      List<String> superseded,
      List<ConfigProblem> warnings,
      List<String> pendingLoops)
      implements ReloadOutcome {
    /** Returns the same with the event loops that lag. */
    public Applied with(List<String> pending) {
      return new Applied(state, changed, needsRestart, superseded, warnings, pending);
    }
  }

  /** The document has problems; the table in use stays. */
  record Invalid(List<ConfigProblem> problems) implements ReloadOutcome {}

  /**
   * The document could not be read; the table in use stays.
   *
   * @param problem for people: which file, why, what to do
   */
  record Unreadable(String problem) implements ReloadOutcome {}
}
