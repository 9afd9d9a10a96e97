package io.clockwise.proxy.exchange.stream;

import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/** The end of an HTTP/1 connection, or of an HTTP/2 stream, whose last answer is whole. */
public final class Farewell {
  /** How long a rest of a body is read away so that the client can see the answer. */
  private static final long LINGER_MILLIS = 1_000;

  /** How much of it is, where the other side can be told to stop. */
  private static final int MOST_BYTES = 1024 * 1024;

  private Farewell() {}

  /**
   * Closes when what was written is taken.
   *
   * @param reset ends the connection after a while in any case
   */
  public static void close(Vertx vertx, HttpServerRequest request, Runnable reset) {
    long timer = vertx.setTimer(LINGER_MILLIS, id -> reset.run());
    request.connection().close().onComplete(closed -> vertx.cancelTimer(timer));
  }

  /** Reads the rest of the body away, and closes. */
  public static void closeBehindBody(Vertx vertx, HttpServerRequest request) {
    long timer = vertx.setTimer(LINGER_MILLIS, id -> request.connection().close());
    request.handler(null);
    request.endHandler(
        ended -> {
          vertx.cancelTimer(timer);
          request.connection().close();
        });
    request.resume();
  }

  /**
   * Reads the rest of the body of an HTTP/2 request away, and resets its stream when there is too
   * much: most clients end their body before, and need not know that nobody wanted it.
   *
   * @param promised whether there is a body; a stream that was to be a tunnel is reset at once
   */
  public static void resetBehindBody(Vertx vertx, HttpServerRequest request, boolean promised) {
    if (request.isEnded()) {
      return;
    }
    Rest rest = new Rest(vertx, request);
    if (promised) {
      request.handler(part -> rest.came(part.length()));
      request.endHandler(ended -> rest.end());
      request.exceptionHandler(broken -> rest.end());
      request.resume();
    } else {
      rest.reset();
    }
  }

  /** The rest of a body that nobody wants. */
  private static final class Rest {
    private final Vertx vertx;
    private final HttpServerRequest request;
    private final long timer;
    private int bytes;
    private boolean over;

    Rest(Vertx vertx, HttpServerRequest request) {
      this.vertx = vertx;
      this.request = request;
      this.timer = vertx.setTimer(LINGER_MILLIS, id -> reset());
    }

    void came(int length) {
      bytes += length;
      if (bytes > MOST_BYTES) {
        reset();
      }
    }

    void end() {
      over = true;
      vertx.cancelTimer(timer);
    }

    void reset() {
      if (!over) {
        end();
        request.response().reset(Http2Error.NO_ERROR.code()); // nothing is missing (RFC 9113 8.1)
      }
    }
  }
}
