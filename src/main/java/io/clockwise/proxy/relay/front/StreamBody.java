package io.clockwise.proxy.relay.front;

import io.clockwise.proxy.relay.RelayExchange;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.concurrent.ScheduledFuture;
import io.vertx.core.MultiMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The body of a relayed stream's request: what has come, and its share of the windows. */
final class StreamBody {
  /*
   * What is not passed on is held here, and not given back to the windows: the client can send as
   * much as these hold, no more.
   */
  private static final long LINGER_MILLIS = 1_000;
  private static final int MOST_BYTES = 1024 * 1024;
  private static final int LEAST_BYTES = 1024;

  private final RelayStreams all;
  private final Http2Stream stream;
  private @Nullable ByteBuf held;
  private @Nullable MultiMap trailers;
  private @Nullable ScheduledFuture<?> linger;
  private boolean isOwn;
  private boolean ended;
  private boolean passedEnd;
  private int dropped;

  StreamBody(RelayStreams all, Http2Stream stream, boolean ended) {
    this.all = all;
    this.stream = stream;
    this.ended = ended;
  }

  void add(ByteBuf data, boolean last) {
    ended |= last;
    if (held == null) {
      held = data.retainedSlice();
      isOwn = false;
    } else if (data.isReadable()) {
      held = joined(held, data);
    }
    if (ended) {
      stopLingering();
    }
  }

  /* Copied: a slice for each of many small frames would hold a whole read for a few bytes. */
  private ByteBuf joined(ByteBuf before, ByteBuf more) {
    int size = before.readableBytes() + more.readableBytes();
    if (isOwn && before.writableBytes() >= more.readableBytes()) {
      return before.writeBytes(more, more.readerIndex(), more.readableBytes());
    }
    ByteBuf copy = all.context().alloc().buffer(Math.max(LEAST_BYTES, 2 * size));
    copy.writeBytes(before).writeBytes(more, more.readerIndex(), more.readableBytes());
    before.release();
    isOwn = true;
    return copy;
  }

  void end(MultiMap fields) {
    trailers = fields;
    ended = true;
    stopLingering();
  }

  /**
   * Passes on what can be.
   *
   * @param running tells whether the exchange goes on; what is passed on may end it
   */
  void feed(RelayExchange exchange, BooleanSupplier running) {
    ByteBuf bytes = held;
    held = null; // its end is here, whatever the exchange does
    if (bytes != null) {
      int before = bytes.readableBytes();
      boolean moved = true;
      while (moved && bytes.isReadable() && running.getAsBoolean()) {
        moved = exchange.feed(bytes);
      }
      giveBack(before - bytes.readableBytes());
      if (bytes.isReadable()) {
        held = bytes;
      } else {
        bytes.release();
      }
    }
    if (ended && held == null && !passedEnd && running.getAsBoolean()) {
      passedEnd = exchange.endBody(trailers);
    }
    if (!running.getAsBoolean()) {
      drop();
    }
  }

  /** Gives back what has come: nobody wants it. */
  void drop() {
    ByteBuf bytes = held;
    held = null;
    if (bytes != null) {
      int size = bytes.readableBytes();
      bytes.release();
      dropped += size;
      giveBack(size);
      if (dropped > MOST_BYTES && linger != null) {
        reset();
      }
    }
  }

  private void giveBack(int size) {
    if (size == 0 || stream.state() == Http2Stream.State.CLOSED) {
      return; // a stream that is closed has given back all
    }
    Http2LocalFlowController windows = all.handler().decoder().flowController();
    try {
      if (windows.consumeBytes(stream, size)) {
        all.flushSoon();
      }
    } catch (Http2Exception broken) {
      all.handler().onError(all.context(), true, broken);
    }
  }

  /**
   * Reads the rest away behind an answer that is whole, and resets the stream when there is too
   * much: most clients end their body before, and need not know that nobody wanted it.
   */
  void readAway() {
    if (!ended && stream.state() != Http2Stream.State.CLOSED) {
      linger = all.context().executor().schedule(this::reset, LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }
    dropped = 0;
    drop();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the stream tells of its end
  private void reset() {
    stopLingering();
    if (!ended && stream.state() != Http2Stream.State.CLOSED) {
      all.handler()
          .encoder()
          .writeRstStream(
              all.context(),
              stream.id(),
              Http2Error.NO_ERROR.code(), // nothing is missing (RFC 9113 section 8.1)
              all.context().newPromise());
      all.flushSoon();
    }
  }

  private void stopLingering() {
    if (linger != null) {
      linger.cancel(false);
      linger = null;
    }
  }

  /** Lets go of everything: the stream is closed. */
  void close() {
    ended = true;
    stopLingering();
    drop();
  }
}
