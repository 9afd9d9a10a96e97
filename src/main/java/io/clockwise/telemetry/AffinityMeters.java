package io.clockwise.telemetry;

import io.clockwise.telemetry.session.CookieVerdict;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** What one event loop counts of sessions and keys that stay with a backend; written by it only. */
public final class AffinityMeters {
  /** What an answer did to its client's session. */
  public enum Step {
    /** It began one. */
    NEW,
    /** It named another backend than the one that the session had. */
    REBOUND,
    /** It ended the session, as the backend wished. */
    FORGOTTEN
  }

  private final Map<CookieVerdict, Counter> verdicts = new EnumMap<>(CookieVerdict.class);
  private final Map<Step, Counter> steps = new EnumMap<>(Step.class);
  private final Counter pinned = new Counter();

  AffinityMeters() {
    for (CookieVerdict verdict : CookieVerdict.values()) {
      verdicts.put(verdict, new Counter());
    }
    for (Step step : Step.values()) {
      steps.put(step, new Counter());
    }
  }

  /** Counts a request to a pool with cookies. */
  public void judged(CookieVerdict verdict) {
    counter(verdict).increment();
  }

  /** Counts an answer that changes a session. */
  public void stepped(Step step) {
    counter(step).increment();
  }

  /** Counts a request that went to the backend of its key's table and not to the owner. */
  public void pinned() {
    pinned.increment();
  }

  /** Returns the requests whose cookie was that. */
  public long verdicts(CookieVerdict verdict) {
    return counter(verdict).get();
  }

  /** Returns the answers that did that. */
  public long steps(Step step) {
    return counter(step).get();
  }

  /** Returns the requests that a table kept from their keys' owners. */
  public long pins() {
    return pinned.get();
  }

  private Counter counter(CookieVerdict verdict) {
    return Objects.requireNonNull(verdicts.get(verdict));
  }

  private Counter counter(Step step) {
    return Objects.requireNonNull(steps.get(step));
  }
}
