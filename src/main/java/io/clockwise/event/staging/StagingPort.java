package io.clockwise.event.staging;

import java.util.concurrent.CompletionStage;

/** Takes what is wished of the staged change of a pool; from any thread. */
public interface StagingPort {
  /** How a staged change goes on. */
  enum Wish {
    /** Nothing more moves until {@link #RESUME}. */
    PAUSE,
    /** It goes on. */
    RESUME,
    /** All that is left moves at once. */
    FINISH
  }

  /**
   * Notes a wish, which ends with the staged change; without one it means nothing.
   *
   * @return completes when the table that knows it is published, or after 2 s
   */
  CompletionStage<Void> wish(String pool, Wish wish);
}
