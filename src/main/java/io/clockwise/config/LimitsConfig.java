package io.clockwise.config;

import java.time.Duration;

/**
 * What a client may ask of a listener.
 *
 * @param requestLine bytes of the request line, 64 B to 1 MiB; default 8 KiB; beyond: 414
 * @param headers bytes of all request fields, 256 B to 1 MiB; default 16 KiB; beyond: 431
 * @param headerCount request fields, 1 to 10000; default 100; beyond: 431
 * @param headTimeout from the first byte of a connection, or of a later request, to the end of its
 *     head, 100 ms to 1 h; default 10 s
 * @param bodyIdle longest pause between two parts of a request body, 100 ms to 24 h; default 30 s
 * @param keepAliveIdle how long an idle client connection stays open, 100 ms to 24 h; default 75 s
 * @param connections client connections over all listeners, 1 to 1000000; default 20000
 * @param connectionsPerAddress client connections of one address; default 0, no limit
 * @param target which characters a request target may hold; default {@code browser}
 */
public record LimitsConfig(
    int requestLine,
    int headers,
    int headerCount,
    Duration headTimeout,
    Duration bodyIdle,
    Duration keepAliveIdle,
    int connections,
    int connectionsPerAddress,
    TargetRule target) {
  /** The defaults. */
  public static final LimitsConfig DEFAULT =
      new LimitsConfig(
          8 * 1024,
          16 * 1024,
          100,
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(75),
          20_000,
          0,
          TargetRule.BROWSER);
}
