package io.clockwise.proxy.policy;

/** Takes the facts of finished requests; called on event loops, so it never blocks. */
@FunctionalInterface
public interface RequestLog {
  /** Keeps nothing. */
  RequestLog NONE = record -> {};

  /** Takes the facts of one finished request. */
  void ended(RequestRecord record);
}
