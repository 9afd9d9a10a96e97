package io.clockwise.proxy.exchange;

import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.connection.UpstreamConnection;
import io.clockwise.proxy.exchange.stream.BodyPump;
import io.clockwise.proxy.exchange.stream.Deadline;
import io.clockwise.proxy.exchange.stream.ReadValve;
import io.clockwise.proxy.policy.FieldRules;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.policy.rule.BodyLimit;
import io.clockwise.proxy.policy.rule.CertificateFields;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.function.Consumer;

/** The way of a request's body to the backend, trailers included, and whose turn it is. */
final class RequestBody {
  private final Downstream client;
  private final TimeoutsConfig timeouts;
  private final HttpClientRequest upstream;
  private final UpstreamConnection connection;
  private final Deadline deadline;
  private final Consumer<ProxyFailure> failed;
  private final BodyPump pump;
  private boolean awaitsContinue;
  private boolean answered;

  RequestBody(
      Downstream client,
      TimeoutsConfig timeouts,
      HttpClientRequest upstream,
      UpstreamConnection connection,
      Deadline deadline,
      Consumer<ProxyFailure> failed) {
    this.client = client;
    this.timeouts = timeouts;
    this.upstream = upstream;
    this.connection = connection;
    this.deadline = deadline;
    this.failed = failed;
    ReadValve valve = ReadValve.of(client.request().connection(), client.request().version());
    this.pump = new BodyPump(client.request(), valve, upstream, deadline);
    this.awaitsContinue = upstream.headers().contains("expect");
  }

  /** Begins; the client's request is still paused. */
  void begin(Runnable whole) {
    HttpServerRequest request = client.request();
    upstream.setChunked(!request.headers().contains("content-length"));
    pump.turns(this::expectClient, this::expectBackend);
    long most = client.tally().mostBodyBytes();
    if (most >= 0) {
      pump.limit(most, () -> failed.accept(BodyLimit.exceeded(most)));
    }
    pump.start();
    request.endHandler(
        ended -> {
          whole.run();
        });
    expectClient();
  }

  /** Ends the request, all of which has been given to the backend, trailers included. */
  Future<Void> end() {
    MultiMap trailers = client.gate().trailers(client.request());
    MultiMap passing = HttpHeaders.headers();
    if (trailers != null) {
      FieldRules.copyTrailers(trailers, passing);
      CertificateFields.strip(client.table().config(), passing);
    }
    return connection.end(pump.lastWrite(), passing);
  }

  /** Says that the backend asked for it: 100. */
  void askedFor() {
    if (awaitsContinue) {
      awaitsContinue = false;
      expectClient();
    }
  }

  /** Says that the answer has begun: it has limits of its own. */
  void answered() {
    answered = true;
  }

  private void expectClient() {
    if (awaitsContinue && pump.bytes() == 0) { // the client is right to wait
      arm(
          timeouts.response(),
          FailureKind.UPSTREAM_TIMEOUT,
          "the backend did not ask for the body");
    } else {
      arm(
          client.isGrpc() ? timeouts.idle() : client.table().config().limits().bodyIdle(),
          FailureKind.REQUEST_TIMEOUT,
          "the body did not come in time");
    }
  }

  private void expectBackend() {
    arm(timeouts.idle(), FailureKind.UPSTREAM_TIMEOUT, "the backend does not take the body");
  }

  private void arm(Duration limit, FailureKind kind, String detail) {
    if (!answered) {
      deadline.arm(limit.toMillis(), () -> failed.accept(ProxyFailure.of(kind, detail)));
    }
  }

  void stop() {
    pump.stop();
  }

  long bytes() {
    return pump.bytes();
  }
}
