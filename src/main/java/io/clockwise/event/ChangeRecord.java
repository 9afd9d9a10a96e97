package io.clockwise.event;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One change of intent: proposed while its revision is 0, accepted once the {@link IntentLog} has
 * given it one.
 *
 * @param place in the log; {@link Place#NONE}: not yet
 * @param changeId unique; finds a record whose append ended {@link AppendOutcome.Unknown}
 * @param cause who, when, why
 * @param changes what was asked for, in order; empty for {@link Kind#FILE}
 * @param effect what it makes of the state before it; {@link Effect#NONE} while it is a draft
 */
public record ChangeRecord(
    Place place, String changeId, Cause cause, List<BackendChange> changes, Effect effect) {

  private static final int DOCUMENT_DIGITS = 8;

  /** Where a change comes from. */
  public enum Kind {
    /** An operator, through the API. */
    OPERATOR,
    /** The configuration document. */
    FILE,
    /** Clockwise itself, such as the end of a drain. */
    SYSTEM,
    /** An operator who goes back to an earlier revision. */
    ROLLBACK,
    /** Clockwise itself, by how busy a pool is. */
    AUTOSCALE
  }

  /**
   * Where a record stands in the log.
   *
   * @param revision 1 is the first
   * @param parent the hash of the record before it; empty for the first
   * @param hash SHA-256 of the record with its parent, hexadecimal
   */
  public record Place(long revision, String parent, String hash) {
    /** Nowhere yet. */
    public static final Place NONE = new Place(0, "", "");
  }

  /**
   * Who changed something, when and why.
   *
   * @param kind where the change comes from
   * @param actor who; may be empty
   * @param reason in the actor's words; may be empty
   * @param time when it was proposed
   * @param instance which Clockwise proposed it: its name and, behind a slash, a random part
   */
  public record Cause(Kind kind, String actor, String reason, Instant time, String instance) {
    /** Makes one that does not say which Clockwise proposed it. */
    public Cause(Kind kind, String actor, String reason, Instant time) {
      this(kind, actor, reason, time, "");
    }
  }

  /**
   * What a record makes of the state before it.
   *
   * @param fileFingerprint of the document that came into use; empty: the one before stays
   * @param pools that it touches
   * @param edits one for each backend that changes
   */
  public record Effect(String fileFingerprint, Set<String> pools, List<Edit> edits) {
    /** Nothing yet. */
    public static final Effect NONE = new Effect("", Set.of(), List.of());

    /** Copies the collections. */
    public Effect {
      pools = Set.copyOf(pools);
      edits = List.copyOf(edits);
    }

    /** Returns that of a document before it was merged. */
    public static Effect ofFile(String fingerprint) {
      return new Effect(fingerprint, Set.of(), List.of());
    }
  }

  /** Copies the list. */
  public ChangeRecord {
    changes = List.copyOf(changes);
  }

  /** Makes a draft. */
  public ChangeRecord(String changeId, Cause cause, List<BackendChange> changes) {
    this(Place.NONE, changeId, cause, changes, Effect.NONE);
  }

  /** Returns its revision; 0: none yet. */
  public long revision() {
    return place.revision();
  }

  /** Returns its hash; empty: none yet. */
  public String hash() {
    return place.hash();
  }

  /** Returns the fingerprint of the document that came into use; empty: the one before stays. */
  public String fileFingerprint() {
    return effect.fileFingerprint();
  }

  /** Returns where the change comes from. */
  public Kind kind() {
    return cause.kind();
  }

  /**
   * Returns what it does, for people: what was asked for; of a document, which one it is and what
   * it made of backends.
   */
  public List<String> inWords() {
    if (cause.kind() != Kind.FILE) {
      return changes.stream().map(BackendChange::inWords).toList();
    }
    String document = fileFingerprint();
    String name = document.substring(0, Math.min(DOCUMENT_DIGITS, document.length()));
    return Stream.concat(
            Stream.of("use document " + name),
            effect.edits().stream().flatMap(edit -> edit.inWords().stream()))
        .toList();
  }

  /** Returns the same at its place in the log. */
  public ChangeRecord at(Place newPlace) {
    return new ChangeRecord(newPlace, changeId, cause, changes, effect);
  }

  /** Returns the same with what it makes of a state. */
  public ChangeRecord with(Effect newEffect) {
    return new ChangeRecord(place, changeId, cause, changes, newEffect);
  }
}
