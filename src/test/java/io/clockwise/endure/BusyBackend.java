package io.clockwise.endure;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A backend that takes its time, and knows how many requests it has at once at most. */
final class BusyBackend {
  final AtomicInteger most = new AtomicInteger();

  /** How many requests of each key it got. */
  final Map<String, AtomicLong> keys = new ConcurrentHashMap<>();

  private final AtomicInteger inFlight = new AtomicInteger();
  private final Vertx vertx;
  private final String id;
  private final long millis;
  private final HttpServer server;

  BusyBackend(Vertx vertx, String id, long millis) throws Exception {
    this.vertx = vertx;
    this.id = id;
    this.millis = millis;
    this.server = Loopback.serve(vertx, 0, this::serve);
  }

  /** Returns its line in a document. */
  String line() {
    return "\"" + id + "=127.0.0.1:" + server.actualPort() + "\"";
  }

  private void serve(HttpServerRequest request) {
    most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    keys.computeIfAbsent(String.valueOf(request.getHeader("x-key")), key -> new AtomicLong())
        .incrementAndGet();
    vertx.setTimer(
        millis,
        late -> {
          inFlight.decrementAndGet(); // before the proxy can know that it is over
          request.response().end(id);
        });
  }

  /** Forgets what was. */
  void forget() {
    most.set(inFlight.get());
    keys.clear();
  }
}
