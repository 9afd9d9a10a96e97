package io.clockwise.control.intent;

import io.clockwise.config.ConfigProblem;
import io.clockwise.event.ChangeOutcome;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentState;
import java.util.List;

/** What a record makes of a state. */
public sealed interface Reduction {

  /**
   * The record fits.
   *
   * @param record with its effect
   * @param state after it
   * @param superseded fields of the overlay that the document overruled, sorted
   */
  record Accepted(ChangeRecord record, IntentState state, List<String> superseded)
      implements Reduction {
    /** Copies the list. */
    public Accepted {
      superseded = List.copyOf(superseded);
    }
  }

  /** A change of an operator does not fit the state. */
  record Refused(ChangeOutcome.Refused outcome) implements Reduction {}

  /** The document does not fit the overlay. */
  record Invalid(List<ConfigProblem> problems) implements Reduction {
    /** Copies the list. */
    public Invalid {
      problems = List.copyOf(problems);
    }
  }
}
