package io.clockwise.proxy.relay.front;

import io.clockwise.proxy.gate.Http1Gate;
import io.clockwise.proxy.policy.FailureResponder;
import io.clockwise.proxy.relay.ClientEnd;
import io.clockwise.proxy.relay.RelayAnswer;
import io.clockwise.proxy.relay.RelayLoop;
import io.clockwise.proxy.relay.stream.BodyCourse;
import io.clockwise.proxy.relay.stream.HeadBytes;
import io.clockwise.proxy.wire.AnswerHeadParser;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOutboundBuffer;
import io.vertx.core.MultiMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The end of an HTTP/1 connection at which its relayed requests are answered. */
final class ConnectionEnd implements ClientEnd {
  private final RelayLoop loop;
  private final Http1Gate gate;
  private final RelayFront front;

  ConnectionEnd(RelayLoop loop, Http1Gate gate, RelayFront front) {
    this.loop = loop;
    this.gate = gate;
    this.front = front;
  }

  @Override
  public Http1Gate gate() {
    return gate;
  }

  @Override
  public void resumeBody() {
    front.work();
  }

  @Override
  public void over(boolean closes, @Nullable BodyCourse rest) {
    front.exchangeOver(closes, rest);
  }

  @Override
  public void reset() {
    front.reset();
  }

  @Override
  public ByteBufAllocator alloc() {
    return front.context().alloc();
  }

  @Override
  public boolean framesBodies() {
    return false;
  }

  @Override
  public void awaitsBody(boolean now) {
    gate.reading(now);
  }

  @Override
  public void holdBody(boolean held) {
    front.context().channel().config().setAutoRead(!held);
  }

  @Override
  public boolean isWritable() {
    return front.context().channel().isWritable();
  }

  @Override
  public void interim(AnswerHeadParser head) {
    HeadBytes into = loop.head().begin();
    loop.clientHead().writeInterim(head, into);
    gate.wrote(false);
    body(into.toBuffer(alloc(), 0));
  }

  @Override
  public void head(RelayAnswer answer, ByteBuf rest, int joined) {
    HeadBytes into = loop.head().begin();
    loop.clientHead().write(answer, into);
    gate.wrote(true);
    ByteBuf out = into.toBuffer(alloc(), joined);
    if (joined > 0) {
      out.writeBytes(rest, joined);
    }
    body(out);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // a failure comes as an exception of the channel
  public void body(ByteBuf bytes) {
    front.context().write(bytes, front.context().voidPromise());
  }

  @Override
  public void trailers(MultiMap fields) {
    body(loop.head().trailers(fields, alloc()));
  }

  @Override
  public void failure(FailureResponder.Answer answer, boolean head, boolean closes) {
    HeadBytes into = loop.head().begin();
    loop.clientHead().writeFailure(answer, head, closes, into);
    gate.wrote(true);
    body(into.toBuffer(alloc(), 0));
    front.context().flush();
  }

  @Override
  public void flush(boolean whole) {
    gate.wrote(false);
    front.context().flush();
  }

  @Override
  public boolean hasTaken() {
    ChannelOutboundBuffer unsent = front.context().channel().unsafe().outboundBuffer();
    return unsent == null || unsent.totalPendingWriteBytes() == 0;
  }

  @Override
  public void whenTaken(Consumer<Boolean> told) {
    front
        .context()
        .writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(taken -> told.accept(taken.isSuccess()));
  }
}
