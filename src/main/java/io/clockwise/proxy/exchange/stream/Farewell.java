package io.clockwise.proxy.exchange.stream;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/** The end of an HTTP/1 connection whose last answer is whole. */
public final class Farewell {
  /** How long a rest of a body is read away so that the client can see the answer. */
  private static final long LINGER_MILLIS = 1_000;

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
}
