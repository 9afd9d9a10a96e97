package io.clockwise.proxy.relay.front;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.gate.ClientGate;
import io.clockwise.proxy.policy.FailureResponder;
import io.clockwise.proxy.relay.ClientEnd;
import io.clockwise.proxy.relay.RelayAnswer;
import io.clockwise.proxy.relay.RelayExchange;
import io.clockwise.proxy.relay.stream.BodyCourse;
import io.clockwise.proxy.wire.AnswerHeadParser;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.vertx.core.MultiMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A relayed stream of HTTP/2: one request and its answer. */
final class RelayStream extends ServerStream implements ClientEnd {
  private final RelayStreams all;
  private final StreamBody body;
  private final StreamWriter writer;
  private @Nullable RelayExchange exchange;
  private boolean busy;

  RelayStream(RelayStreams all, Http2Stream stream, RelayExchange exchange, boolean ended) {
    super(all.serverContext(), stream.id());
    this.all = all;
    this.exchange = exchange;
    this.body = new StreamBody(all, stream, ended);
    this.writer = new StreamWriter(all, stream);
  }

  /** Takes a part of the body; returns how much of the window is free again at once. */
  int data(ByteBuf data, int padding, boolean ended) {
    body.add(data, ended);
    work();
    return padding;
  }

  /** Takes the fields behind the body. */
  void trailers(Http2Headers headers) {
    MultiMap fields = MultiMap.caseInsensitiveMultiMap();
    headers.forEach(field -> fields.add(field.getKey().toString(), field.getValue().toString()));
    body.end(fields);
    work();
  }

  private void work() {
    RelayExchange running = exchange;
    if (running == null) {
      body.drop();
    } else if (!busy) {
      busy = true;
      body.feed(running, () -> exchange == running);
      busy = false;
      flushRequest();
    }
  }

  /** Sends what was written to the backend. */
  void flushRequest() {
    if (exchange != null) {
      exchange.flush();
    }
  }

  @Override
  public ClientGate gate() {
    return all.gate();
  }

  @Override
  public ByteBufAllocator alloc() {
    return all.context().alloc();
  }

  @Override
  public boolean framesBodies() {
    return true;
  }

  @Override
  public void awaitsBody(boolean now) {
    // a stream tells of its end itself
  }

  @Override
  public void holdBody(boolean held) {
    // what is not taken is not given back to the window
  }

  @Override
  public void resumeBody() {
    work();
  }

  @Override
  public boolean isWritable() {
    return writer.isWritable();
  }

  @Override
  public void interim(AnswerHeadParser head) {
    writer.head(StreamAnswer.ofInterim(head), false);
  }

  @Override
  public void head(RelayAnswer answer, ByteBuf rest, int joined) {
    writer.head(all.answers().of(answer), joined == 0 && answer.isWhole());
    if (joined > 0) {
      writer.data(rest.readRetainedSlice(joined));
    }
  }

  @Override
  public void body(ByteBuf bytes) {
    writer.data(bytes);
  }

  @Override
  public void trailers(MultiMap fields) {
    writer.end(StreamAnswer.ofTrailers(fields));
  }

  @Override
  public void failure(FailureResponder.Answer answer, boolean head, boolean closes) {
    boolean bare = head || answer.body().length() == 0;
    writer.head(StreamAnswer.ofFailure(answer, head), bare);
    if (!bare) {
      writer.data(alloc().buffer().writeBytes(answer.body().getBytes()));
    }
    writer.flush(true);
  }

  @Override
  public void flush(boolean whole) {
    writer.flush(whole);
  }

  @Override
  public boolean hasTaken() {
    return writer.hasTaken();
  }

  @Override
  public void whenTaken(Consumer<Boolean> told) {
    writer.whenTaken(told);
  }

  @Override
  public void over(boolean closes, @Nullable BodyCourse rest) {
    exchange = null;
    if (writer.isEnded()) {
      body.readAway();
    } else {
      reset();
    }
  }

  @Override
  public void reset() {
    exchange = null;
    body.drop();
    writer.reset(Http2Error.INTERNAL_ERROR);
  }

  @Override
  public void onWritabilityChanged() {
    if (exchange != null) {
      exchange.clientWritable(writer.isWritable());
    }
  }

  /* Whether the end of an answer is on its way or lost, its promise tells, perhaps behind this. */
  @Override
  void closed() {
    if (writer.isEnded()) {
      writer.close();
      body.close();
    } else {
      ended(false);
    }
  }

  @Override
  void ended(boolean broken) {
    RelayExchange running = exchange;
    exchange = null;
    writer.close();
    if (running != null) {
      running.clientGone(broken ? FailureKind.BAD_REQUEST : FailureKind.CLIENT_GONE);
    }
    body.close();
  }
}
