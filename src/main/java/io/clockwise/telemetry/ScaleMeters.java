package io.clockwise.telemetry;

/** What is counted of the autoscale of one pool; written by one thread at a time. */
public final class ScaleMeters {
  private volatile double utilisation;
  private final Counter up = new Counter();
  private final Counter down = new Counter();
  private final Counter told = new Counter();
  private final Counter untold = new Counter();

  /** Notes the requests in flight over what the open backends take well. */
  public void utilisation(double now) {
    utilisation = now;
  }

  /** Returns the requests in flight over what the open backends take well. */
  public double utilisation() {
    return utilisation;
  }

  /** Counts a step that brought backends in. */
  public void up() {
    up.increment();
  }

  /** Counts a step that drained a backend. */
  public void down() {
    down.increment();
  }

  /** Counts a call of the webhook, with its retries. */
  public void webhook(boolean taken) {
    (taken ? told : untold).increment();
  }

  /** Returns the steps that brought backends in. */
  public long ups() {
    return up.get();
  }

  /** Returns the steps that drained a backend. */
  public long downs() {
    return down.get();
  }

  /** Returns the calls of the webhook that were taken, or were not. */
  public long webhooks(boolean taken) {
    return (taken ? told : untold).get();
  }
}
