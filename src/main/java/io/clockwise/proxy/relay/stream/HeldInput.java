package io.clockwise.proxy.relay.stream;

import io.clockwise.proxy.wire.HeadEnd;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/** What a client has sent and nobody has taken yet. */
public final class HeldInput {
  private static final int MOST_BYTES = 64 * 1024;

  private @Nullable ByteBuf bytes;
  private @Nullable HeadEnd end;
  private boolean throttled;

  /** Takes bytes that were received. */
  public void add(ByteBuf received) {
    ByteBuf before = bytes;
    bytes = before == null ? received : joined(before, received);
  }

  private static ByteBuf joined(ByteBuf before, ByteBuf more) {
    if (before.refCnt() == 1 && before.maxWritableBytes() >= more.readableBytes()) {
      before.discardReadBytes();
      before.writeBytes(more);
      more.release();
      return before;
    }
    return Unpooled.wrappedBuffer(before, more);
  }

  /** Returns the bytes; null: there is none. */
  public @Nullable ByteBuf bytes() {
    return bytes != null && bytes.isReadable() ? bytes : null;
  }

  /** Returns how many they are. */
  public int size() {
    return bytes == null ? 0 : bytes.readableBytes();
  }

  /** Says that the bytes are an unfinished head, which is not to be read again before its end. */
  public void awaitHeadEnd() {
    end = new HeadEnd();
    hasHeadEnd();
  }

  /** Tells whether a head that was unfinished may be whole now. */
  public boolean hasHeadEnd() {
    ByteBuf held = bytes;
    return end == null || held == null || end.isIn(held, held.readerIndex(), held.writerIndex());
  }

  /** Says that a head was read. */
  public void headRead() {
    end = null;
  }

  /** Stops reading from the client while much is held, for as long as it must be. */
  public void throttle(Channel client, boolean waits) {
    boolean much = waits && size() > MOST_BYTES;
    if (much != throttled) {
      throttled = much;
      client.config().setAutoRead(!much);
    }
  }

  /** Lets go of what was taken to its end. */
  public void trim() {
    if (size() == 0) {
      drop();
    }
  }

  /** Lets go of everything. */
  public void drop() {
    ByteBuf held = bytes;
    bytes = null;
    if (held != null) {
      held.release();
    }
  }
}
