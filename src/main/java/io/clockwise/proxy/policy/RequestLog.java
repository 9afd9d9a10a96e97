package io.clockwise.proxy.policy;

import io.clockwise.telemetry.accesslog.AccessRecord;

/** Takes the facts of finished requests; called on event loops, so it never blocks. */
@FunctionalInterface
public interface RequestLog {
  /** Keeps nothing. */
  RequestLog NONE = record -> {};

  /** Tells whether records are wanted; when not, none need be made. */
  default boolean isOn() {
    return true;
  }

  /** Takes the facts of one finished request. */
  void ended(AccessRecord record);
}
