package io.clockwise.proxy.connection.wire;

import io.clockwise.proxy.wire.AnswerHeadParser;
import io.clockwise.proxy.wire.HeadEnd;
import io.clockwise.proxy.wire.HeadFault;
import io.clockwise.proxy.wire.RequestHeadParser;
import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import org.jspecify.annotations.Nullable;

/**
 * A look at the bytes of each answer's head before the decoder reads it: the decoder takes away
 * what it does not like, where RFC 9112 has no answer at all.
 */
final class AnswerGuard {
  private static final int MOST_BYTES = Agents.LONGEST_LINE_BYTES + Agents.LONGEST_HEAD_BYTES;
  private static final FastThreadLocal<Desk> DESKS =
      new FastThreadLocal<>() {
        @Override
        protected Desk initialValue() {
          return new Desk();
        }
      };

  private final HeadEnd end = new HeadEnd();
  private @Nullable HeadFault fault;

  /** What the connections of an event loop read their heads with. */
  private static final class Desk {
    private static final int FEW_BYTES = 2 * 1024;

    private final AnswerHeadParser parser =
        new AnswerHeadParser(Integer.MAX_VALUE)
            .limits(Agents.LONGEST_LINE_BYTES, Agents.LONGEST_HEAD_BYTES)
            .cutsBlanks(true);
    private byte[] copy = new byte[FEW_BYTES];

    /** Reads what is there, and more only if that is not enough. */
    int parse(ByteBuf bytes) {
      int length = RequestHeadParser.INCOMPLETE;
      int copied = 0;
      while (length == RequestHeadParser.INCOMPLETE && copied < bytes.readableBytes()) {
        if (copied == copy.length) {
          copy = new byte[2 * copied];
        }
        copied = Math.min(copy.length, bytes.readableBytes());
        bytes.getBytes(bytes.readerIndex(), copy, 0, copied);
        length = parser.parse(copy, 0, copied);
      }
      return length;
    }
  }

  /**
   * Looks at the head that begins with the readable bytes.
   *
   * @return its length; {@link RequestHeadParser#INCOMPLETE}, {@link RequestHeadParser#FAULT}
   */
  int look(ByteBuf bytes) {
    int readable = bytes.readableBytes();
    if (readable <= MOST_BYTES && !end.isIn(bytes, bytes.readerIndex(), bytes.writerIndex())) {
      return RequestHeadParser.INCOMPLETE;
    }
    Desk desk = DESKS.get();
    int length = desk.parse(bytes);
    fault = desk.parser.fault();
    if (length >= 0) {
      end.begin();
    }
    return length;
  }

  /** Returns why the last head is refused; null: it is not. */
  @Nullable HeadFault fault() {
    return fault;
  }
}
