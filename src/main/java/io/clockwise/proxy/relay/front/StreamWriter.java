package io.clockwise.proxy.relay.front;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the answer of a relayed stream: frames, the last of which ends it. */
final class StreamWriter {
  /*
   * The last part of a body is held until it is known whether another one follows: so its own frame
   * says that it is the last.
   */
  private final RelayStreams all;
  private final Http2Stream stream;
  private @Nullable ByteBuf held;
  private @Nullable ChannelPromise last;
  private boolean ended;
  private boolean closed;

  StreamWriter(RelayStreams all, Http2Stream stream) {
    this.all = all;
    this.stream = stream;
  }

  boolean isEnded() {
    return ended;
  }

  boolean isWritable() {
    return closed || windows().isWritable(stream);
  }

  private Http2RemoteFlowController windows() {
    return all.handler().encoder().flowController();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the stream tells of its end
  void head(Http2Headers headers, boolean end) {
    if (closed || ended) {
      return;
    }
    ended = end;
    ChannelPromise written = all.context().newPromise();
    if (end) {
      last = written; // it may have to wait behind a body
    }
    all.handler().encoder().writeHeaders(all.context(), stream.id(), headers, 0, end, written);
    all.flushSoon();
  }

  void data(ByteBuf bytes) {
    if (closed || ended) {
      bytes.release();
      return;
    }
    writeHeld(false);
    held = bytes;
  }

  void end(Http2Headers trailers) {
    writeHeld(false);
    head(trailers, true);
  }

  void flush(boolean whole) {
    if (whole && !ended && !closed) {
      if (held == null) {
        held = Unpooled.EMPTY_BUFFER;
      }
      writeHeld(true);
    } else {
      writeHeld(false);
    }
    all.flushSoon();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the stream tells of its end
  private void writeHeld(boolean end) {
    ByteBuf bytes = held;
    held = null;
    if (bytes == null) {
      return;
    }
    ended |= end;
    ChannelPromise written = all.context().newPromise();
    if (end) {
      last = written;
    }
    all.handler().encoder().writeData(all.context(), stream.id(), bytes, 0, end, written);
  }

  /* What fits the windows is sent in this turn. */
  boolean hasTaken() {
    return closed || last == null || last.isDone() || windows().isWritable(stream);
  }

  void whenTaken(Consumer<Boolean> told) {
    ChannelPromise written = last;
    if (written == null) {
      told.accept(true);
    } else {
      written.addListener(done -> told.accept(done.isSuccess()));
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the stream tells of its end
  void reset(Http2Error error) {
    dropHeld();
    if (!closed && stream.state() != Http2Stream.State.CLOSED) {
      closed = true;
      all.handler()
          .encoder()
          .writeRstStream(all.context(), stream.id(), error.code(), all.context().newPromise());
      all.flushSoon();
    }
  }

  /** Says that the stream is closed. */
  void close() {
    closed = true;
    dropHeld();
  }

  private void dropHeld() {
    if (held != null) {
      held.release();
      held = null;
    }
  }
}
