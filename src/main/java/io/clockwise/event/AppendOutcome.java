package io.clockwise.event;

/** What became of appending a record to the {@link IntentLog}. */
public sealed interface AppendOutcome {

  /**
   * The record is accepted.
   *
   * @param record at the place that the log gave it
   * @param kept whether it outlives the process; false only if that was allowed
   */
  record Committed(ChangeRecord record, boolean kept) implements AppendOutcome {
    /** It is accepted for good. */
    public Committed(ChangeRecord record) {
      this(record, true);
    }
  }

  /**
   * Somebody else was first; nothing was appended.
   *
   * @param head the newest revision
   */
  record Conflict(long head) implements AppendOutcome {}

  /**
   * Nothing was appended, for certain.
   *
   * @param reason for people
   */
  record Refused(String reason) implements AppendOutcome {}

  /**
   * The record may have been appended, or may still be: look for its {@code changeId}, never append
   * again blindly.
   *
   * @param reason for people
   */
  record Unknown(String reason) implements AppendOutcome {}
}
