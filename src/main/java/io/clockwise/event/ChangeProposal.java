package io.clockwise.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants changed, all or nothing.
 *
 * @param changes in order, at least one
 * @param actor who asks, for the history
 * @param reason in the actor's words; may be empty
 * @param ifMatch an ETag or a plain revision that each touched pool must still have; null: any
 * @param force also when it closes the last open backend of a pool
 */
public record ChangeProposal(
    List<BackendChange> changes,
    String actor,
    String reason,
    @Nullable String ifMatch,
    boolean force) {

  /** Copies the list. */
  public ChangeProposal {
    changes = List.copyOf(changes);
  }
}
