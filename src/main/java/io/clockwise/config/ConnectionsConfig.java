package io.clockwise.config;

import java.time.Duration;

/**
 * Connections from Clockwise to each backend of a pool.
 *
 * @param perBackend requests at once to one backend, and connections with HTTP/1.1, over all event
 *     loops, 1 to 100000; default 512
 * @param onFull what a request does when there are so many already; default {@code auto}
 * @param queue requests that may wait for a connection, over all event loops, 0 to 1000000; default
 *     1024; beyond: 503
 * @param queueTimeout how long one may wait, 1 ms to 1 h; default 1 s; beyond: 503
 * @param idle how long an unused connection is kept, 100 ms to 1 h; default 4 s; below the
 *     backends' own
 * @param tunnels upgraded connections to one backend, over all event loops, counted apart from
 *     {@code perBackend}, 0 to 1000000; default 0: no limit
 * @param protocol what is spoken; default {@code h1}
 * @param proxyProtocol the header that tells the client's address; default {@code off}
 */
public record ConnectionsConfig(
    int perBackend,
    OnFull onFull,
    int queue,
    Duration queueTimeout,
    Duration idle,
    int tunnels,
    Protocol protocol,
    ProxyProtocol proxyProtocol) {
  /** The defaults. */
  public static final ConnectionsConfig DEFAULT =
      new ConnectionsConfig(512, 1024, Duration.ofSeconds(1), Duration.ofSeconds(4));

  /** What a request does when its backend has as many as it may have. */
  public enum OnFull {
    /** With a key as {@code next}, without as {@code queue}. */
    AUTO,
    /** The next candidate is asked. */
    NEXT,
    /** It waits. */
    QUEUE,
    /** 503. */
    FAIL
  }

  /** What is spoken to a backend. */
  public enum Protocol {
    /** HTTP/1.1. */
    H1,
    /** HTTP/2; in clear by prior knowledge. */
    H2,
    /** With TLS what the backend chooses (ALPN), in clear HTTP/1.1. */
    AUTO
  }

  /** The header before everything else on a connection (PROXY protocol). */
  public enum ProxyProtocol {
    /** None. */
    OFF,
    /** Text. */
    V1,
    /** Binary. */
    V2
  }

  /** Makes one with the defaults of the rest. */
  public ConnectionsConfig(int perBackend, int queue, Duration queueTimeout, Duration idle) {
    this(perBackend, OnFull.AUTO, queue, queueTimeout, idle, 0, Protocol.H1, ProxyProtocol.OFF);
  }

  /** Returns the same with another answer to too many requests. */
  public ConnectionsConfig withOnFull(OnFull other) {
    return new ConnectionsConfig(
        perBackend, other, queue, queueTimeout, idle, tunnels, protocol, proxyProtocol);
  }

  /** Returns the same with another limit of tunnels. */
  public ConnectionsConfig withTunnels(int other) {
    return new ConnectionsConfig(
        perBackend, onFull, queue, queueTimeout, idle, other, protocol, proxyProtocol);
  }

  /** Returns the same with another protocol. */
  public ConnectionsConfig withProtocol(Protocol other) {
    return new ConnectionsConfig(
        perBackend, onFull, queue, queueTimeout, idle, tunnels, other, proxyProtocol);
  }

  /** Returns the same with another header. */
  public ConnectionsConfig withProxyProtocol(ProxyProtocol other) {
    return new ConnectionsConfig(
        perBackend, onFull, queue, queueTimeout, idle, tunnels, protocol, other);
  }
}
