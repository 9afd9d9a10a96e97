package io.clockwise.admin;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Closes connections that bring no request in time; used by one event loop.
 *
 * <p>An idle timeout of the server would not do: each byte of a slow head would put it off, and a
 * call that waits for a drain sends nothing for minutes.
 */
final class ConnectionWatch {
  /** The most connections at a time; further ones are closed at once. */
  static final int MAX_CONNECTIONS = 1000;

  private static final long SERVING = -1;

  private final Vertx vertx;
  private final AdminTimes times;
  private final Map<HttpConnection, Long> timers = new HashMap<>();

  ConnectionWatch(Vertx vertx, AdminTimes times) {
    this.vertx = vertx;
    this.times = times;
  }

  /** Takes a new connection under watch. */
  void opened(HttpConnection connection) {
    if (timers.size() >= MAX_CONNECTIONS) {
      connection.close();
      return;
    }
    arm(connection, times.head());
    connection.closeHandler(
        closed -> {
          Long timer = timers.remove(connection);
          if (timer != null && timer != SERVING) {
            vertx.cancelTimer(timer);
          }
        });
  }

  /** Lets a connection rest while it serves a request. */
  void serving(HttpServerRequest request) {
    HttpConnection connection = request.connection();
    Long timer = timers.replace(connection, SERVING);
    if (timer != null && timer != SERVING) {
      vertx.cancelTimer(timer);
    }
    request.response().endHandler(end -> served(connection));
  }

  private void served(HttpConnection connection) {
    if (timers.containsKey(connection)) {
      arm(connection, times.idle());
    }
  }

  private void arm(HttpConnection connection, Duration time) {
    timers.put(connection, vertx.setTimer(time.toMillis(), fired -> connection.close()));
  }
}
