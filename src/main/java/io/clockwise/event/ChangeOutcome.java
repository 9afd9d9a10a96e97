package io.clockwise.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a {@link ChangeProposal}. */
public sealed interface ChangeOutcome {

  /**
   * It is accepted and published.
   *
   * @param state after it
   * @param record what was accepted; null: nothing had to change
   * @param kept whether it outlives the process
   * @param preview what moved, where that was asked for
   * @param pendingLoops event loops that do not use the new table yet, 2 s after its publish
   */
  record Applied(
      IntentState state,
      @Nullable ChangeRecord record,
      boolean kept,
      @Nullable Preview preview,
      List<String> pendingLoops)
      implements ChangeOutcome {
    /** Returns the same with the loops that lag. */
    public Applied with(List<String> lagging) {
      return new Applied(state, record, kept, preview, lagging);
    }

    /** Returns the same with what moved. */
    public Applied with(Preview moved) {
      return new Applied(state, record, kept, moved, pendingLoops);
    }
  }

  /**
   * It was only looked at.
   *
   * @param state that it was compared with
   */
  record Shown(IntentState state, Preview preview) implements ChangeOutcome {}

  /**
   * Nothing changed.
   *
   * @param why the kind of refusal
   * @param field what is wrong in the request, such as {@code address}; empty: all of it
   * @param detail for people: what, where, what to do
   * @param change the place in the list of the change that it is about; -1: none, or all
   */
  record Refused(Why why, String field, String detail, int change) implements ChangeOutcome {
    /** Makes one that is about no change in particular. */
    public Refused(Why why, String field, String detail) {
      this(why, field, detail, -1);
    }

    /** Returns the same about the change at a place in the list. */
    public Refused at(int place) {
      return new Refused(why, field, detail, place);
    }
  }

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
    /** The name of the change was given to another one. */
    REUSED,
    /** The revision is not known, or no longer. */
    UNKNOWN_REVISION,
    /** It cannot be kept, on disk or elsewhere. */
    NOT_KEPT,
    /** It would leave a pool without an open backend; {@code force} does it all the same. */
    LAST_OPEN,
    /** Clockwise stops. */
    STOPPING
  }
}
