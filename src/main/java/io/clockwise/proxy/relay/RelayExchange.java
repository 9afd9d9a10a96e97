package io.clockwise.proxy.relay;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.loop.Seeker;
import io.clockwise.proxy.loop.Tally;
import io.clockwise.proxy.policy.FailureResponder;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.relay.stream.BodyCourse;
import io.clockwise.proxy.relay.stream.BodyCourse.Framing;
import io.clockwise.proxy.relay.stream.Moment;
import io.clockwise.proxy.relay.stream.Moments;
import io.clockwise.proxy.wire.RequestHeadParser;
import io.clockwise.route.Decision;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.netty.buffer.ByteBuf;
import io.vertx.core.MultiMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One relayed request, from its head to the end of its answer; used for one after the other. Its
 * end comes exactly once, whoever brings it.
 */
public final class RelayExchange implements Seeker {
  /*
   * What may end it hands the connection back, and with it this object, which may serve the next
   * request before the call returns: whoever calls such a method must not touch it afterwards.
   */
  private final RelayLoop loop;
  private final LoopScope scope;
  private final RelayRequest request;
  private final Tally tally = new Tally();
  private BodyCourse body = new BodyCourse();
  private final RelayAttempt attempt;
  private final RelayTries tries;
  private final Moment end;
  private @Nullable ClientEnd client;
  private @Nullable RoutingTable table;
  private @Nullable RelayPlan plan;
  private boolean bodyExpected;
  private boolean closing;
  private boolean over = true;
  private int sentStatus;
  private @Nullable FailureKind cut;
  private long use;

  RelayExchange(RelayLoop loop, RelayRequest request, Moments moments) {
    this.loop = loop;
    this.scope = loop.scope();
    this.request = request;
    this.end = new Moment(moments, this::tookTooLong);
    this.attempt = new RelayAttempt(loop, this, moments);
    this.tries = new RelayTries(scope, this, attempt);
  }

  /** Returns the request. */
  public RelayRequest request() {
    return request;
  }

  ClientEnd client() {
    return Objects.requireNonNull(client);
  }

  RoutingTable table() {
    return Objects.requireNonNull(table);
  }

  RelayPlan plan() {
    return Objects.requireNonNull(plan);
  }

  BodyCourse body() {
    return body;
  }

  @Override
  public Tally tally() {
    return tally;
  }

  /** Begins to relay a request. */
  void begin(ClientEnd from, RoutingTable by, RelayPlan as, Decision decision) {
    RequestHeadParser parser = request.parser();
    open(from, by);
    plan = as;
    closing = !parser.keepsAlive();
    body.begin(parser, from.framesBodies());
    bodyExpected = !body.isDone();
    from.awaitsBody(bodyExpected);
    scope.router().count(decision, tally.timeline().startMillis());
    tally.chosen(decision);
    long now = tally.timeline().startNanos();
    if (as.totalNanos() >= 0) {
      end.arm(now, as.totalNanos());
    }
    as.budget().request(now);
    tries.begin(as, decision.backend(), now);
  }

  private void open(ClientEnd from, RoutingTable by) {
    client = from;
    table = by;
    over = false;
    sentStatus = 0;
    cut = null;
    use++;
    attempt.answer().begin(); // forgets the one before
    tally.begin(System.currentTimeMillis(), System.nanoTime());
    scope.meters().requestStarted();
    from.gate().requestBegun();
  }

  /** Answers a request whose head is malformed. */
  void refuse(ClientEnd from, RoutingTable by, ProxyFailure failure) {
    open(from, by);
    request.malformed();
    body.begin(Framing.CLOSE, 0);
    fail(failure);
  }

  /** Tells whether a body comes with the request. */
  boolean expectsBody() {
    return bodyExpected;
  }

  /** Tells whether a part of an answer has been passed on. */
  boolean hasAnswered() {
    return sentStatus != 0;
  }

  RelayTries tries() {
    return tries;
  }

  /** Says that the head of this answer is sent; returns whether the connection ends with it. */
  boolean answers(int status) {
    sentStatus = status;
    closing |= client().gate().isLeaving() || !body.isDone();
    return closing;
  }

  /** Takes what belongs to the body; false: nothing. It may end the exchange. */
  public boolean feed(ByteBuf bytes) {
    return attempt.takesBody() && attempt.feed(bytes);
  }

  /**
   * Says that the body, of a length that was not known, has ended; false: not yet taken.
   *
   * @param trailers null without any
   */
  public boolean endBody(@Nullable MultiMap trailers) {
    boolean takes = body.framing() == Framing.CLOSE && attempt.takesBody();
    if (takes) {
      attempt.endBody(trailers);
    }
    return takes;
  }

  /** Sends what was written to the backend. */
  public void flush() {
    attempt.flush();
  }

  /** Says that the client takes more of an answer again, or no more for now. */
  public void clientWritable(boolean writable) {
    attempt.clientWritable(writable);
  }

  /** Says that the answer, whose backend is let go of, has been ended before its time. */
  void answerCut(FailureKind why) {
    if (!over) { // the client may have gone with the last write
      cut = why;
      answerWhole(System.nanoTime());
    }
  }

  /** Says that all of the answer has come and been written. */
  void answerWhole(long nowNanos) {
    noteBytes();
    scope.outcomes().whole(tally);
    tries.endAttempt();
    ClientEnd to = client();
    if (to.hasTaken()) {
      complete(nowNanos);
      return;
    }
    attempt.awaitClient();
    long mine = use;
    to.whenTaken(
        taken -> {
          if (mine == use && !over) {
            if (taken) {
              complete(System.nanoTime());
            } else {
              clientGone();
            }
          }
        });
  }

  private void complete(long nowNanos) {
    leave(sentStatus, tally.ended(cut), true, nowNanos);
  }

  /** Answers with a failure, or cuts the answer that has begun. */
  void fail(ProxyFailure failure) {
    if (over) {
      return;
    }
    abandon();
    boolean first = tally.failed(failure.kind());
    if (sentStatus != 0) {
      if (first) {
        scope.failures().count(failure.kind());
      }
      boolean reset = failure.kind() == FailureKind.CLIENT_GONE;
      closing = true;
      ClientEnd from = client();
      leave(sentStatus, failure.endedBy(), !reset, System.nanoTime());
      if (reset) {
        from.reset();
      }
      return;
    }
    FailureResponder.Answer answer =
        scope.failures().answer(failure, request.header("accept"), tally.pages());
    closing |=
        FailureResponder.closes(failure.kind()) || client().gate().isLeaving() || !body.isDone();
    client().failure(answer, request.isMethod("HEAD"), closing);
    leave(answer.status(), failure.endedBy(), true, System.nanoTime());
  }

  /** Says that the client's connection is over. */
  public void clientGone() {
    clientGone(FailureKind.CLIENT_GONE);
  }

  /** Says that the client has ended the request, perhaps by breaking a rule. */
  public void clientGone(FailureKind kind) {
    if (over) {
      return;
    }
    abandon();
    if (tally.failed(kind)) {
      scope.failures().count(kind);
    }
    int status = sentStatus != 0 ? sentStatus : FailureResponder.status(FailureKind.CLIENT_GONE);
    closing = true;
    leave(status, EndedBy.CLIENT, true, System.nanoTime());
  }

  private void tookTooLong() {
    ProxyFailure failure =
        ProxyFailure.of(FailureKind.UPSTREAM_TIMEOUT, "the request took too long in all");
    scope.outcomes().tookTooLong(tally, failure, System.nanoTime());
    fail(failure);
  }

  private void abandon() {
    noteBytes();
    attempt.abandon();
    tries.endAttempt();
  }

  private void noteBytes() {
    tally.bytes(bodyExpected ? body.bytes() : 0, attempt.answer().bytes());
  }

  /** Ends it: counts, logs, and gives the connection back. */
  private void leave(int status, EndedBy endedBy, boolean tellFront, long nowNanos) {
    over = true;
    attempt.rest();
    end.cancel();
    tries.rest();
    ClientEnd from = client();
    from.awaitsBody(false);
    long durationNanos = nowNanos - tally.timeline().startNanos();
    scope.meters().requestEnded(status, durationNanos);
    scope.meters().bodyBytes(tally.requestBytes(), tally.responseBytes());
    scope.log(tally, request, table(), status, endedBy, durationNanos);
    boolean closes = closing;
    boolean bodyLeft =
        !body.isMalformed() && !body.isDone() && !tally.isLate() && body.framing() != Framing.CLOSE;
    BodyCourse rest = bodyLeft ? body : null;
    if (bodyLeft) {
      body = new BodyCourse(); // that one goes on
    }
    client = null;
    loop.giveBack(this);
    from.gate().requestOver(nowNanos);
    if (tellFront) {
      from.over(closes, rest);
    }
  }
}
