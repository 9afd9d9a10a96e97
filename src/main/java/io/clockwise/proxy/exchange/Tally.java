package io.clockwise.proxy.exchange;

import io.clockwise.model.FailureKind;
import io.clockwise.model.IpText;
import io.clockwise.proxy.exchange.connection.UpstreamConnection;
import io.clockwise.proxy.gate.ClientGate;
import io.clockwise.proxy.gate.peer.TlsFacts;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.rule.ErrorPages;
import io.clockwise.telemetry.accesslog.AccessRecord;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is told of one request when it is over. */
final class Tally {
  private final List<AccessRecord.Try> tries = new ArrayList<>(0);
  private final Timeline timeline = new Timeline();
  private @Nullable Choice choice;
  private @Nullable UpstreamConnection connection;
  private @Nullable FailureKind failure;
  private String requestId = "";
  private long requestBytes;
  private long responseBytes;

  Timeline timeline() {
    return timeline;
  }

  /** Notes that a connection to a backend is looked for. */
  void searching() {
    connection = null;
    timeline.searching();
  }

  /** Notes that one was obtained. */
  void leased(UpstreamConnection granted) {
    connection = granted;
    timeline.leased();
  }

  /** Notes where the request goes. */
  void chosen(@Nullable Choice newChoice) {
    choice = newChoice;
  }

  /** Returns the request's route; null before it was found. */
  @Nullable CompiledRoute route() {
    return choice == null ? null : choice.route();
  }

  /** Returns how long a body the route allows; -1: as long as it likes. */
  long mostBodyBytes() {
    CompiledRoute own = route();
    return own == null ? -1 : own.config().limits().body();
  }

  /** Returns the own error pages of the request's route. */
  ErrorPages pages() {
    return choice == null ? ErrorPages.NONE : choice.route().errorPages();
  }

  /** Notes an attempt that came to nothing. */
  void tried(AccessRecord.Try attempt) {
    tries.add(attempt);
  }

  void requestId(String id) {
    requestId = id;
  }

  /** Notes how many body bytes have passed so far. */
  void bytes(long ofRequest, long ofResponse) {
    requestBytes = ofRequest;
    responseBytes = ofResponse;
  }

  /** Notes why no backend answered; the first reason counts. */
  boolean failed(FailureKind kind) {
    if (failure != null) {
      return false;
    }
    failure = kind;
    return true;
  }

  boolean hasFailed() {
    return failure != null;
  }

  /** Tells whether the client was too slow to send the request. */
  boolean isLate() {
    return failure == FailureKind.REQUEST_TIMEOUT;
  }

  long requestBytes() {
    return requestBytes;
  }

  long responseBytes() {
    return responseBytes;
  }

  AccessRecord toRecord(
      HttpServerRequest request,
      ServerRequestFacts facts,
      RoutingTable table,
      int status,
      EndedBy endedBy,
      long durationNanos) {
    return new AccessRecord(
        new AccessRecord.Line(
            facts.method(),
            facts.target(),
            versionText(request.version()),
            facts.scheme(),
            facts.host()),
        new AccessRecord.Client(
            IpText.of(facts.clientAddress()),
            request.getHeader("user-agent"),
            request.getHeader("referer"),
            requestId),
        connections(facts.gate()),
        choice == null ? null : choice.toRecord(),
        tries,
        new AccessRecord.Result(
            status, requestBytes, responseBytes, failure, endedBy, timeline.phase()),
        timeline.toRecord(durationNanos),
        new AccessRecord.Table(table.revision(), table.epoch()));
  }

  private AccessRecord.Connections connections(ClientGate gate) {
    UpstreamConnection last = connection;
    TlsFacts tls = gate.tls();
    return new AccessRecord.Connections(
        gate.number(),
        last == null ? 0 : last.number(),
        last != null && last.servedBefore(),
        tls == null ? null : new AccessRecord.Tls(tls.protocol(), tls.cipher(), tls.serverName()));
  }

  private static String versionText(@Nullable HttpVersion version) {
    if (version == null) {
      return "";
    }
    return switch (version) {
      case HTTP_1_0 -> "HTTP/1.0";
      case HTTP_1_1 -> "HTTP/1.1";
      case HTTP_2 -> "HTTP/2.0";
      case HTTP_3 -> "HTTP/3.0";
    };
  }
}
