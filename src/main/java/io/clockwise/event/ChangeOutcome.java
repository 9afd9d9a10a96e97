package io.clockwise.event;

import java.util.List;

/** What became of a {@link ChangeProposal}. */
public sealed interface ChangeOutcome {

  /**
   * It is accepted and published.
   *
   * @param state after it
   * @param pendingLoops event loops that do not use the new table yet, 2 s after its publish
   */
  record Applied(IntentState state, List<String> pendingLoops) implements ChangeOutcome {}

  /**
   * Nothing changed.
   *
   * @param why the kind of refusal
   * @param field what is wrong in the request, such as {@code address}; empty: all of it
   * @param detail for people: what, where, what to do
   */
  record Refused(Why why, String field, String detail) implements ChangeOutcome {}

  /** The kinds of refusal. */
  enum Why {
    /** No such pool or backend. */
    NOT_FOUND,
    /** The id exists already. */
    EXISTS,
    /** A value is out of bounds or does not fit the others. */
    INVALID,
    /** A touched pool has changed since the revision that was named. */
    STALE,
    /** It would leave a pool without an open backend; {@code force} does it all the same. */
    LAST_OPEN,
    /** Clockwise stops. */
    STOPPING
  }
}
