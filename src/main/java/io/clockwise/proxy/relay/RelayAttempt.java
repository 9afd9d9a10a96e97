package io.clockwise.proxy.relay;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.connection.RawConnection;
import io.clockwise.proxy.connection.UpstreamFault;
import io.clockwise.proxy.policy.FieldRules;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.policy.rule.BodyLimit;
import io.clockwise.proxy.policy.rule.CertificateFields;
import io.clockwise.proxy.wire.FieldName;
import io.clockwise.proxy.wire.HeadFields;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The backend's half of a relayed request: one attempt after the other on a connection each. */
final class RelayAttempt implements RawConnection.Reader, BodyCourse.Target {
  /** Who must move next. */
  private enum Turn {
    /** The client, whose body is not whole. */
    BODY,
    /** The backend, which was asked whether it wants the body. */
    CONTINUE,
    /** The backend, which does not take the body. */
    TAKING,
    /** The backend, whose answer is due. */
    ANSWER,
    /** Whoever holds the answer up. */
    FLOW,
    /** The client, which has to take the rest of the answer. */
    TAIL
  }

  private final RelayLoop loop;
  private final RelayExchange exchange;
  private final RelayAnswer answer;
  private final Moment deadline;
  private @Nullable RawConnection connection;
  private Turn turn = Turn.ANSWER;
  private boolean reused;
  private boolean unflushed;
  private boolean blocked;
  private boolean requestSent;
  private boolean awaitsContinue;

  RelayAttempt(RelayLoop loop, RelayExchange exchange, Moments moments) {
    this.loop = loop;
    this.exchange = exchange;
    this.answer = new RelayAnswer(loop, exchange, this);
    this.deadline = new Moment(moments, this::late);
  }

  /** Forgets the request before. */
  void forget() {
    answer.begin();
  }

  /** Sends the head on a connection. */
  void begin(RawConnection granted) {
    connection = granted;
    reused = granted.servedBefore();
    blocked = false;
    requestSent = false;
    granted.begin(this);
    answer.begin();
    HeadBytes head = loop.head().begin();
    loop.backendHead()
        .write(exchange.request(), exchange.plan(), exchange.table(), exchange.tally(), head);
    awaitsContinue = exchange.request().heads().has(FieldName.EXPECT) && !exchange.body().isDone();
    write(head.toBuffer(granted.context().alloc(), 0));
    if (exchange.body().isDone()) {
      sent();
    } else {
      expectClient();
    }
  }

  boolean isRunning() {
    return connection != null;
  }

  private RawConnection connection() {
    return Objects.requireNonNull(connection);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a failure comes as an exception of the channel
  private void write(ByteBuf bytes) {
    ChannelHandlerContext to = connection().context();
    unflushed = true;
    to.write(bytes, to.voidPromise());
  }

  void flush() {
    if (unflushed && connection != null) {
      unflushed = false;
      connection.context().flush();
    }
  }

  boolean takesBody() {
    return connection != null && !blocked && !exchange.body().isDone();
  }

  /** Passes on what belongs to the body; it may end the exchange. */
  boolean feed(ByteBuf bytes) {
    BodyCourse body = exchange.body();
    int before = bytes.readableBytes();
    body.move(bytes, this);
    long most = exchange.plan().route().config().limits().body();
    if (body.isMalformed()) {
      fail(ProxyFailure.of(FailureKind.BAD_REQUEST, "the request body is malformed"));
    } else if (most >= 0 && body.bytes() > most) {
      fail(BodyLimit.exceeded(most));
    } else if (connection == null) {
      return true; // the writing has failed
    } else if (body.isDone()) {
      sent();
    } else {
      if (awaitsContinue) {
        awaitsContinue = false; // it did not wait
      }
      expectClient();
      if (!connection.context().channel().isWritable()) {
        block();
      }
    }
    return bytes.readableBytes() < before;
  }

  private void block() {
    flush();
    if (connection != null && !connection.context().channel().isWritable()) {
      blocked = true;
      exchange.front().context().channel().config().setAutoRead(false);
      await(Turn.TAKING, exchange.plan().idleNanos());
    }
  }

  @Override
  public void body(ByteBuf bytes) {
    if (connection == null) {
      bytes.release();
    } else {
      write(bytes);
    }
  }

  @Override
  public void trailers(HeadFields fields) {
    MultiMap passing = HttpHeaders.headers();
    FieldRules.copyTrailers(RelayRequest.toMap(fields), passing);
    CertificateFields.strip(exchange.table().config(), passing);
    HeadBytes section = loop.head().begin();
    section.addFields(passing).end();
    body(section.toBuffer(exchange.front().context().alloc(), 0));
  }

  private void sent() {
    requestSent = true;
    exchange.front().gate().reading(false);
    exchange.tally().timeline().sent();
    await(Turn.ANSWER, exchange.plan().responseNanos());
  }

  private void expectClient() {
    if (awaitsContinue && exchange.body().bytes() == 0) {
      await(Turn.CONTINUE, exchange.plan().responseNanos());
    } else {
      await(Turn.BODY, exchange.plan().bodyIdleNanos());
    }
  }

  private void await(Turn whose, long limitNanos) {
    if (!answer.hasBegun()) {
      turn = whose;
      deadline.arm(System.nanoTime(), limitNanos);
    }
  }

  /** Says that the client has asked for the body, by an interim answer. */
  void interim(int status) {
    deadline.touch(System.nanoTime());
    if (status == 100 && awaitsContinue) {
      awaitsContinue = false;
      expectClient();
    }
  }

  /** Says that the answer's head has come: its flow has a limit of its own. */
  void answered() {
    turn = Turn.FLOW;
    deadline.arm(System.nanoTime(), exchange.plan().idleNanos());
  }

  /** Notes that a part of the answer has passed. */
  void moved() {
    deadline.touch(System.nanoTime());
  }

  /** Says that only the client has to take the rest. */
  void awaitClient() {
    turn = Turn.TAIL;
    deadline.arm(System.nanoTime(), exchange.plan().idleNanos());
  }

  private void late() {
    switch (turn) {
      case BODY ->
          fail(ProxyFailure.of(FailureKind.REQUEST_TIMEOUT, "the body did not come in time"));
      case CONTINUE ->
          fail(
              ProxyFailure.of(
                  FailureKind.UPSTREAM_TIMEOUT, "the backend did not ask for the body"));
      case TAKING ->
          fail(ProxyFailure.of(FailureKind.UPSTREAM_TIMEOUT, "the backend does not take the body"));
      case ANSWER ->
          fail(ProxyFailure.of(FailureKind.UPSTREAM_TIMEOUT, "the backend did not answer in time"));
      case FLOW ->
          fail(
              answer.waitsForClient()
                  ? ProxyFailure.of(FailureKind.CLIENT_GONE, "the client does not take the answer")
                  : ProxyFailure.of(
                      FailureKind.UPSTREAM_TIMEOUT, "the answer paused for too long"));
      case TAIL ->
          exchange.fail(
              ProxyFailure.of(FailureKind.CLIENT_GONE, "the client does not take the answer"));
    }
  }

  @Override
  public void received(ByteBuf bytes) {
    answer.received(bytes, connection());
  }

  /** Tells whether a connection is still the one of this attempt. */
  boolean isOn(RawConnection which) {
    return connection == which;
  }

  /** Tells whether its connection had served an earlier request. */
  boolean isReused() {
    return reused;
  }

  @Override
  public void receivedAll() {
    answer.flush();
    if (answer.isWhole()) {
      whole();
    }
  }

  private void whole() {
    RawConnection done = connection;
    connection = null;
    deadline.cancel();
    if (done != null) {
      if (requestSent && answer.keepsConnection()) {
        done.release();
      } else {
        done.close();
      }
    }
    exchange.answerWhole();
  }

  @Override
  public void lost(@Nullable Throwable cause) {
    connection = null;
    if (cause == null) {
      answer.closed();
    }
    if (answer.isWhole()) {
      answer.flush();
      whole();
      return;
    }
    deadline.cancel();
    answer.drop();
    exchange.attemptFailed(
        cause == null
            ? ProxyFailure.of(FailureKind.UPSTREAM_RESET, "the backend closed the connection")
            : UpstreamFault.ofExchange(cause),
        reused);
  }

  /** Ends the attempt, which has failed; it may end the exchange. */
  void fail(ProxyFailure failure) {
    abandon();
    exchange.attemptFailed(failure, reused);
  }

  /** Ends the attempt, wherever it stands; nothing of it goes on. */
  void abandon() {
    deadline.cancel();
    RawConnection running = connection;
    connection = null;
    if (running != null) {
      running.close();
    }
    answer.drop();
    unblock();
  }

  @Override
  public void writabilityChanged(boolean writable) {
    if (writable && blocked) {
      unblock();
      expectClient();
      exchange.front().resume();
      flush();
    }
  }

  private void unblock() {
    if (blocked) {
      blocked = false;
      exchange.front().context().channel().config().setAutoRead(true);
    }
  }

  void clientWritable(boolean writable) {
    RawConnection running = connection;
    if (running != null && answer.hasBegun()) {
      moved();
      if (running.context().channel().config().isAutoRead() != writable) {
        running.context().channel().config().setAutoRead(writable);
      }
    } else if (writable && turn == Turn.TAIL) {
      moved();
    }
  }

  long answerBytes() {
    return answer.bytes();
  }

  /** Says that the exchange is over. */
  void rest() {
    deadline.cancel();
  }
}
