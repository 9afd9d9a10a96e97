package io.clockwise.event.health;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the layer that finds out who answers offers to others; used from any thread. */
public interface HealthPort extends HealthView {
  /**
   * Tells a listener, on any thread, that something has changed; what it is, it asks.
   *
   * @return ends that
   */
  Runnable listen(Runnable changed);

  /**
   * Leaves what others are told as it is until a moment; then all is told that was found out
   * meanwhile.
   *
   * @param until one that has passed ends a freeze
   */
  void freeze(Instant until);

  /** Returns until when all is left as it is; null: it is not. */
  @Nullable Instant frozenUntil();

  /** Returns the pools whose backends have not all been probed once. */
  Iterable<String> unsettled();
}
