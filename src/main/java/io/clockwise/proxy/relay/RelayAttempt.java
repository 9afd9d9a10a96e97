package io.clockwise.proxy.relay;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.connection.RawConnection;
import io.clockwise.proxy.connection.UpstreamFault;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.relay.stream.HeadBytes;
import io.clockwise.proxy.relay.stream.Moments;
import io.clockwise.proxy.wire.FieldName;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.MultiMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The backend's half of a relayed request: one attempt after the other on a connection each. */
final class RelayAttempt implements RawConnection.Reader {
  private final RelayLoop loop;
  private final RelayExchange exchange;
  private final RelayAnswer answer;
  private final RelayTurn turn;
  private final RelayUpload upload;
  private @Nullable RawConnection connection;
  private boolean reused;
  private boolean unflushed;
  private boolean blocked;
  private boolean requestSent;
  private boolean awaitsContinue;
  private long nowNanos; // of what is happening

  RelayAttempt(RelayLoop loop, RelayExchange exchange, Moments moments) {
    this.loop = loop;
    this.exchange = exchange;
    this.answer = new RelayAnswer(loop, exchange, this);
    this.turn = new RelayTurn(moments, this::late);
    this.upload = new RelayUpload(loop, exchange, this);
  }

  /** Sends the head on a connection. */
  void begin(RawConnection granted, long now) {
    nowNanos = now;
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

  /** Writes to the backend; to none, when the attempt is over. */
  @SuppressWarnings("FutureReturnValueIgnored") // a failure comes as an exception of the channel
  void write(ByteBuf bytes) {
    if (connection == null) {
      bytes.release();
      return;
    }
    ChannelHandlerContext to = connection.context();
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
    nowNanos = System.nanoTime();
    int before = bytes.readableBytes();
    ProxyFailure broken = upload.move(bytes);
    if (broken != null) {
      fail(broken);
    } else if (connection == null) {
      return true; // the writing has failed
    } else if (exchange.body().isDone()) {
      sent();
    } else {
      awaitsContinue = false; // it did not wait
      expectClient();
      if (!connection.context().channel().isWritable()) {
        block();
      }
    }
    return bytes.readableBytes() < before;
  }

  /** Passes on the end of a body that did not tell it; null: without trailers. */
  void endBody(@Nullable MultiMap trailers) {
    nowNanos = System.nanoTime();
    upload.close(trailers);
    if (connection != null) {
      sent();
    }
  }

  private void block() {
    flush();
    if (connection != null && !connection.context().channel().isWritable()) {
      blocked = true;
      exchange.client().holdBody(true);
      await(RelayTurn.Of.TAKING, exchange.plan().idleNanos());
    }
  }

  private void sent() {
    requestSent = true;
    exchange.client().awaitsBody(false);
    exchange.tally().timeline().sent(nowNanos);
    await(RelayTurn.Of.ANSWER, exchange.plan().responseNanos());
  }

  private void expectClient() {
    if (awaitsContinue && exchange.body().bytes() == 0) {
      await(RelayTurn.Of.CONTINUE, exchange.plan().responseNanos());
    } else {
      await(RelayTurn.Of.BODY, exchange.plan().bodyIdleNanos());
    }
  }

  private void await(RelayTurn.Of whose, long limitNanos) {
    if (!answer.hasBegun()) {
      turn.begin(whose, nowNanos, limitNanos);
    }
  }

  /** Says that the client has asked for the body, by an interim answer. */
  void interim(int status) {
    turn.moved(nowNanos);
    if (status == 100 && awaitsContinue) {
      awaitsContinue = false;
      expectClient();
    }
  }

  /** Says that the answer's head has come: its flow has a limit of its own. */
  void answered() {
    turn.begin(RelayTurn.Of.FLOW, nowNanos, exchange.plan().idleNanos());
  }

  /** Notes that a part of the answer has passed. */
  void moved() {
    turn.moved(nowNanos);
  }

  /** Says that only the client has to take the rest. */
  void awaitClient() {
    turn.begin(RelayTurn.Of.TAIL, nowNanos, exchange.plan().idleNanos());
  }

  private void late() {
    ProxyFailure failure = turn.failure(answer.waitsForClient());
    if (turn.isTail()) {
      exchange.fail(failure); // the attempt is over
    } else {
      fail(failure);
    }
  }

  @Override
  public void received(ByteBuf bytes) {
    nowNanos = System.nanoTime();
    answer.received(bytes, Objects.requireNonNull(connection));
  }

  boolean isRunning() {
    return connection != null;
  }

  boolean isOn(RawConnection which) {
    return connection == which;
  }

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
    turn.end();
    if (done != null) {
      if (requestSent && answer.keepsConnection()) {
        done.release(nowNanos);
      } else {
        done.close();
      }
    }
    exchange.answerWhole(nowNanos);
  }

  @Override
  public void lost(@Nullable Throwable cause) {
    nowNanos = System.nanoTime();
    connection = null;
    if (cause == null) {
      answer.closed();
    }
    if (answer.isWhole()) {
      answer.flush();
      whole();
      return;
    }
    turn.end();
    answer.drop();
    exchange
        .tries()
        .failed(
            cause == null
                ? ProxyFailure.of(FailureKind.UPSTREAM_RESET, "the backend closed the connection")
                : UpstreamFault.ofExchange(cause),
            reused);
  }

  /** Ends the attempt, which has failed; it may end the exchange. */
  void fail(ProxyFailure failure) {
    abandon();
    exchange.tries().failed(failure, reused);
  }

  /** Ends the attempt, wherever it stands; nothing of it goes on. */
  void abandon() {
    turn.end();
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
      nowNanos = System.nanoTime();
      unblock();
      expectClient();
      exchange.client().resumeBody();
      flush();
    }
  }

  private void unblock() {
    if (blocked) {
      blocked = false;
      exchange.client().holdBody(false);
    }
  }

  void clientWritable(boolean writable) {
    nowNanos = System.nanoTime();
    RawConnection running = connection;
    if (running != null && answer.hasBegun()) {
      moved();
      if (running.context().channel().config().isAutoRead() != writable) {
        running.context().channel().config().setAutoRead(writable);
      }
    } else if (writable && turn.isTail()) {
      moved();
    }
  }

  long nowNanos() {
    return nowNanos;
  }

  RelayAnswer answer() {
    return answer;
  }

  /** Says that the exchange is over. */
  void rest() {
    turn.end();
  }
}
