package io.clockwise.proxy.exchange;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.exchange.stream.BodyPump;
import io.clockwise.proxy.exchange.stream.Deadline;
import io.clockwise.proxy.exchange.stream.ReadValve;
import io.clockwise.proxy.live.EventType;
import io.clockwise.proxy.loop.AnswerFields;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.loop.Tally;
import io.clockwise.proxy.policy.FieldRules;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.session.SessionAnswers;
import io.clockwise.route.PoolSnapshot;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/** The way of a backend's answer to the client: head, body, trailers. */
final class AnswerPassage {
  private final LoopScope scope;
  private final Downstream client;
  private final HttpClientResponse from;
  private final HttpServerResponse to;
  private final BodyPump body;
  private boolean stopped;

  AnswerPassage(LoopScope scope, Downstream client, HttpClientResponse from, Deadline deadline) {
    this.scope = scope;
    this.client = client;
    this.from = from;
    this.to = client.response();
    ReadValve valve = ReadValve.of(from.request().connection(), from.version());
    this.body = new BodyPump(from, valve, to, deadline);
  }

  /**
   * Returns what is wrong with an answer, or null. One that comes in place of a WebSocket is passed
   * on, but over HTTP/2 success would mean that it was opened.
   */
  static @Nullable ProxyFailure check(HttpClientResponse answer, Downstream client) {
    int status = answer.statusCode();
    int lowest = client.asksWebSocket() && client.isHttp2() ? 300 : 200;
    return status >= lowest && status <= 599
        ? null
        : ProxyFailure.of(FailureKind.BAD_RESPONSE, "the backend answered with status " + status);
  }

  /** Tells whether the backend closes its connection behind this answer. */
  static boolean closes(HttpClientResponse answer) {
    return FieldRules.listsToken(answer.headers(), "connection", "close");
  }

  /** Tells whether an answer is one of events, without an end in sight. */
  static boolean hasEvents(HttpClientResponse answer, Downstream client) {
    return EventType.is(answer.getHeader("content-type"))
        && answer.getHeader("content-length") == null
        && hasBody(answer.statusCode(), client);
  }

  /** Writes the head, and the body as it comes. */
  void begin() {
    int status = from.statusCode();
    to.setStatusCode(status);
    String reason = from.statusMessage();
    if (status != 304 && !reason.equals(HttpResponseStatus.valueOf(status).reasonPhrase())) {
      to.setStatusMessage(reason); // the server knows 304 by its own object only
    }
    new AnswerFields(scope)
        .write(
            from.headers(),
            from.version(),
            client.tally().route(),
            client.table().config(),
            to.headers());
    writeSession(scope, client, from.headers(), to.headers());
    client.tally().tell(true, to.headers());
    client.prepareEnd(false);
    if (hasBody(status, client) && !to.headers().contains("content-length")) {
      to.setChunked(true);
      client.delimitByClose();
    }
    body.start();
    if (hasBody(status, client)) {
      // A body that came in the same read takes the head along: one write instead of two.
      scope.vertx().runOnContext(later -> writeHead());
    }
  }

  /**
   * Writes what an answer does to the session of its client.
   *
   * @param received as the backend sent it
   * @param fields as the client gets them
   */
  static void writeSession(LoopScope scope, Downstream client, MultiMap received, MultiMap fields) {
    Tally tally = client.tally();
    PoolSnapshot by = tally.target();
    if (by != null
        && !tally.isOverridden()
        && tally.visit().verdict() != null
        && scope
            .sessions()
            .answered(
                tally.visit(),
                by,
                tally.backend(),
                received.get(SessionAnswers.FORGET),
                System.currentTimeMillis(),
                System.nanoTime())) {
      scope.sessions().write(fields, client.facts().isSecure());
    }
  }

  private void writeHead() {
    if (!to.headWritten() && !client.isOver() && !stopped) {
      to.writeHead();
    }
  }

  private static boolean hasBody(int status, Downstream client) {
    return !client.request().method().equals(HttpMethod.HEAD)
        && status != 204
        && status != 205
        && status != 304;
  }

  /** Ends the answer: all of it has come. */
  void end() {
    boolean mayTrail = to.isChunked() || client.isHttp2();
    if (mayTrail && !from.trailers().isEmpty()) {
      FieldRules.copyTrailers(from.trailers(), to.trailers());
    }
    client.complete(null);
  }

  void stop() {
    stopped = true;
    body.stop();
  }

  boolean waitsForClient() {
    return body.waitsForTarget();
  }

  long bytes() {
    return body.bytes();
  }
}
