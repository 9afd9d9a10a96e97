package io.clockwise.proxy.relay;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.connection.RawConnection;
import io.clockwise.proxy.policy.FieldRules;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.policy.rule.InterimLimit;
import io.clockwise.proxy.relay.stream.BodyCourse;
import io.clockwise.proxy.relay.stream.BodyCourse.Framing;
import io.clockwise.proxy.relay.stream.FieldMap;
import io.clockwise.proxy.relay.stream.HeadBytes;
import io.clockwise.proxy.wire.AnswerHeadParser;
import io.clockwise.proxy.wire.HeadFields;
import io.clockwise.proxy.wire.RequestHeadParser;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** The way of a backend's answer to the client: interim answers, head, body. */
final class RelayAnswer implements BodyCourse.Target {
  /** A body up to this size goes into one buffer with its head: one piece for the socket. */
  private static final int SMALL_BODY = 4096;

  private final RelayLoop loop;
  private final RelayExchange exchange;
  private final RelayAttempt attempt;
  private final BodyCourse body = new BodyCourse();
  private @Nullable ByteBuf pending;
  private boolean begun;
  private boolean keepsAlive;
  private boolean spoilt;
  private boolean unflushed;
  private int interims;

  RelayAnswer(RelayLoop loop, RelayExchange exchange, RelayAttempt attempt) {
    this.loop = loop;
    this.exchange = exchange;
    this.attempt = attempt;
  }

  /** Begins to wait for another one. */
  void begin() {
    body.begin(Framing.NONE, 0);
    begun = false;
    keepsAlive = false;
    spoilt = false;
    unflushed = false;
    interims = 0;
  }

  boolean hasBegun() {
    return begun;
  }

  /** Tells whether all of it has come. */
  boolean isWhole() {
    return begun && body.isDone();
  }

  /** Tells whether another request may follow on the connection that it came on. */
  boolean keepsConnection() {
    return keepsAlive && !spoilt;
  }

  long bytes() {
    return begun ? body.bytes() : 0;
  }

  boolean waitsForClient() {
    return !client().channel().isWritable();
  }

  private ChannelHandlerContext client() {
    return exchange.front().context();
  }

  /** Takes what a connection has brought; it may end the exchange. */
  void received(ByteBuf bytes, RawConnection from) {
    ByteBuf all = bytes;
    if (pending != null) {
      all = Unpooled.wrappedBuffer(pending, bytes);
      pending = null;
    }
    try {
      while (all.isReadable() && attempt.isOn(from) && !isWhole()) {
        if (begun) {
          body.move(all, this);
          attempt.moved();
          if (body.isMalformed()) {
            attempt.fail(malformed());
            return;
          }
        } else if (!head(all, from)) {
          return;
        }
      }
      if (attempt.isOn(from)) {
        spoilt |= all.isReadable(); // bytes that nobody asked for
        hold(from);
      }
    } finally {
      all.release();
    }
  }

  private void hold(RawConnection from) {
    if (begun && !body.isDone() && waitsForClient()) {
      flush();
      if (attempt.isOn(from) && waitsForClient()) {
        from.context().channel().config().setAutoRead(false);
      }
    }
  }

  private static ProxyFailure malformed() {
    return ProxyFailure.of(FailureKind.BAD_RESPONSE, "the answer of the backend is malformed");
  }

  /** Reads a head and passes it on; false: there is no more to do with these bytes. */
  private boolean head(ByteBuf all, RawConnection from) {
    int length = loop.readAnswer(all);
    if (length == RequestHeadParser.INCOMPLETE) {
      pending = all.retain();
      return false;
    }
    if (length == RequestHeadParser.FAULT) {
      attempt.fail(malformed());
      return false;
    }
    all.skipBytes(length);
    AnswerHeadParser head = loop.answers();
    int status = head.status();
    if (status < 200 && status != 101) {
      return interim(head);
    }
    exchange.tally().timeline().firstByte();
    if (status == 101) {
      attempt.fail(
          ProxyFailure.of(FailureKind.BAD_RESPONSE, "the backend switched protocols unasked"));
      return false;
    }
    if (!exchange.tries().takes(status, attempt.isReused())) {
      return false;
    }
    pass(head, length, all);
    return attempt.isOn(from);
  }

  private boolean interim(AnswerHeadParser head) {
    interims++;
    if (InterimLimit.isBeyond(interims)) {
      attempt.fail(ProxyFailure.of(FailureKind.BAD_RESPONSE, "too many interim answers"));
      return false;
    }
    HeadBytes into = loop.head().begin();
    loop.clientHead().writeInterim(head, into);
    exchange.front().gate().wrote(false);
    body(into.toBuffer(client().alloc(), 0));
    attempt.interim(head.status());
    return true;
  }

  private void pass(AnswerHeadParser head, int length, ByteBuf rest) {
    long size = head.contentLength();
    Framing framing = framing(head);
    keepsAlive = head.keepsAlive() && framing != Framing.CLOSE;
    body.begin(framing, size);
    attempt.answered();
    begun = true;
    boolean closes = exchange.answers(head.status());
    HeadBytes into = loop.head().begin();
    loop.clientHead().write(head, length, framing, closes, exchange.plan(), exchange.table(), into);
    exchange.front().gate().wrote(true);
    boolean joins = framing == Framing.LENGTH && size <= SMALL_BODY && size <= rest.readableBytes();
    ByteBuf out = into.toBuffer(client().alloc(), joins ? (int) size : 0);
    if (joins) {
      out.writeBytes(rest, (int) size);
      body.passed((int) size);
    }
    body(out);
  }

  private Framing framing(AnswerHeadParser head) {
    int status = head.status();
    if (status == 204 || status == 205 || status == 304 || exchange.request().isMethod("HEAD")) {
      return Framing.NONE;
    }
    if (head.chunked()) {
      return Framing.CHUNKED;
    }
    return head.contentLength() >= 0 ? Framing.LENGTH : Framing.CLOSE;
  }

  /** Says that the backend has finished its direction of the connection. */
  void closed() {
    if (begun && body.framing() == Framing.CLOSE && !body.isDone()) {
      body.closed(this);
    }
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // a failure comes as an exception of the channel
  public void body(ByteBuf bytes) {
    ChannelHandlerContext to = client();
    unflushed = true;
    to.write(bytes, to.voidPromise());
  }

  @Override
  public void trailers(HeadFields fields) {
    MultiMap passing = HttpHeaders.headers();
    FieldRules.copyTrailers(FieldMap.of(fields), passing);
    body(loop.head().trailers(passing, client().alloc()));
  }

  void flush() {
    if (unflushed) {
      unflushed = false;
      exchange.front().gate().wrote(false);
      client().flush();
    }
  }

  /** Lets go of what was not understood yet. */
  void drop() {
    if (pending != null) {
      pending.release();
      pending = null;
    }
  }
}
