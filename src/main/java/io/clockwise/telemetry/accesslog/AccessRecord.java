package io.clockwise.telemetry.accesslog;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.FailureKind;
import io.clockwise.model.OffOwner;
import io.clockwise.telemetry.recent.Interest;
import io.clockwise.telemetry.session.CookieVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one finished request, to be filled in: a place that is used again and again, so that
 * a record costs an event loop no object.
 *
 * <p>What is not filled in is not known. Texts are raw, a char for each byte, and only referred to.
 */
public final class AccessRecord {
  private static final String NONE = "";

  String method = NONE;
  String target = NONE;
  int targetLength; // how much of the target is shown
  String version = NONE;
  String scheme = NONE;
  String host = NONE;
  String client = NONE;
  @Nullable String userAgent;
  @Nullable String referer;
  @Nullable String requestId; // null: the next two in its place
  long requestIdHigh;
  long requestIdLow;
  long connection;
  long upstreamConnection;
  boolean reused;
  @Nullable String tlsProtocol;
  @Nullable String tlsCipher;
  @Nullable String tlsServerName;
  @Nullable String route;
  @Nullable String pool;
  @Nullable ChosenBy chosenBy;
  @Nullable String owner;
  @Nullable OffOwner offOwner;
  @Nullable String backend;
  @Nullable String address;
  @Nullable String keySource;
  long keyHash;
  @Nullable CookieVerdict cookie;
  List<Try> tries = List.of();
  int status;
  long requestBytes;
  long responseBytes;
  @Nullable FailureKind failure;
  EndedBy endedBy = EndedBy.COMPLETE;
  Phase phase = Phase.HEAD;
  long startMillis;
  long durationNanos;
  long leaseNanos;
  long firstByteNanos;
  long revision;
  long epoch;
  @Nullable Interest kept; // null: it is not to be kept

  /** Makes an empty one. */
  public AccessRecord() {}

  /**
   * An attempt that came to nothing.
   *
   * @param result why, such as {@code connect_refused}
   * @param nanos from the request's start to the end of the attempt
   */
  public record Try(String backend, String result, long nanos) {}

  /**
   * Tells what was asked, raw; empty where the request was too malformed to say.
   *
   * @param version such as {@code HTTP/1.1}
   */
  public void line(String method, String target, String version, String scheme, String host) {
    this.method = method;
    this.target = target;
    this.targetLength = target.length();
    this.version = version;
    this.scheme = scheme;
    this.host = host;
  }

  /**
   * Tells who asked.
   *
   * @param address canonical text; behind trusted proxies the address that they name
   */
  public void client(String address, @Nullable String userAgent, @Nullable String referer) {
    this.client = address;
    this.userAgent = userAgent;
    this.referer = referer;
  }

  /** Tells the request's id, as sent to the backend. */
  public void requestId(String id) {
    requestId = id;
  }

  /** Tells the request's id: these 128 bits as 32 hexadecimal digits. */
  public void requestId(long high, long low) {
    requestId = null;
    requestIdHigh = high;
    requestIdLow = low;
  }

  /**
   * Tells over which connections the request came and went, by their numbers.
   *
   * @param client the client's
   * @param upstream the last one that it had to a backend; 0: none
   * @param reused whether that one had served another request
   */
  public void connections(long client, long upstream, boolean reused) {
    this.connection = client;
    this.upstreamConnection = upstream;
    this.reused = reused;
  }

  /**
   * Tells what the TLS handshake of the client told.
   *
   * @param serverName that it asked for; null: none
   */
  public void tls(String protocol, String cipher, @Nullable String serverName) {
    this.tlsProtocol = protocol;
    this.tlsCipher = cipher;
    this.tlsServerName = serverName;
  }

  /** Tells the route that was found. */
  public void route(String name) {
    route = name;
  }

  /**
   * Tells where the request was to go; nothing when the route answered by itself, or refused it.
   *
   * @param owner id of the backend that owns the key, or null without a key
   * @param offOwner why the backend is not the owner; null: it is, or there is none
   */
  public void pool(
      String name, ChosenBy chosenBy, @Nullable String owner, @Nullable OffOwner offOwner) {
    this.pool = name;
    this.chosenBy = chosenBy;
    this.owner = owner;
    this.offOwner = offOwner;
  }

  /** Tells which backend was tried last; nothing when none was open. */
  public void backend(String id, String address) {
    this.backend = id;
    this.address = address;
  }

  /**
   * Tells of the routing key.
   *
   * @param source kind of the source that yielded it, such as {@code header}
   * @param hash by which the placement knows it; the key itself is never kept
   */
  public void key(String source, long hash) {
    keySource = source;
    keyHash = hash;
  }

  /** Tells what the affinity cookie turned out to be; null: no pool of the route has one. */
  public void cookie(@Nullable CookieVerdict verdict) {
    cookie = verdict;
  }

  /** Tells the attempts that failed, in order; none when the first one was answered. */
  public void tries(List<Try> failed) {
    tries = failed;
  }

  /**
   * Tells how the request ended.
   *
   * @param status sent to the client; 499 when it went away before one was sent
   * @param requestBytes of the request's body that were received
   * @param responseBytes of the answer's body that were handed to the client's connection
   * @param failure null when a backend's answer was passed on whole
   * @param phase how far it had come
   */
  public void result(
      int status,
      long requestBytes,
      long responseBytes,
      @Nullable FailureKind failure,
      EndedBy endedBy,
      Phase phase) {
    this.status = status;
    this.requestBytes = requestBytes;
    this.responseBytes = responseBytes;
    this.failure = failure;
    this.endedBy = endedBy;
    this.phase = phase;
  }

  /**
   * Tells when the request came and how long its parts took.
   *
   * @param startMillis since the epoch, when its head had been read
   * @param durationNanos from then to its end
   * @param leaseNanos from then to a connection to the backend; -1: never
   * @param firstByteNanos from then to the head of the backend's answer; -1: never
   */
  public void times(long startMillis, long durationNanos, long leaseNanos, long firstByteNanos) {
    this.startMillis = startMillis;
    this.durationNanos = durationNanos;
    this.leaseNanos = leaseNanos;
    this.firstByteNanos = firstByteNanos;
  }

  /** Tells which routing table was used. */
  public void table(long revision, long epoch) {
    this.revision = revision;
    this.epoch = epoch;
  }

  /** Shows the first chars of another target in place of the one that was asked for. */
  void show(String other, int length) {
    target = other;
    targetLength = length;
  }

  /** Lets go of all texts, and knows nothing again. */
  void clear() {
    line(NONE, NONE, NONE, NONE, NONE);
    client(NONE, null, null);
    requestId = null;
    tlsProtocol = null;
    tlsCipher = null;
    tlsServerName = null;
    route = null;
    pool = null;
    chosenBy = null;
    owner = null;
    offOwner = null;
    backend = null;
    address = null;
    keySource = null;
    cookie = null;
    tries = List.of();
    failure = null;
    kept = null;
  }
}
