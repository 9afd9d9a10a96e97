package io.clockwise.proxy.exchange;

import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.connection.BackendGate;
import io.clockwise.proxy.connection.UpstreamConnection;
import io.clockwise.proxy.connection.UpstreamFault;
import io.clockwise.proxy.exchange.stream.Deadline;
import io.clockwise.proxy.exchange.stream.Interim;
import io.clockwise.proxy.exchange.tunnel.TunnelEnd;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.loop.Retrial;
import io.clockwise.proxy.policy.ProxyFailure;
import io.netty.handler.codec.http2.Http2Exception;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One request on one connection to a backend: from its head to the end of the answer. */
final class Attempt implements BackendGate.Watch {
  /*
   * States: sending (no answer), answering, over. Whatever ends it early closes the connection:
   * that is what a reset is in HTTP/1.1, and a connection whose exchange is not whole must not
   * serve anybody else. What the connection still has to say afterwards is not heard.
   */

  /** What an attempt tells of itself; one of the last three, once, unless it is abandoned. */
  interface Course {
    /** Asks whether an answer is passed on; if not, the attempt is over. */
    boolean takes(HttpClientResponse answer);

    /** Says that WebSocket is spoken from now on; nothing more is heard of the attempt. */
    void switched(Attempt attempt, TunnelEnd backend, Handshake handshake, MultiMap answer);

    /** Says that all of the answer has come and been written, but not ended. */
    void whole(Attempt attempt, AnswerPassage answer);

    /** Says that it came to nothing more. */
    void failed(Attempt attempt, ProxyFailure failure);
  }

  private final LoopScope scope;
  private final Downstream client;
  private final TimeoutsConfig timeouts;
  private final UpstreamConnection connection;
  private final Deadline deadline;
  private final Course course;
  private final Interim interim;
  private final @Nullable Handshake handshake;
  private @Nullable RequestBody requestBody;
  private @Nullable AnswerPassage answer;
  private boolean requestSent;
  private boolean over;

  Attempt(
      LoopScope scope,
      Downstream client,
      TimeoutsConfig timeouts,
      UpstreamConnection connection,
      Deadline deadline,
      Course course) {
    this.scope = scope;
    this.client = client;
    this.timeouts = timeouts;
    this.connection = connection;
    this.deadline = deadline;
    this.course = course;
    this.interim = new Interim(client.request(), client.gate());
    this.handshake = client.asksWebSocket() ? new Handshake(scope, client, connection) : null;
  }

  /** Sends the request. */
  void start() {
    if (handshake != null && !connection.takesWebSocket()) {
      fail(Handshake.notTaken());
      return;
    }
    RequestHead head = new RequestHead(scope, client);
    connection
        .request(head.options())
        .onComplete(
            done -> {
              if (done.failed()) {
                fault(done.cause());
              } else if (!over) {
                guard(FailureKind.INTERNAL, () -> transmit(head, done.result()));
              }
            });
  }

  private void transmit(RequestHead head, HttpClientRequest upstream) {
    upstream.exceptionHandler(this::fault);
    upstream
        .response()
        .onComplete(
            done -> {
              if (done.succeeded()) {
                answered(done.result());
              } else {
                fault(done.cause());
              }
            });
    head.write(upstream);
    if (client.hasBody()) {
      transmitBody(upstream);
      return;
    }
    if (handshake == null) {
      upstream.end().onFailure(this::fault);
    } else if (!handshake.ask(upstream, this::fault)) {
      fail(ProxyFailure.of(FailureKind.FIELDS_TOO_LARGE, "the fields do not fit into a frame"));
      return;
    }
    connection.watch(this);
    sent();
  }

  @Override
  public void interim(int status, MultiMap fields) {
    if (over) {
      return;
    }
    if (!interim.pass(status, fields)) {
      fail(ProxyFailure.of(FailureKind.BAD_RESPONSE, "too many interim answers"));
      return;
    }
    deadline.touch();
    if (status == 100 && requestBody != null) {
      requestBody.askedFor();
    }
  }

  @Override
  public void switching(MultiMap answer) {
    if (over) {
      return;
    }
    if (handshake == null || !handshake.isAccepted(answer)) {
      fail(ProxyFailure.of(FailureKind.BAD_RESPONSE, "the backend switched protocols unasked"));
    } else {
      tunnel(handshake, answer, handshake::overSocket);
    }
  }

  private void tunnel(Handshake agreed, MultiMap answer, Supplier<TunnelEnd> backend) {
    if (!connection.becomeTunnel()) {
      fail(UpstreamFault.tooManyTunnels());
      return;
    }
    over = true;
    client.tally().timeline().firstByte(System.nanoTime());
    course.switched(this, backend.get(), agreed, answer);
  }

  /** Says that its tunnel is over. */
  void tunnelOver() {
    connection.tunnelOver();
  }

  private void transmitBody(HttpClientRequest upstream) {
    RequestBody body =
        new RequestBody(client, timeouts, upstream, connection, deadline, this::fail);
    requestBody = body;
    body.begin(
        () -> {
          if (!over) {
            body.end().onFailure(this::fault);
            sent();
          }
        });
    upstream.writeHead().onFailure(this::fault);
    connection.watch(this);
    client.request().resume();
  }

  private void sent() {
    requestSent = true;
    client.tally().timeline().sent(System.nanoTime());
    if (answer == null && !over) {
      arm(timeouts.response(), FailureKind.UPSTREAM_TIMEOUT, "the backend did not answer in time");
    }
  }

  private void arm(Duration limit, FailureKind kind, String detail) {
    deadline.arm(limit.toMillis(), () -> fail(ProxyFailure.of(kind, detail)));
  }

  private void answered(HttpClientResponse response) {
    if (over) {
      return;
    }
    if (handshake != null && handshake.isOpened(response)) {
      tunnel(handshake, response.headers(), () -> handshake.overStream(response));
      return;
    }
    client.tally().timeline().firstByte(System.nanoTime());
    ProxyFailure malformed = AnswerPassage.check(response, client);
    if (malformed != null) {
      fail(malformed);
      return;
    }
    if (!course.takes(response)) {
      return;
    }
    if (requestBody != null) {
      requestBody.answered();
    }
    AnswerPassage passage = new AnswerPassage(scope, client, response, deadline);
    answer = passage;
    response.exceptionHandler(this::fault);
    response.endHandler(ended -> answerEnded(response, passage));
    deadline.arm(timeouts.idle().toMillis(), () -> answerStalled(passage));
    guard(FailureKind.BAD_RESPONSE, passage::begin);
  }

  /** A field that the other side may not be sent must not leave the request without an end. */
  private void guard(FailureKind kind, Runnable step) {
    try {
      step.run();
    } catch (Exception refused) { // HTTP/2 throws a checked one where none is declared
      fail(ProxyFailure.of(kind, "the head cannot be passed on"));
      if (!(refused instanceof IllegalArgumentException || refused instanceof Http2Exception)) {
        throw refused;
      }
    }
  }

  private void answerStalled(AnswerPassage passage) {
    fail(
        passage.waitsForClient()
            ? ProxyFailure.of(FailureKind.CLIENT_GONE, "the client does not take the answer")
            : ProxyFailure.of(FailureKind.UPSTREAM_TIMEOUT, "the answer paused for too long"));
  }

  private void answerEnded(HttpClientResponse response, AnswerPassage passage) {
    if (over) {
      return;
    }
    over = true;
    if (requestSent && !AnswerPassage.closes(response)) {
      connection.release();
    } else {
      stopBody();
      connection.close();
    }
    course.whole(this, passage);
  }

  private void fault(Throwable cause) {
    fail(connection.fault(cause));
  }

  private void fail(ProxyFailure failure) {
    if (!over) {
      abandon();
      course.failed(this, failure);
    }
  }

  /** Ends it, wherever it stands; nothing of it goes on. */
  void abandon() {
    if (over) {
      return;
    }
    over = true;
    stopBody();
    if (answer != null) {
      answer.stop();
    }
    connection.close();
  }

  private void stopBody() {
    if (requestBody != null) {
      requestBody.stop();
    }
  }

  /** Returns how far it came. */
  Retrial.Progress progress() {
    return new Retrial.Progress(connection.servedBefore(), requestBody != null, answer != null);
  }

  /** Returns the bytes of the request's body that were taken from the client. */
  long requestBytes() {
    return requestBody == null ? 0 : requestBody.bytes();
  }

  /** Returns the bytes of the answer's body that were given to the client. */
  long answerBytes() {
    return answer == null ? 0 : answer.bytes();
  }
}
