package io.clockwise.proxy.relay;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.connection.wire.Source;
import io.clockwise.proxy.loop.Choice;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.loop.Seeker;
import io.clockwise.proxy.loop.Tally;
import io.clockwise.proxy.policy.FailureResponder;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.policy.RequestRules;
import io.clockwise.proxy.relay.stream.BodyCourse;
import io.clockwise.proxy.relay.stream.BodyCourse.Framing;
import io.clockwise.proxy.relay.stream.HeadBytes;
import io.clockwise.proxy.relay.stream.Moment;
import io.clockwise.proxy.relay.stream.Moments;
import io.clockwise.proxy.wire.FieldName;
import io.clockwise.proxy.wire.RequestHeadParser;
import io.clockwise.route.Decision;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One relayed request, from its head to the end of its answer; used for one after the other. Its
 * end comes exactly once, whoever brings it.
 */
final class RelayExchange implements Seeker {
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
  private @Nullable RelayFront front;
  private @Nullable RoutingTable table;
  private @Nullable RelayPlan plan;
  private boolean bodyExpected;
  private boolean closing;
  private boolean over = true;
  private int sentStatus;
  private long use;

  RelayExchange(RelayLoop loop, RelayRequest request, Moments moments) {
    this.loop = loop;
    this.scope = loop.scope();
    this.request = request;
    this.end = new Moment(moments, this::tookTooLong);
    this.attempt = new RelayAttempt(loop, this, moments);
    this.tries = new RelayTries(scope, this, attempt);
  }

  RelayRequest request() {
    return request;
  }

  RelayFront front() {
    return Objects.requireNonNull(front);
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

  @Override
  public @Nullable Source source() {
    return null; // backends that are told are not for the relay
  }

  @Override
  public boolean asksWebSocket() {
    return false;
  }

  /** Tells whether no rule keeps the request from the relay, now that its route is known. */
  boolean mayBegin(RoutingTable by, RelayPlan as) {
    boolean loops =
        request.heads().has(FieldName.VIA)
            && RequestRules.checkLoop(request.fields(), scope.via(by.config().instance())) != null;
    return !loops && !as.route().config().limits().forbids(request.parser().contentLength());
  }

  /** Begins to relay a request. */
  void begin(RelayFront from, RoutingTable by, RelayPlan as, Decision decision) {
    RequestHeadParser parser = request.parser();
    open(from, by);
    plan = as;
    closing = !parser.keepsAlive();
    body.begin(parser);
    bodyExpected = !body.isDone();
    from.gate().reading(bodyExpected);
    scope.router().count(decision);
    tally.chosen(Choice.of(decision));
    long now = tally.timeline().startNanos();
    if (as.totalNanos() >= 0) {
      end.arm(now, as.totalNanos());
    }
    as.budget().request(now);
    tries.begin(as, decision.backend());
  }

  private void open(RelayFront from, RoutingTable by) {
    front = from;
    table = by;
    over = false;
    sentStatus = 0;
    use++;
    attempt.answer().begin(); // forgets the one before
    tally.begin(System.currentTimeMillis(), System.nanoTime());
    scope.meters().requestStarted();
    from.gate().requestBegun();
  }

  /** Answers a request whose head is malformed. */
  void refuse(RelayFront from, RoutingTable by, ProxyFailure failure) {
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
    closing |= front().gate().isLeaving() || !body.isDone();
    return closing;
  }

  /** Takes what belongs to the body; false: nothing. It may end the exchange. */
  boolean feed(ByteBuf bytes) {
    return attempt.takesBody() && attempt.feed(bytes);
  }

  void flush() {
    attempt.flush();
  }

  void clientWritable(boolean writable) {
    attempt.clientWritable(writable);
  }

  /** Says that all of the answer has come and been written. */
  void answerWhole() {
    noteBytes();
    tries.endAttempt();
    ChannelHandlerContext to = front().context();
    if (to.channel().unsafe().outboundBuffer() == null
        || to.channel().unsafe().outboundBuffer().totalPendingWriteBytes() == 0) {
      complete();
      return;
    }
    attempt.awaitClient();
    long mine = use;
    to.writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(
            taken -> {
              if (mine == use && !over) {
                if (taken.isSuccess()) {
                  complete();
                } else {
                  clientGone();
                }
              }
            });
  }

  private void complete() {
    tally.timeline().done();
    leave(sentStatus, EndedBy.COMPLETE, true);
  }

  /** Answers with a failure, or cuts the answer that has begun. */
  @SuppressWarnings("FutureReturnValueIgnored") // a failure comes as an exception of the channel
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
      RelayFront from = front();
      leave(sentStatus, failure.endedBy(), !reset);
      if (reset) {
        from.reset();
      }
      return;
    }
    FailureResponder.Answer answer =
        scope.failures().answer(failure, request.header("accept"), tally.pages());
    closing |=
        FailureResponder.closes(failure.kind()) || front().gate().isLeaving() || !body.isDone();
    HeadBytes head = loop.head().begin();
    loop.clientHead().writeFailure(answer, request.isMethod("HEAD"), closing, head);
    ChannelHandlerContext to = front().context();
    front().gate().wrote(true);
    to.writeAndFlush(head.toBuffer(to.alloc(), 0), to.voidPromise());
    leave(answer.status(), failure.endedBy(), true);
  }

  /** Says that the client's connection is over. */
  void clientGone() {
    if (over) {
      return;
    }
    abandon();
    if (tally.failed(FailureKind.CLIENT_GONE)) {
      scope.failures().count(FailureKind.CLIENT_GONE);
    }
    int status = sentStatus != 0 ? sentStatus : FailureResponder.status(FailureKind.CLIENT_GONE);
    closing = true;
    leave(status, EndedBy.CLIENT, true);
  }

  private void tookTooLong() {
    fail(ProxyFailure.of(FailureKind.UPSTREAM_TIMEOUT, "the request took too long in all"));
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
  private void leave(int status, EndedBy endedBy, boolean tellFront) {
    over = true;
    attempt.rest();
    end.cancel();
    tries.rest();
    RelayFront from = front();
    from.gate().reading(false);
    long durationNanos = tally.timeline().sinceStart();
    scope.meters().requestEnded(status, durationNanos);
    scope.meters().bodyBytes(tally.requestBytes(), tally.responseBytes());
    tally.log(scope.log(), request, table(), status, endedBy, durationNanos);
    boolean closes = closing;
    boolean bodyLeft =
        !body.isMalformed() && !body.isDone() && !tally.isLate() && body.framing() != Framing.CLOSE;
    BodyCourse rest = bodyLeft ? body : null;
    if (bodyLeft) {
      body = new BodyCourse(); // that one goes on
    }
    front = null;
    loop.giveBack(this);
    from.gate().requestOver();
    if (tellFront) {
      from.exchangeOver(closes, rest);
    }
  }
}
