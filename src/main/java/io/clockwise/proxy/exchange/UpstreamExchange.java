package io.clockwise.proxy.exchange;

import io.clockwise.config.ConnectionsConfig.Protocol;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.connection.UpstreamConnection;
import io.clockwise.proxy.exchange.stream.Deadline;
import io.clockwise.proxy.exchange.tunnel.CloseReason;
import io.clockwise.proxy.exchange.tunnel.Tunnel;
import io.clockwise.proxy.exchange.tunnel.TunnelEnd;
import io.clockwise.proxy.live.CutFailure;
import io.clockwise.proxy.live.LiveEntry;
import io.clockwise.proxy.live.LiveExchange;
import io.clockwise.proxy.loop.BackendSearch;
import io.clockwise.proxy.loop.Choice;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.loop.Retrial;
import io.clockwise.proxy.policy.GrpcRules;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.telemetry.CutReason;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The backend's half of one request: attempts, one after the other, until one has answered or none
 * may follow.
 */
final class UpstreamExchange implements Attempt.Course, LiveExchange {
  private final LoopScope scope;
  private final Downstream client;
  private final Retrial retrial;
  private final TimeoutsConfig timeouts;
  private final @Nullable Duration total;
  private final BackendSearch search;
  private final Deadline deadline;
  private final LiveEntry live = new LiveEntry(this);
  private @Nullable Deadline end;
  private @Nullable Attempt attempt;
  private @Nullable Tunnel tunnel;
  private boolean over;

  UpstreamExchange(LoopScope scope, Downstream client, Choice choice) {
    this.scope = scope;
    this.client = client;
    RouteConfig route = choice.route().config();
    PoolConfig pool = choice.pool().config();
    this.timeouts = timeouts(client, route.timeouts().over(pool.timeouts()));
    this.total = route.timeouts().total();
    this.search = new BackendSearch(scope, client, live, choice, this::found, this::notFound);
    this.retrial =
        new Retrial(
            scope, client, client.facts().method(), route.retry().over(pool.retry()), search);
    this.deadline = new Deadline(scope.vertx());
  }

  /* A call of gRPC may be quiet for as long as a tunnel; its own deadline is its client's affair. */
  private static TimeoutsConfig timeouts(Downstream client, TimeoutsConfig usual) {
    Duration quiet = usual.tunnelIdle();
    return client.isGrpc() ? new TimeoutsConfig(usual.connect(), quiet, quiet, quiet) : usual;
  }

  /** Begins. */
  void start() {
    client.whenGone(this::abandon);
    if (client.hasBody() || client.asksWebSocket()) {
      client.request().pause();
    }
    if (total != null) {
      end = new Deadline(scope.vertx());
      end.arm(total.toMillis(), this::tookTooLong);
    }
    scope.retries().of(search.pool()).request(System.nanoTime());
    search.begin(false);
  }

  private void found(UpstreamConnection connection) {
    boolean other = search.pool().config().connections().protocol() == Protocol.AUTO;
    if (other && client.asksWebSocket() && !connection.takesWebSocket()) {
      connection.release(); // counts no more in the next turn
      scope.vertx().runOnContext(later -> askByHttp1());
      return;
    }
    if (client.isGrpc()) {
      scope.live().becomesStream(live);
    }
    attempt = new Attempt(scope, client, timeouts, connection, deadline, this);
    attempt.start();
  }

  private void askByHttp1() {
    if (!over) {
      search.beginByHttp1();
    }
  }

  private void notFound(ProxyFailure failure) {
    decide(failure, Retrial.Progress.NONE);
  }

  @Override
  public void failed(Attempt failed, ProxyFailure failure) {
    noteBytes();
    decide(failure, failed.progress());
  }

  @Override
  public boolean takes(HttpClientResponse answer) {
    Attempt running = attempt;
    int status = answer.statusCode();
    scope.outcomes().answered(client.tally(), status, System.nanoTime());
    if (running == null || !retrial.isDropped(status, running.progress())) {
      if (AnswerPassage.hasEvents(answer, client)) {
        scope.live().becomesStream(live);
      }
      return true;
    }
    running.abandon();
    deadline.cancel();
    attempt = null;
    retrial.instead(status);
    return false;
  }

  private void decide(ProxyFailure failure, Retrial.Progress progress) {
    deadline.cancel();
    attempt = null;
    if (!retrial.again(failure, progress)) {
      giveUp(retrial.reason(failure));
    }
  }

  private void giveUp(ProxyFailure failure) {
    if (!over) {
      abandon();
      client.fail(failure);
    }
  }

  @Override
  public void switched(Attempt done, TunnelEnd backend, Handshake handshake, MultiMap answer) {
    cancelEnd();
    deadline.cancel();
    scope.outcomes().answered(client.tally(), 101, System.nanoTime());
    Tunnel begun = new Tunnel(handshake.tell(answer), backend, deadline);
    tunnel = begun;
    begun.begin(timeouts.tunnelIdle(), by -> tunnelOver(done, begun, by));
    scope.live().becomesTunnel(live);
  }

  @Override
  public boolean cut(CutReason reason, boolean atOnce) {
    ProxyFailure failure = CutFailure.of(reason);
    if (tunnel != null) {
      close(tunnel, reason, failure);
    } else if (attempt == null || over) {
      return false; // it asks again whether its backend is open
    } else if (live.isStream() && client.response().headWritten()) {
      endStream(failure);
    } else {
      giveUp(failure);
    }
    return true;
  }

  private void close(Tunnel open, CutReason reason, ProxyFailure failure) {
    if (reason != CutReason.STOP) {
      client.tally().failed(failure.kind());
    }
    open.close(
        switch (reason) {
          case DRAIN -> CloseReason.DRAINED;
          case OWNER_CHANGE -> CloseReason.MOVED;
          case STOP -> CloseReason.STOPPING;
        });
  }

  /** Ends an answer without an end in sight, as if it had one. */
  private void endStream(ProxyFailure failure) {
    abandon();
    deadline.arm(timeouts.idle().toMillis(), this::tailStalled);
    if (client.isGrpc()) {
      client.response().trailers().addAll(GrpcRules.trailers(failure));
    }
    client.complete(failure.kind());
  }

  private void tunnelOver(Attempt of, Tunnel ended, EndedBy by) {
    over = true;
    of.tunnelOver();
    search.endAttempt(by == EndedBy.BACKEND);
    client.tally().bytes(ended.bytesUp(), ended.bytesDown());
    client.tunnelOver(by);
  }

  @Override
  public void whole(Attempt done, AnswerPassage answer) {
    over = true;
    scope.outcomes().whole(client.tally());
    search.endAttempt(false);
    noteBytes();
    // What is left is the client's to take; the deadline stays for that.
    deadline.arm(timeouts.idle().toMillis(), this::tailStalled);
    answer.end();
  }

  private void tookTooLong() {
    ProxyFailure failure =
        ProxyFailure.of(FailureKind.UPSTREAM_TIMEOUT, "the request took too long in all");
    scope.outcomes().tookTooLong(client.tally(), failure, System.nanoTime());
    abandon();
    client.fail(failure);
  }

  private void tailStalled() {
    client.fail(ProxyFailure.of(FailureKind.CLIENT_GONE, "the client does not take the answer"));
  }

  /** Ends the exchange, wherever it stands; nothing of it goes on. */
  private void abandon() {
    if (tunnel != null) {
      tunnel.cut();
      return;
    }
    deadline.cancel();
    cancelEnd();
    noteBytes();
    if (over) {
      return;
    }
    over = true;
    search.endAttempt(false);
    search.cancel();
    if (attempt != null) {
      attempt.abandon();
    }
  }

  private void cancelEnd() {
    if (end != null) {
      end.cancel();
    }
  }

  private void noteBytes() {
    if (attempt != null) {
      client.tally().bytes(attempt.requestBytes(), attempt.answerBytes());
    }
  }
}
