package io.clockwise.proxy.relay;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.connection.RawConnection;
import io.clockwise.proxy.live.EventType;
import io.clockwise.proxy.policy.FieldRules;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.policy.rule.InterimLimit;
import io.clockwise.proxy.relay.stream.BodyCourse;
import io.clockwise.proxy.relay.stream.BodyCourse.Framing;
import io.clockwise.proxy.relay.stream.FieldMap;
import io.clockwise.proxy.wire.AnswerHeadParser;
import io.clockwise.proxy.wire.HeadFields;
import io.clockwise.proxy.wire.RequestHeadParser;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.RoutingTable;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The way of a backend's answer to the client: interim answers, head, body. */
public final class RelayAnswer implements BodyCourse.Target {
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
  private boolean closes;
  private boolean session;
  private int interims;
  private @Nullable AnswerHeadParser parsed;
  private int headLength;

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
    session = false;
    interims = 0;
  }

  boolean hasBegun() {
    return begun;
  }

  /** Tells whether all of it has come. */
  public boolean isWhole() {
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
    return !client().isWritable();
  }

  private ClientEnd client() {
    return exchange.client();
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
    if (status == 101) {
      attempt.fail(
          ProxyFailure.of(FailureKind.BAD_RESPONSE, "the backend switched protocols unasked"));
      return false;
    }
    exchange.tally().timeline().firstByte(attempt.nowNanos());
    loop.scope().outcomes().answered(exchange.tally(), status, attempt.nowNanos());
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
    client().interim(head);
    unflushed = true;
    attempt.interim(head.status());
    return true;
  }

  private void pass(AnswerHeadParser head, int length, ByteBuf rest) {
    long size = head.contentLength();
    Framing framing = Framing.of(head, exchange.request().isMethod("HEAD"));
    keepsAlive = head.keepsAlive() && framing != Framing.CLOSE;
    body.begin(framing, size, client().framesBodies());
    parsed = head;
    headLength = length;
    attempt.answered();
    begun = true;
    closes = exchange.answers(head.status());
    session = loop.clientHead().changesSession(exchange, head.fields(), attempt.nowNanos());
    boolean joins = framing == Framing.LENGTH && size <= SMALL_BODY && size <= rest.readableBytes();
    unflushed = true;
    client().head(this, rest, joins ? (int) size : 0);
    if (joins) {
      body.passed((int) size);
    } else if (framing != Framing.LENGTH && EventType.isIn(head.fields())) {
      exchange.tries().streams();
    }
  }

  /** Tells whether it sets a cookie, or clears one; to be asked before its head is written. */
  boolean changesSession() {
    return session;
  }

  RelayExchange exchange() {
    return exchange;
  }

  /** Tells whether it can be ended before all of it has come, so that the client sees an end. */
  boolean mayEnd() {
    return begun && body.mayEnd();
  }

  /** Ends it before all of it has come. */
  void end() {
    body.closed(this, null);
    flush();
  }

  /** Returns the head as the backend sent it. */
  public AnswerHeadParser head() {
    return Objects.requireNonNull(parsed);
  }

  /** Returns the length of that head. */
  public int headLength() {
    return headLength;
  }

  /** Returns how the end of the body is known. */
  public Framing framing() {
    return body.framing();
  }

  /** Tells whether the connection of an HTTP/1 client ends with it. */
  public boolean closes() {
    return closes;
  }

  /** Tells whether no setting changes its fields. */
  public boolean isPlain() {
    return exchange.plan().hasPlainAnswers();
  }

  /** Returns the route of the request. */
  public CompiledRoute route() {
    return exchange.plan().route();
  }

  /** Returns the table by which the request is served. */
  public RoutingTable table() {
    return exchange.table();
  }

  /** Says that the backend has finished its direction of the connection. */
  void closed() {
    if (begun && body.framing() == Framing.CLOSE && !body.isDone()) {
      body.closed(this, null);
    }
  }

  @Override
  public void body(ByteBuf bytes) {
    unflushed = true;
    client().body(bytes);
  }

  @Override
  public void trailers(HeadFields fields) {
    MultiMap passing = HttpHeaders.headers();
    FieldRules.copyTrailers(FieldMap.of(fields), passing);
    unflushed = true;
    client().trailers(passing);
  }

  void flush() {
    boolean whole = isWhole();
    if (unflushed || whole && client().framesBodies()) {
      unflushed = false;
      client().flush(whole);
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
