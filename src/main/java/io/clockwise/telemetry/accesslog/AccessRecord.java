package io.clockwise.telemetry.accesslog;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.FailureKind;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one finished request.
 *
 * @param line what was asked
 * @param client who asked
 * @param choice where it went, or null when it was refused before that
 * @param result how it ended
 * @param times when, and how long
 * @param table the routing table it used
 */
public record AccessRecord(
    Line line, Client client, @Nullable Choice choice, Result result, Times times, Table table) {

  /**
   * What was asked, raw; empty where the request was too malformed to say.
   *
   * @param version such as {@code HTTP/1.1}
   */
  public record Line(String method, String target, String version, String host) {}

  /**
   * Who asked.
   *
   * @param address canonical text; behind trusted proxies the address that they name
   * @param requestId as sent to the backend
   */
  public record Client(
      String address, @Nullable String userAgent, @Nullable String referer, String requestId) {}

  /**
   * Where a request went and why.
   *
   * @param pool null when the route answered by itself, or refused the request
   * @param owner id of the backend that owns the key, or null without a key
   * @param backend id of the backend that was tried last, or null when none was open
   * @param chosenBy null without a pool
   * @param key the routing key, or null without one
   */
  public record Choice(
      String route,
      @Nullable String pool,
      @Nullable String owner,
      @Nullable String backend,
      @Nullable ChosenBy chosenBy,
      @Nullable Key key) {}

  /**
   * What is told of a routing key.
   *
   * @param source kind of the source that yielded it, such as {@code header}
   * @param hash by which the placement knows it; the key itself is never kept
   */
  public record Key(String source, long hash) {}

  /**
   * How a request ended.
   *
   * @param status sent to the client; 499 when it went away before one was sent
   * @param requestBytes of the request's body that were received
   * @param responseBytes of the answer's body that were handed to the client's connection
   * @param failure null when a backend's answer was passed on whole
   */
  public record Result(
      int status,
      long requestBytes,
      long responseBytes,
      @Nullable FailureKind failure,
      EndedBy endedBy) {}

  /**
   * When a request came and how long its parts took.
   *
   * @param startMillis since the epoch, when its head had been read
   * @param durationNanos from then to its end
   * @param leaseNanos from then to a connection to the backend; -1: never
   * @param firstByteNanos from then to the head of the backend's answer; -1: never
   */
  public record Times(long startMillis, long durationNanos, long leaseNanos, long firstByteNanos) {}

  /** Which routing table a request used. */
  public record Table(long revision, long epoch) {}
}
