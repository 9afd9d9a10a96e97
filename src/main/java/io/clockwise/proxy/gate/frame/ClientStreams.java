package io.clockwise.proxy.gate.frame;

import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which streams a client has opened and not ended, by the frames it sends, and which of them were
 * reset here. It finds what the HTTP server forgives: fields on a stream that the client has ended
 * or passed over (RFC 9113 section 5.1).
 */
final class ClientStreams {
  /*
   * A client goes on with a stream that was reset until it hears of it. What comes until then is
   * to be ignored: as much as the stream's window let it send. Streams are forgotten in the order
   * of their resets: with 100 at once, this is long behind whatever can be on its way.
   */
  private static final int MOST_RESET = 1_000;
  private static final int WINDOW_BYTES = 64 * 1024;
  private static final int ENDED = -1;

  private final IntObjectMap<Boolean> unended = new IntObjectHashMap<>();
  private final IntObjectMap<Boolean> justEnded = new IntObjectHashMap<>();
  private final Map<Integer, Integer> bytesOfReset = new LinkedHashMap<>(0);
  private int last;
  private int gapFrom = 1;
  private int gapTo = 1;

  /** Takes a HEADERS frame; returns what it breaks, or null. */
  @Nullable Http2Error headers(int stream, boolean end) {
    if (stream > last) {
      gapFrom = last + 1;
      gapTo = stream;
      last = stream;
      if (!end) {
        unended.put(stream, Boolean.TRUE);
      }
      return null;
    }
    Integer left = bytesOfReset.get(stream);
    if (left != null && left != ENDED) {
      bytesOfReset.put(stream, ENDED);
      return null;
    }
    if (!unended.containsKey(stream)) {
      boolean passedOver = stream >= gapFrom && stream < gapTo;
      return passedOver ? Http2Error.PROTOCOL_ERROR : Http2Error.STREAM_CLOSED;
    }
    return null;
  }

  /** Takes a part of a body. */
  void data(int stream, int length) {
    Integer left = bytesOfReset.get(stream);
    if (left == null) {
      return;
    }
    if (length > left) {
      bytesOfReset.remove(stream);
    } else {
      bytesOfReset.put(stream, left - length);
    }
  }

  /** Takes the end of a stream, which the HTTP server has not read yet. */
  void ended(int stream) {
    if (unended.remove(stream) != null) {
      justEnded.put(stream, Boolean.TRUE);
    } else if (bytesOfReset.containsKey(stream)) {
      bytesOfReset.put(stream, ENDED);
    }
  }

  /** Says that the HTTP server has read all that was taken. */
  void read() {
    if (!justEnded.isEmpty()) {
      justEnded.clear();
    }
  }

  /** Takes a reset that goes to the client. */
  void reset(int stream) {
    boolean open = unended.remove(stream) != null;
    if (open || justEnded.containsKey(stream)) {
      bytesOfReset.put(stream, open ? WINDOW_BYTES : ENDED);
      if (bytesOfReset.size() > MOST_RESET) {
        Iterator<Integer> oldest = bytesOfReset.keySet().iterator();
        oldest.next();
        oldest.remove();
      }
    }
  }

  /** Tells whether the client has opened a stream, or one behind it. */
  boolean isKnown(int stream) {
    return stream <= last;
  }

  /** Tells whether a stream was reset here, so that the client may not know of it. */
  boolean isReset(int stream) {
    return bytesOfReset.containsKey(stream);
  }

  /** Returns how many streams the client has neither ended nor seen reset. */
  int unended() {
    return unended.size();
  }
}
