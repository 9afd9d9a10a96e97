package io.clockwise.proxy.gate.peer;

import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exceptions of client connections: what the other side can cause is counted elsewhere and never
 * logged, since it could fill the log; anything else is a fault of ours and is logged with its
 * stack.
 */
public final class PeerFault {
  private static final Logger LOG = LoggerFactory.getLogger(PeerFault.class);

  private static final int NEAR = 3;

  private PeerFault() {}

  /** Logs an exception unless the other side caused it. */
  public static void handle(Throwable cause) {
    if (!isOf(cause)) {
      LOG.error("a fault inside the proxy, on a client connection", cause);
    }
  }

  static boolean isOf(Throwable cause) {
    if (cause instanceof IOException
        || cause instanceof CodecException
        || cause instanceof Http2Exception) {
      return true;
    }
    return cause.getCause() != null ? isOf(cause.getCause()) : !isOfOurCode(cause);
  }

  /* Decoders and validators throw many kinds of exceptions at what the other side sends. What
  comes from our code, or from a call of it that was wrong, has it at the top of the stack. */
  private static boolean isOfOurCode(Throwable cause) {
    StackTraceElement[] stack = cause.getStackTrace();
    for (int i = 0; i < Math.min(NEAR, stack.length); i++) {
      if (stack[i].getClassName().startsWith("io.clockwise.")) {
        return true;
      }
    }
    return false;
  }
}
