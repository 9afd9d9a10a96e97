package io.clockwise.telemetry.accesslog;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.FailureKind;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one request that is over.
 *
 * @param client who asked
 * @param request what was asked
 * @param answer what came of it
 * @param times when
 * @param routed where it went; null when no route matched
 */
public record AccessRecord(
    Client client, Request request, Answer answer, Times times, @Nullable Routed routed) {

  /**
   * Who asked.
   *
   * @param address canonical text, trusted proxies removed
   * @param userAgent null: not sent
   * @param referer null: not sent
   * @param requestId as it went to the backend; null: none
   */
  public record Client(
      String address,
      @Nullable String userAgent,
      @Nullable String referer,
      @Nullable String requestId) {}

  /**
   * What was asked.
   *
   * @param target raw, as in the request line
   * @param version such as {@code HTTP/1.1}
   * @param host raw; null: none
   * @param bodyBytes received of the body
   */
  public record Request(
      String method, String target, String version, @Nullable String host, long bodyBytes) {}

  /** Who ended the exchange. */
  public enum EndedBy {
    /** It ran to its end. */
    NOBODY,
    /** The client. */
    CLIENT,
    /** The backend. */
    BACKEND,
    /** Clockwise. */
    PROXY
  }

  /**
   * What came of it.
   *
   * @param status sent to the client; 499 when it went away before one
   * @param bodyBytes sent of the body
   * @param failure why no backend answered; null: one did
   */
  public record Answer(
      int status, long bodyBytes, @Nullable FailureKind failure, EndedBy endedBy) {}

  /**
   * When.
   *
   * @param startedMillis since 1970, when the head had been read
   * @param totalNanos from then to the end
   * @param connectNanos until a connection to the backend was there; -1: never
   * @param firstByteNanos until the head of the backend's answer; -1: never
   */
  public record Times(
      long startedMillis, long totalNanos, long connectNanos, long firstByteNanos) {}

  /**
   * Where it went.
   *
   * @param owner id of the backend that owns the key; null: no key
   * @param backend id of the backend that got it; null: none
   * @param key where the key came from; null: no key
   * @param revision of the routing table
   * @param epoch of the routing table
   */
  public record Routed(
      Target target,
      @Nullable String owner,
      @Nullable String backend,
      @Nullable Key key,
      long revision,
      long epoch) {}

  /** The route, its pool, and the rule that chose the backend. */
  public record Target(String route, String pool, ChosenBy chosenBy) {}

  /**
   * The routing key, never in clear.
   *
   * @param source such as {@code header}
   * @param hash by which the placement knows it
   */
  public record Key(String source, long hash) {}
}
