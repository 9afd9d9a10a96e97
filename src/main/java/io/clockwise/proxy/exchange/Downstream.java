package io.clockwise.proxy.exchange;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.connection.wire.Source;
import io.clockwise.proxy.exchange.stream.Farewell;
import io.clockwise.proxy.gate.ClientGate;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.loop.Seeker;
import io.clockwise.proxy.loop.Tally;
import io.clockwise.proxy.policy.FailureResponder;
import io.clockwise.proxy.policy.GrpcRules;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The client's half of one request: its answer, its end, and what is counted and logged of it. The
 * end comes exactly once, whoever brings it.
 */
final class Downstream implements Seeker {
  private final LoopScope scope;
  private final HttpServerRequest request;
  private final ServerRequestFacts facts;
  private final ClientGate gate;
  private final RoutingTable table;
  private final Tally tally = new Tally();
  private final boolean http2;
  private final boolean hasBody;
  private final boolean asksWebSocket;
  private @Nullable Runnable whenGone;
  private int switchedStatus;
  private boolean ending;
  private boolean closing;
  private boolean closeDelimited;
  private boolean over;

  Downstream(
      LoopScope scope,
      HttpServerRequest request,
      ServerRequestFacts facts,
      ClientGate gate,
      RoutingTable table) {
    this.scope = scope;
    this.request = request;
    this.facts = facts;
    this.gate = gate;
    this.table = table;
    tally.begin(System.currentTimeMillis(), System.nanoTime());
    this.http2 = request.version() == HttpVersion.HTTP_2;
    this.asksWebSocket = gate.asksWebSocket(request);
    this.hasBody = !asksWebSocket && facts.hasBody();
    scope.meters().requestStarted();
    gate.requestBegun();
    request.response().closeHandler(closed -> gone());
    request.exceptionHandler(this::broken);
    request.response().exceptionHandler(this::broken);
  }

  HttpServerRequest request() {
    return request;
  }

  HttpServerResponse response() {
    return request.response();
  }

  ServerRequestFacts facts() {
    return facts;
  }

  ClientGate gate() {
    return gate;
  }

  RoutingTable table() {
    return table;
  }

  @Override
  public Tally tally() {
    return tally;
  }

  @Override
  public Source source() {
    return facts.source();
  }

  /** Tells whether the client speaks HTTP/2. */
  boolean isHttp2() {
    return http2;
  }

  /** Tells whether a body comes with the request. */
  boolean hasBody() {
    return hasBody;
  }

  boolean isOver() {
    return over;
  }

  /** Tells whether the client speaks gRPC. */
  boolean isGrpc() {
    return GrpcRules.isGrpc(request);
  }

  @Override
  public boolean asksWebSocket() {
    return asksWebSocket;
  }

  /** Names what ends the backend's half when the client ends the request. */
  void whenGone(Runnable action) {
    whenGone = action;
  }

  private void gone() {
    if (!(http2 && ending)) { // the end of an answer closes its stream, too
      end(FailureKind.CLIENT_GONE, EndedBy.CLIENT);
    }
  }

  private void broken(Throwable cause) {
    if (cause instanceof Http2Exception) {
      end(FailureKind.BAD_REQUEST, EndedBy.CLIENT); // the codec resets the stream and says why
    } else if (cause instanceof IOException
        || cause instanceof HttpClosedException
        || cause instanceof StreamResetException) {
      gone();
    } else {
      fail(ProxyFailure.of(FailureKind.BAD_REQUEST, "the request body is malformed"));
    }
  }

  private void end(FailureKind kind, EndedBy endedBy) {
    if (over) {
      return;
    }
    if (tally.failed(kind)) {
      scope.failures().count(kind);
    }
    finish(sentStatus(), endedBy);
  }

  private int sentStatus() {
    if (switchedStatus != 0) {
      return switchedStatus;
    }
    return response().headWritten()
        ? response().getStatusCode()
        : FailureResponder.status(FailureKind.CLIENT_GONE);
  }

  /** Says that the client is told, with this status, that WebSocket is spoken from now on. */
  void switched(int status) {
    switchedStatus = status;
  }

  /** Says that the WebSocket is over, and the client's side of it closed. */
  void tunnelOver(EndedBy endedBy) {
    finish(sentStatus(), endedBy);
  }

  /** Answers with a failure, or cuts the answer that has begun. */
  void fail(ProxyFailure cause) {
    if (over || tally.hasFailed()) {
      return;
    }
    if (response().headWritten()) {
      cut(cause);
      return;
    }
    tally.failed(cause.kind());
    stopUpstream();
    prepareEnd(FailureResponder.closes(cause.kind()));
    response().headers().clear();
    tally.tell(false, response().headers());
    ending = true;
    scope
        .failures()
        .answer(response(), request, cause, tally.pages())
        .onComplete(
            written -> {
              finish(FailureResponder.status(cause.kind()), cause.endedBy());
              closeIfClosing();
            });
  }

  /* A length or chunks show the client that something is missing, as does the reset of a stream.
  Where the end of the connection is the end of the body, only a reset of all does. */
  private void cut(ProxyFailure cause) {
    end(cause.kind(), cause.endedBy());
    if (http2) {
      response().reset(Http2Error.INTERNAL_ERROR.code());
      return;
    }
    gate.seal();
    if (closeDelimited || cause.kind() == FailureKind.CLIENT_GONE) {
      gate.reset(); // a client that takes nothing would never see a regular end either
    } else {
      Farewell.close(scope.vertx(), request, gate::reset);
    }
  }

  /**
   * Decides whether the connection ends with the answer; to be called before its head is written.
   *
   * @param close whether it must
   */
  void prepareEnd(boolean close) {
    if (http2) {
      closing = (hasBody || asksWebSocket) && !request.isEnded(); // of the stream only
      return;
    }
    closing = close || closing || gate.isLeaving() || hasBody && !request.isEnded();
    if (closing) {
      gate.seal();
      response().headersEndHandler(head -> response().headers().set("connection", "close"));
    }
  }

  /** Says that only the end of the connection ends the answer: HTTP/1.0, length unknown. */
  void delimitByClose() {
    closeDelimited = request.version() == HttpVersion.HTTP_1_0;
    if (closeDelimited) {
      prepareEnd(true);
    }
  }

  /**
   * Ends the answer, all of which has been written.
   *
   * @param why it ends before its time; null: it does not
   */
  void complete(@Nullable FailureKind why) {
    if (over) {
      return;
    }
    ending = true;
    response()
        .end()
        .onComplete(
            written -> {
              if (written.succeeded()) {
                finish(response().getStatusCode(), tally.ended(why));
                closeIfClosing();
              } else {
                end(FailureKind.CLIENT_GONE, EndedBy.CLIENT);
              }
            });
  }

  private void closeIfClosing() {
    if (closing && http2) {
      Farewell.resetBehindBody(scope.vertx(), request, hasBody);
    } else if (closing && (!hasBody || request.isEnded() || tally.isLate())) {
      Farewell.close(scope.vertx(), request, gate::reset);
    } else if (closing) {
      Farewell.closeBehindBody(scope.vertx(), request);
    }
  }

  private void stopUpstream() {
    Runnable action = whenGone;
    whenGone = null;
    if (action != null) {
      action.run();
    }
  }

  private void finish(int status, EndedBy endedBy) {
    if (over) {
      return;
    }
    over = true;
    stopUpstream();
    gate.requestOver(System.nanoTime());
    if (asksWebSocket && switchedStatus == 0) {
      gate.stay();
    }
    long durationNanos = tally.timeline().sinceStart();
    scope.meters().requestEnded(status, durationNanos);
    scope.meters().bodyBytes(tally.requestBytes(), tally.responseBytes());
    scope.log(tally, facts, table, status, endedBy, durationNanos);
  }
}
