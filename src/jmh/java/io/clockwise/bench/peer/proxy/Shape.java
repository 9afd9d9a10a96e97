package io.clockwise.bench.peer.proxy;

/**
 * What a proxy is configured for; the same for all that are compared.
 *
 * @param key where the routing key is
 * @param logs whether those that need not log write an access log, too
 * @param pools how many pools there are; of several, {@code /pN/} leads to pool N
 * @param backends how many backends each pool has
 * @param webSocket whether the backends are the echo of WebSocket messages
 */
public record Shape(Key key, boolean logs, int pools, int backends, boolean webSocket) {
  /**
   * Four backends in one pool, the key in a header, access logs only where they are the default.
   */
  public static final Shape USUAL = new Shape(Key.HEADER, false, 1, 4, false);

  /** Where the routing key is. */
  public enum Key {
    /** The field {@code X-Key}. */
    HEADER,
    /** The path: for load generators that vary nothing else. */
    PATH
  }

  /** Returns the same with another key. */
  public Shape with(Key other) {
    return new Shape(other, logs, pools, backends, webSocket);
  }

  /** Returns the same with access logs everywhere. */
  public Shape logging() {
    return new Shape(key, true, pools, backends, webSocket);
  }

  /** Returns the same with other pools. */
  public Shape spread(int manyPools, int manyBackends) {
    return new Shape(key, logs, manyPools, manyBackends, webSocket);
  }

  /** Returns the same in front of the echo. */
  public Shape echoing() {
    return new Shape(key, logs, 1, 1, true);
  }
}
