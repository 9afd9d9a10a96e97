package io.clockwise.proxy.gate;

import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.http2.Http2Exception;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import java.nio.channels.NotYetConnectedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exceptions of client connections: what the other side can cause is counted elsewhere and never
 * logged, since it could fill the log; anything else is a fault of ours and is logged with its
 * stack.
 */
public final class PeerFault {
  private static final Logger LOG = LoggerFactory.getLogger(PeerFault.class);

  private PeerFault() {}

  /** Logs an exception unless the other side caused it. */
  public static void handle(Throwable cause) {
    if (!isOf(cause)) {
      LOG.error("a fault inside the proxy, on a client connection", cause);
    }
  }

  static boolean isOf(Throwable cause) {
    return cause instanceof IOException
        || cause instanceof CodecException
        || cause instanceof Http2Exception
        || cause instanceof HttpClosedException
        || cause instanceof StreamResetException
        || cause instanceof NotYetConnectedException
        || isOfDecoder(cause)
        || cause.getCause() != null && isOf(cause.getCause());
  }

  /** Tells whether a decoder threw it at what the other side sent. */
  private static boolean isOfDecoder(Throwable cause) {
    StackTraceElement[] stack = cause.getStackTrace();
    return stack.length > 0 && stack[0].getClassName().startsWith("io.netty.handler.codec.");
  }
}
