package io.clockwise.proxy.exchange;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.exchange.stream.BodyPump;
import io.clockwise.proxy.exchange.stream.Deadline;
import io.clockwise.proxy.policy.FieldRules;
import io.clockwise.proxy.policy.ProxyFailure;
import io.netty.handler.codec.http.HttpResponseStatus;
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
    this.body = new BodyPump(from, to, deadline);
  }

  /** Returns what is wrong with an answer, or null. An upgrade was never asked for. */
  static @Nullable ProxyFailure check(HttpClientResponse answer) {
    int status = answer.statusCode();
    return status >= 200 && status <= 599
        ? null
        : ProxyFailure.of(FailureKind.BAD_RESPONSE, "the backend answered with status " + status);
  }

  /** Tells whether the backend closes its connection behind this answer. */
  static boolean closes(HttpClientResponse answer) {
    return FieldRules.listsToken(answer.headers(), "connection", "close");
  }

  /** Writes the head, and the body as it comes. */
  void begin() {
    int status = from.statusCode();
    to.setStatusCode(status);
    String reason = from.statusMessage();
    if (status != 304 && !reason.equals(HttpResponseStatus.valueOf(status).reasonPhrase())) {
      to.setStatusMessage(reason); // the server knows 304 by its own object only
    }
    FieldRules.copyResponse(from.headers(), to.headers());
    scope.via(client.table().config().instance()).append(to.headers(), from.version());
    if (!to.headers().contains("date")) {
      to.putHeader("date", scope.date().at(System.currentTimeMillis()));
    }
    client.prepareEnd(false);
    if (hasBody(status) && !to.headers().contains("content-length")) {
      to.setChunked(true);
      client.delimitByClose();
    }
    body.start();
    if (hasBody(status)) {
      // A body that came in the same read takes the head along: one write instead of two.
      scope.vertx().runOnContext(later -> writeHead());
    }
  }

  private void writeHead() {
    if (!to.headWritten() && !client.isOver() && !stopped) {
      to.writeHead();
    }
  }

  private boolean hasBody(int status) {
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
    client.complete();
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
