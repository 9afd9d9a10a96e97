package io.clockwise.event;

import java.time.Instant;
import java.util.List;

/**
 * One change of intent: proposed while its revision is 0, accepted once the {@link IntentLog} has
 * given it one.
 *
 * @param revision given by the log, 1 is the first; 0: not yet
 * @param changeId unique; finds a record whose append ended {@link AppendOutcome.Unknown}
 * @param cause who, when, why
 * @param changes in order; empty for {@link Kind#FILE}
 * @param fileFingerprint of the document that came into use; empty for {@link Kind#OPERATOR}
 */
public record ChangeRecord(
    long revision,
    String changeId,
    Cause cause,
    List<BackendChange> changes,
    String fileFingerprint) {

  /** Where a change comes from. */
  public enum Kind {
    /** An operator, through the API. */
    OPERATOR,
    /** The configuration document. */
    FILE
  }

  /**
   * Who changed something, when and why.
   *
   * @param kind where the change comes from
   * @param actor who; may be empty
   * @param reason in the actor's words; may be empty
   * @param time when it was proposed
   */
  public record Cause(Kind kind, String actor, String reason, Instant time) {}

  /** Copies the list. */
  public ChangeRecord {
    changes = List.copyOf(changes);
  }

  /** Returns where the change comes from. */
  public Kind kind() {
    return cause.kind();
  }

  /** Returns the same with the revision that the log gave it. */
  public ChangeRecord withRevision(long newRevision) {
    return new ChangeRecord(newRevision, changeId, cause, changes, fileFingerprint);
  }
}
