package io.clockwise.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants changed, all or nothing.
 *
 * @param what the change
 * @param actor who asks, for the history
 * @param reason in the actor's words; may be empty
 * @param terms on which it may be made
 * @param mode whether it is made, and whether what moves is told
 */
public record ChangeProposal(Wanted what, String actor, String reason, Terms terms, Mode mode) {

  /** A change, in words of its own or by what was before. */
  public sealed interface Wanted {}

  /**
   * These changes.
   *
   * @param changes in order, at least one
   */
  public record Changes(List<BackendChange> changes) implements Wanted {
    /** Copies the list. */
    public Changes {
      changes = List.copyOf(changes);
    }
  }

  /**
   * These changes, which how busy a pool is asks for.
   *
   * @param changes in order, at least one
   */
  public record Scaling(List<BackendChange> changes) implements Wanted {
    /** Copies the list. */
    public Scaling {
      changes = List.copyOf(changes);
    }
  }

  /**
   * The members, addresses and weights of an earlier revision.
   *
   * @param states whether drain and maint are as they were then, too
   */
  public record Rollback(long revision, boolean states) implements Wanted {}

  /** What one revision changed is as it was before it. */
  public record Undo(long revision) implements Wanted {}

  /** Whether it is made. */
  public enum Mode {
    /** It is made. */
    MAKE,
    /** It is made, and what moves is told. */
    MAKE_AND_TELL,
    /** What would move is told; nothing changes. */
    DRY_RUN
  }

  /**
   * On which terms a change may be made.
   *
   * @param ifMatch an ETag or a plain revision that each touched pool must still have; null: any
   * @param force also when it closes the last open backend of a pool
   * @param changeId names it: a change of this name is made once; null: it has no name
   * @param durability whether it may be accepted although it cannot be kept
   */
  public record Terms(
      @Nullable String ifMatch,
      boolean force,
      @Nullable String changeId,
      IntentLog.Durability durability) {
    /** Makes those of a change without a name that must be kept. */
    public Terms(@Nullable String ifMatch, boolean force) {
      this(ifMatch, force, null, IntentLog.Durability.KEPT);
    }
  }

  /** Makes one that is made at once. */
  public ChangeProposal(
      List<BackendChange> changes,
      String actor,
      String reason,
      @Nullable String ifMatch,
      boolean force) {
    this(new Changes(changes), actor, reason, new Terms(ifMatch, force), Mode.MAKE);
  }

  /** Returns what each touched pool must still be; null: anything. */
  public @Nullable String ifMatch() {
    return terms.ifMatch();
  }

  /** Tells whether it is made also when it closes the last open backend of a pool. */
  public boolean force() {
    return terms.force();
  }
}
