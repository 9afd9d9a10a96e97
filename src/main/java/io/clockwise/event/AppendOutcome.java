package io.clockwise.event;

/** What became of appending a record to the {@link IntentLog}. */
public sealed interface AppendOutcome {

  /**
   * The record is accepted, for good.
   *
   * @param record with the revision that the log gave it
   */
  record Committed(ChangeRecord record) implements AppendOutcome {}

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
