package io.clockwise.proxy.exchange;

import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.exchange.connection.UpstreamConnection;
import io.clockwise.proxy.policy.ProxyFailure;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The backend's half of one request: from the wish for a connection to the end of the answer. */
final class UpstreamExchange {
  /*
   * States: searching (no connection), sending (a connection, no answer), answering (an answer),
   * over. Whatever ends the exchange early closes the connection: that is what a reset is in
   * HTTP/1.1, and a connection whose exchange is not whole must not serve anybody else.
   *
   * A kept connection may have been closed by the backend while the request was on its way. A
   * request without a body and with a safe method is then sent once more, on a new connection to
   * the same backend (RFC 9110 section 9.2.2). What the old connection still has to say is not
   * heard: each handler knows its connection.
   */
  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

  private final LoopScope scope;
  private final Downstream client;
  private final TimeoutsConfig timeouts;
  private final BackendSearch search;
  private final Deadline deadline;
  private @Nullable UpstreamConnection connection;
  private @Nullable BodyPump requestBody;
  private @Nullable AnswerPassage answer;
  private boolean resent;
  private boolean requestSent;
  private boolean over;

  UpstreamExchange(LoopScope scope, Downstream client, Choice choice) {
    this.scope = scope;
    this.client = client;
    this.timeouts = choice.pool().config().timeouts();
    this.search = new BackendSearch(scope, client, choice, this::send, this::failed);
    this.deadline = new Deadline(scope.vertx());
  }

  /** Begins. */
  void start() {
    client.whenGone(this::abandon);
    if (client.hasBody()) {
      client.request().pause();
    }
    search.begin(false);
  }

  private void send(UpstreamConnection to) {
    connection = to;
    RequestHead head = new RequestHead(scope, client);
    to.request(head.options())
        .onComplete(
            done -> {
              if (done.failed()) {
                fault(to, done.cause());
              } else if (!over) {
                guard(FailureKind.INTERNAL, () -> transmit(head, to, done.result()));
              }
            });
  }

  private void transmit(RequestHead head, UpstreamConnection to, HttpClientRequest upstream) {
    upstream.exceptionHandler(cause -> fault(to, cause));
    upstream
        .response()
        .onComplete(
            done -> {
              if (done.succeeded()) {
                answered(to, done.result());
              } else {
                fault(to, done.cause());
              }
            });
    Interim.pass(client.request(), upstream, deadline);
    head.write(upstream.headers());
    if (client.hasBody()) {
      transmitBody(to, upstream);
    } else {
      upstream.end().onFailure(cause -> fault(to, cause));
      sent();
    }
  }

  private void transmitBody(UpstreamConnection to, HttpClientRequest upstream) {
    HttpServerRequest request = client.request();
    upstream.setChunked(request.headers().contains("transfer-encoding"));
    upstream.writeHead().onFailure(cause -> fault(to, cause));
    BodyPump pump = new BodyPump(request, upstream, deadline);
    requestBody = pump;
    pump.turns(this::expectClient, this::expectBackend);
    pump.start();
    request.endHandler(
        ended -> {
          if (!over) {
            upstream.end().onFailure(cause -> fault(to, cause));
            sent();
          }
        });
    expectClient();
    request.resume();
  }

  private void expectClient() {
    if (answer == null) {
      arm(
          client.table().config().limits().bodyIdle(),
          FailureKind.REQUEST_TIMEOUT,
          "the body did not come in time");
    }
  }

  private void expectBackend() {
    if (answer == null) {
      arm(timeouts.idle(), FailureKind.UPSTREAM_TIMEOUT, "the backend does not take the body");
    }
  }

  private void sent() {
    requestSent = true;
    if (answer == null && !over) {
      arm(timeouts.response(), FailureKind.UPSTREAM_TIMEOUT, "the backend did not answer in time");
    }
  }

  private void arm(Duration limit, FailureKind kind, String detail) {
    deadline.arm(limit.toMillis(), () -> failed(ProxyFailure.of(kind, detail)));
  }

  private void answered(UpstreamConnection from, HttpClientResponse response) {
    if (over || connection != from) {
      return;
    }
    client.timeline().firstByte();
    ProxyFailure malformed = AnswerPassage.check(response);
    if (malformed != null) {
      failed(malformed);
      return;
    }
    AnswerPassage passage = new AnswerPassage(scope, client, response, deadline);
    answer = passage;
    response.exceptionHandler(cause -> fault(from, cause));
    response.endHandler(ended -> answerEnded(from, response, passage));
    deadline.arm(timeouts.idle().toMillis(), () -> answerStalled(passage));
    guard(FailureKind.BAD_RESPONSE, passage::begin);
  }

  /** A field that the other side may not be sent must not leave the request without an end. */
  private void guard(FailureKind kind, Runnable step) {
    try {
      step.run();
    } catch (IllegalArgumentException refused) {
      failed(ProxyFailure.of(kind, "the head cannot be passed on"));
    }
  }

  private void answerStalled(AnswerPassage passage) {
    failed(
        passage.waitsForClient()
            ? ProxyFailure.of(FailureKind.CLIENT_GONE, "the client does not take the answer")
            : ProxyFailure.of(FailureKind.UPSTREAM_TIMEOUT, "the answer paused for too long"));
  }

  private void answerEnded(
      UpstreamConnection used, HttpClientResponse response, AnswerPassage passage) {
    if (over) {
      return;
    }
    search.endAttempt(false);
    over = true;
    connection = null;
    if (requestSent && !AnswerPassage.closes(response)) {
      used.release();
    } else {
      if (requestBody != null) {
        requestBody.stop();
      }
      used.close();
    }
    noteBytes();
    // What is left is the client's to take; the deadline stays for that.
    deadline.arm(timeouts.idle().toMillis(), this::tailStalled);
    passage.end();
  }

  private void tailStalled() {
    client.fail(ProxyFailure.of(FailureKind.CLIENT_GONE, "the client does not take the answer"));
  }

  private void fault(UpstreamConnection from, Throwable cause) {
    if (over || connection != from) {
      return;
    }
    ProxyFailure failure = from.fault(cause);
    if (failure.kind() != FailureKind.UPSTREAM_RESET || !mayResend(from)) {
      failed(failure);
      return;
    }
    resent = true;
    requestSent = false;
    connection = null;
    from.close();
    deadline.cancel();
    search.endAttempt(false);
    search.begin(true);
  }

  private boolean mayResend(UpstreamConnection used) {
    return answer == null
        && !resent
        && used.servedBefore()
        && !client.hasBody()
        && SAFE.contains(client.facts().method());
  }

  private void failed(ProxyFailure failure) {
    if (over) {
      return;
    }
    search.endAttempt(failure.origin() == ProxyFailure.Origin.UPSTREAM);
    abandon();
    client.fail(failure);
  }

  /** Ends the exchange, wherever it stands; nothing of it goes on. */
  private void abandon() {
    deadline.cancel();
    noteBytes();
    if (over) {
      return;
    }
    over = true;
    search.endAttempt(false);
    search.cancel();
    if (requestBody != null) {
      requestBody.stop();
    }
    if (answer != null) {
      answer.stop();
    }
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }

  private void noteBytes() {
    client.bytes(
        requestBody == null ? 0 : requestBody.bytes(), answer == null ? 0 : answer.bytes());
  }
}
