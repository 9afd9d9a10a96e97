package io.clockwise.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How the backends of a pool are checked.
 *
 * @param probe what is asked
 * @param interval between two probes of one backend, 100ms to 1h; default 2s; spread by a tenth
 * @param timeout of one probe, 10ms to 10m, not above the interval; default 1s
 * @param rise probes that succeed in a row until it is up, 1 to 100; default 2
 * @param fall probes that fail in a row until it is down, 1 to 100; default 3
 * @param initial what it is before its first probe, which decides at once; default {@code checking}
 * @param port where it is probed; 0: its own; default
 */
public record HealthConfig(
    Probe probe,
    Duration interval,
    Duration timeout,
    int rise,
    int fall,
    Initial initial,
    int port) {

  /** What a backend is before its first probe. */
  public enum Initial {
    /** Closed. */
    CHECKING,
    /** Open. */
    UP,
    /** Closed. */
    DOWN
  }

  /** What is asked. */
  public sealed interface Probe {}

  /**
   * An HTTP request, over TLS where the pool's backends are.
   *
   * @param method default GET
   * @param path with the query; no default
   * @param host the Host field; empty: as requests to the backend without one would have it
   * @param headers further fields
   * @param expect the statuses that are well; default 200-399
   * @param body a regular expression that the first 64 KiB of the body must contain; empty: any
   */
  public record Http(
      String method,
      String path,
      String host,
      Map<String, String> headers,
      List<StatusRange> expect,
      String body)
      implements Probe {
    /** Copies the collections. */
    public Http {
      headers = Map.copyOf(headers);
      expect = List.copyOf(expect);
    }

    /** Returns the one of a path, with the defaults of the rest. */
    public static Http of(String path) {
      return new Http("GET", path, "", Map.of(), List.of(new StatusRange(200, 399)), "");
    }
  }

  /** A connection, with the TLS handshake where the pool's backends are asked over TLS. */
  public record Tcp() implements Probe {}

  /**
   * The gRPC health service, grpc.health.v1.Health/Check.
   *
   * @param service its name; empty: the server as a whole
   */
  public record Grpc(String service) implements Probe {}

  /** Statuses from the first to the last, both among them. */
  public record StatusRange(int first, int last) {
    /** Tells whether a status is one of them. */
    public boolean contains(int status) {
      return status >= first && status <= last;
    }
  }

  /** Returns the checks with this probe and the defaults of the rest. */
  public static HealthConfig of(Probe probe) {
    return new HealthConfig(
        probe, Duration.ofSeconds(2), Duration.ofSeconds(1), 2, 3, Initial.CHECKING, 0);
  }
}
