package io.clockwise.event;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** What the single writer offers to those who want a change; callable from any thread. */
public interface ControlPort {
  /** Proposes a change; completes when every event loop uses the new table, or after 2 s. */
  CompletionStage<ChangeOutcome> propose(ChangeProposal proposal);

  /**
   * Reads the configuration source again, now.
   *
   * @param actor who asks, for the history
   */
  CompletionStage<ReloadOutcome> reload(String actor);

  /** Returns the records that are still known, oldest first. */
  CompletionStage<List<ChangeRecord>> history();

  /** Returns the newest accepted intent that every event loop uses, or had 2 s to. */
  IntentState state();
}
