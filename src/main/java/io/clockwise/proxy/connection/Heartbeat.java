package io.clockwise.proxy.connection;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;

/** Pings on an HTTP/2 connection; one that is not answered until the next closes it. */
final class Heartbeat {
  private final Vertx vertx;
  private final Line line;
  private long timer = -1;
  private long sent;
  private boolean awaited;

  private Heartbeat(Vertx vertx, Line line) {
    this.vertx = vertx;
    this.line = line;
  }

  /** Begins, and ends with the connection. */
  static void begin(Vertx vertx, Line line, long everyMillis) {
    Heartbeat heartbeat = new Heartbeat(vertx, line);
    heartbeat.timer = vertx.setPeriodic(everyMillis, id -> heartbeat.beat());
  }

  private void beat() {
    if (!line.isOpen()) {
      vertx.cancelTimer(timer);
    } else if (awaited) {
      vertx.cancelTimer(timer);
      line.close();
    } else {
      awaited = true;
      line.connection().ping(Buffer.buffer().appendLong(++sent)).onSuccess(pong -> awaited = false);
    }
  }
}
