package io.clockwise.proxy.gate;

import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import org.jspecify.annotations.Nullable;

/**
 * Which streams a client has opened and not ended, by the frames it sends. It finds what the HTTP
 * server forgives: fields on a stream that the client has ended or passed over (RFC 9113 section
 * 5.1).
 */
final class ClientStreams {
  private final IntObjectMap<Boolean> unended = new IntObjectHashMap<>();
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
    if (!unended.containsKey(stream)) {
      boolean passedOver = stream >= gapFrom && stream < gapTo;
      return passedOver ? Http2Error.PROTOCOL_ERROR : Http2Error.STREAM_CLOSED;
    }
    if (end) {
      unended.remove(stream);
    }
    return null;
  }

  /** Takes the end of a stream. */
  void ended(int stream) {
    unended.remove(stream);
  }

  /** Returns how many streams the client has not ended. */
  int unended() {
    return unended.size();
  }
}
