package io.clockwise.proxy.relay.stream;

import io.clockwise.proxy.wire.AnswerHeadParser;
import io.clockwise.proxy.wire.ChunkScanner;
import io.clockwise.proxy.wire.HeadFields;
import io.clockwise.proxy.wire.RequestHeadParser;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The body of one message on its way: finds its end, and passes on the bytes as they came. Used for
 * one body after the other.
 */
public final class BodyCourse implements ChunkScanner.Sink {
  /** How the end of a body is known (RFC 9112 section 6). */
  public enum Framing {
    /** There is none. */
    NONE,
    /** By its length. */
    LENGTH,
    /** By its last chunk. */
    CHUNKED,
    /** By the end of the connection; it goes on in chunks. */
    CLOSE;

    /**
     * Returns that of an answer (RFC 9112 section 6.3).
     *
     * @param toHead whether it answers a HEAD request
     */
    public static Framing of(AnswerHeadParser head, boolean toHead) {
      int status = head.status();
      if (toHead || status == 204 || status == 205 || status == 304) {
        return NONE;
      }
      if (head.chunked()) {
        return CHUNKED;
      }
      return head.contentLength() >= 0 ? LENGTH : CLOSE;
    }
  }

  /** Where a body goes. */
  public interface Target {
    /** Takes bytes, which it has to release. */
    void body(ByteBuf bytes);

    /** Takes the trailers, and has to write the empty line behind them. */
    void trailers(HeadFields fields);
  }

  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LAST_SIZE = "0\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LINE_END = {'\r', '\n'};

  private @Nullable ChunkScanner scanner; // most bodies have no chunks
  private Framing framing = Framing.NONE;
  private boolean plain;
  private long left;
  private long bytes;
  private boolean ended;
  private @Nullable ByteBuf scanned;
  private @Nullable Target target;

  /**
   * Begins another one.
   *
   * @param length of the body, for {@link Framing#LENGTH}
   */
  public void begin(Framing how, long length) {
    begin(how, length, false);
  }

  /**
   * Begins another one.
   *
   * @param bare whether the data alone is passed on, without chunks
   */
  public void begin(Framing how, long length, boolean bare) {
    framing = how;
    plain = bare;
    left = length;
    bytes = 0;
    ended = how == Framing.NONE || how == Framing.LENGTH && length == 0;
    if (how == Framing.CHUNKED) {
      scanner = scanner == null ? new ChunkScanner() : scanner;
      scanner.begin();
    }
  }

  /** Begins that of a request whose head was read. */
  public void begin(RequestHeadParser head) {
    begin(head, false);
  }

  /**
   * Begins that of a request whose head was read.
   *
   * @param framed whether it comes in frames of another kind where its head speaks of chunks
   */
  public void begin(RequestHeadParser head, boolean framed) {
    if (head.chunked()) {
      begin(framed ? Framing.CLOSE : Framing.CHUNKED, 0);
    } else {
      begin(Framing.LENGTH, Math.max(0, head.contentLength()));
    }
  }

  private ChunkScanner scanner() {
    return Objects.requireNonNull(scanner);
  }

  /** Returns how its end is known. */
  public Framing framing() {
    return framing;
  }

  /** Tells whether all of it has passed. */
  public boolean isDone() {
    return ended;
  }

  /** Tells whether it can never end: its chunks are none. */
  public boolean isMalformed() {
    return framing == Framing.CHUNKED && scanner().isMalformed();
  }

  /**
   * Tells whether it can end here, before its end has come; {@link #closed} ends it then. One with
   * a length cannot, but by that length.
   */
  public boolean mayEnd() {
    return switch (framing) {
      case NONE, LENGTH -> ended;
      case CHUNKED -> plain || scanner().isBetweenChunks();
      case CLOSE -> true;
    };
  }

  /** Returns the bytes of data that have passed. */
  public long bytes() {
    return framing == Framing.CHUNKED ? scanner().dataBytes() : bytes;
  }

  /** Passes on what belongs to it; what is left of the part belongs to the next message. */
  public void move(ByteBuf part, Target to) {
    int readable = part.readableBytes();
    switch (framing) {
      case NONE -> {}
      case LENGTH -> {
        int length = (int) Math.min(left, readable);
        left -= length;
        bytes += length;
        ended = left == 0;
        pass(part, length, to);
      }
      case CHUNKED -> chunks(part, to);
      case CLOSE -> {
        bytes += readable;
        if (plain) {
          pass(part, readable, to);
        } else if (readable > 0) {
          to.body(
              Unpooled.wrappedBuffer(
                  (Integer.toHexString(readable) + "\r\n").getBytes(StandardCharsets.US_ASCII)));
          pass(part, readable, to);
          to.body(Unpooled.wrappedBuffer(LINE_END));
        }
      }
    }
  }

  /** Notes bytes of a body with a length that went another way. */
  public void passed(int length) {
    left -= length;
    bytes += length;
    ended = left == 0;
  }

  /**
   * Says that the body has ended, where it did not tell its end before, or ends before that.
   *
   * @param trailers null without any
   */
  public void closed(Target to, @Nullable MultiMap trailers) {
    ended = true;
    if (!plain) {
      to.body(Unpooled.wrappedBuffer(trailers == null ? LAST_CHUNK : LAST_SIZE));
      if (trailers != null) {
        to.body(new HeadBytes().trailers(trailers, UnpooledByteBufAllocator.DEFAULT));
      }
    }
  }

  private static void pass(ByteBuf part, int length, Target to) {
    if (length == 0) {
      return;
    }
    if (length == part.readableBytes()) {
      ByteBuf whole = part.retainedDuplicate();
      part.skipBytes(length);
      to.body(whole);
    } else {
      to.body(part.readRetainedSlice(length));
    }
  }

  private void chunks(ByteBuf part, Target to) {
    scanned = part;
    target = to;
    int from = part.readerIndex();
    int length = scanner().scan(part, from, part.writerIndex(), this);
    part.readerIndex(from + length);
    ended = scanner().isDone();
    scanned = null;
    target = null;
  }

  @Override
  public void pass(int from, int to) {
    if (!plain) {
      part(from, to);
    }
  }

  @Override
  public void data(int from, int to) {
    if (plain) {
      part(from, to);
    }
  }

  private void part(int from, int to) {
    Objects.requireNonNull(target)
        .body(Objects.requireNonNull(scanned).retainedSlice(from, to - from));
  }

  @Override
  public void trailers(HeadFields fields) {
    Objects.requireNonNull(target).trailers(fields);
  }
}
