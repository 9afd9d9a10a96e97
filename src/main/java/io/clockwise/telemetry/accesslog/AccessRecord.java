package io.clockwise.telemetry.accesslog;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.FailureKind;
import io.clockwise.model.OffOwner;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one finished request.
 *
 * @param line what was asked
 * @param client who asked
 * @param connections over which it came and went
 * @param choice where it went, or null when it was refused before that
 * @param tries the attempts that failed, in order; empty when the first one was answered
 * @param result how it ended
 * @param times when, and how long
 * @param table the routing table it used
 */
public record AccessRecord(
    Line line,
    Client client,
    Connections connections,
    @Nullable Choice choice,
    List<Try> tries,
    Result result,
    Times times,
    Table table) {

  /** Returns the same with another target. */
  AccessRecord withTarget(String target) {
    Line cut = new Line(line.method(), target, line.version(), line.scheme(), line.host());
    return new AccessRecord(cut, client, connections, choice, tries, result, times, table);
  }

  /**
   * What was asked, raw; empty where the request was too malformed to say.
   *
   * @param version such as {@code HTTP/1.1}
   */
  public record Line(String method, String target, String version, String scheme, String host) {}

  /**
   * Who asked.
   *
   * @param address canonical text; behind trusted proxies the address that they name
   * @param requestId as sent to the backend
   */
  public record Client(
      String address, @Nullable String userAgent, @Nullable String referer, String requestId) {}

  /**
   * The connections of a request, by numbers that no other connection of their side has.
   *
   * @param client the client's
   * @param upstream the last one that it had to a backend; 0: none
   * @param reused whether that one had served another request
   * @param tls null: the client came without
   */
  public record Connections(long client, long upstream, boolean reused, @Nullable Tls tls) {}

  /**
   * What the TLS handshake of a client told.
   *
   * @param serverName that it asked for; null: none
   */
  public record Tls(String protocol, String cipher, @Nullable String serverName) {}

  /**
   * Where a request went and why.
   *
   * @param pool null when the route answered by itself, or refused the request
   * @param owner id of the backend that owns the key, or null without a key
   * @param backend id of the backend that was tried last, or null when none was open
   * @param address of that backend
   * @param chosenBy null without a pool
   * @param offOwner why the backend is not the owner; null: it is, or there is none
   * @param key the routing key, or null without one
   */
  public record Choice(
      String route,
      @Nullable String pool,
      @Nullable String owner,
      @Nullable String backend,
      @Nullable String address,
      @Nullable ChosenBy chosenBy,
      @Nullable OffOwner offOwner,
      @Nullable Key key) {}

  /**
   * What is told of a routing key.
   *
   * @param source kind of the source that yielded it, such as {@code header}
   * @param hash by which the placement knows it; the key itself is never kept
   */
  public record Key(String source, long hash) {}

  /**
   * An attempt that came to nothing.
   *
   * @param result why, such as {@code connect_refused}
   * @param nanos from the request's start to the end of the attempt
   */
  public record Try(String backend, String result, long nanos) {}

  /**
   * How a request ended.
   *
   * @param status sent to the client; 499 when it went away before one was sent
   * @param requestBytes of the request's body that were received
   * @param responseBytes of the answer's body that were handed to the client's connection
   * @param failure null when a backend's answer was passed on whole
   * @param phase how far it had come
   */
  public record Result(
      int status,
      long requestBytes,
      long responseBytes,
      @Nullable FailureKind failure,
      EndedBy endedBy,
      Phase phase) {}

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
