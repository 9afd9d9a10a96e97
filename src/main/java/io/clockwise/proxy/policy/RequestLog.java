package io.clockwise.proxy.policy;

import io.clockwise.telemetry.accesslog.AccessRecord;
import io.clockwise.telemetry.recent.Interest;
import org.jspecify.annotations.Nullable;

/** Takes the facts of finished requests from one event loop; never blocks it. */
public interface RequestLog {
  /**
   * Returns an empty record to fill in, for {@link #publish}; null when none is wanted, or there is
   * no room.
   *
   * @param nowNanos when the request ended
   */
  @Nullable AccessRecord next(Interest interest, long nowNanos);

  /** Hands over the record that {@link #next} returned last; it is not to be touched any more. */
  void publish();
}
