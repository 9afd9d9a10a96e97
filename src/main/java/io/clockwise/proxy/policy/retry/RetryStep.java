package io.clockwise.proxy.policy.retry;

/** What follows a failed attempt. */
public enum RetryStep {
  /** The same backend again, over a new connection; costs nothing of the budget. */
  FRESH_CONNECTION,
  /** The next candidate that was not tried yet. */
  NEXT_CANDIDATE,
  /** Nothing: the failure is the answer. */
  GIVE_UP
}
