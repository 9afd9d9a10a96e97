package io.clockwise.event;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The one sequence of accepted changes. It alone gives revisions: whoever wants a change appends it
 * and applies what comes back through {@link #watch}, also its own. Callable from any thread; every
 * stage completes within a time that the implementation bounds.
 */
public interface IntentLog {

  /** Returns the newest accepted state; {@link Head#EMPTY}: nothing was accepted yet. */
  CompletionStage<Head> head();

  /**
   * Appends a record if the newest revision is the expected one.
   *
   * @param expectedRevision what the proposer has seen
   * @param record without a place, with its effect on the state at that revision
   * @param durability whether it may be accepted although it cannot be kept
   */
  CompletionStage<AppendOutcome> append(
      long expectedRevision, ChangeRecord record, Durability durability);

  /** Appends a record that must be kept. */
  default CompletionStage<AppendOutcome> append(long expectedRevision, ChangeRecord record) {
    return append(expectedRevision, record, Durability.KEPT);
  }

  /**
   * Returns the records that are still known, oldest first: the last hundred of operators, of
   * documents and rollbacks, and apart from these the last hundred of Clockwise itself.
   */
  CompletionStage<List<ChangeRecord>> history();

  /**
   * Returns the records after a revision.
   *
   * @param revision that of the newest record already known; 0: none
   */
  CompletionStage<Later> since(long revision);

  /**
   * Tells what is committed after a revision, in order and without gaps; the handler is called by
   * one thread at a time and hands over quickly.
   *
   * @param fromRevision that of the newest record already known; 0: none
   */
  Watch watch(long fromRevision, Consumer<News> handler);

  /** Whether an accepted record outlives the process. */
  enum Durability {
    /** It does, or it is refused. */
    KEPT,
    /** If it cannot be kept it is accepted all the same, and lost with the process. */
    AT_BEST
  }

  /** A running watch. */
  interface Watch {
    /** Ends the watch; nothing is told after that. */
    void close();
  }

  /** What {@link #since} finds. */
  sealed interface Later {
    /** Every record after the revision, oldest first. */
    record Records(List<ChangeRecord> records) implements Later {
      /** Copies the list. */
      public Records {
        records = List.copyOf(records);
      }
    }

    /**
     * The log no longer holds them all.
     *
     * @param oldest the oldest revision that it holds
     */
    record Gap(long oldest) implements Later {}
  }

  /** What {@link #watch} tells. */
  sealed interface News {
    /** A record was accepted. */
    record Committed(ChangeRecord record) implements News {}

    /**
     * What follows does not continue what was told before: take the head anew.
     *
     * @param head the newest revision
     */
    record Rewound(long head) implements News {}

    /**
     * The log cannot be reached, or cannot keep what it accepts, until {@link Restored}.
     *
     * @param reason for people
     */
    record Lost(String reason) implements News {}

    /** The log can be reached, and keeps what it accepts, again. */
    record Restored() implements News {}
  }
}
