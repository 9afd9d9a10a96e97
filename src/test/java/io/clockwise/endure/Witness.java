package io.clockwise.endure;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.ServerWebSocket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A backend that answers with its id, and notes who came when. {@code /slow} takes 300 ms; {@code
 * /chat?N} is a WebSocket and {@code /events?N} an event stream that it ends after N ms.
 */
final class Witness implements AutoCloseable {
  /**
   * Somebody came.
   *
   * @param sent when the client sent the request; both times by the clock that only goes forward
   * @param fresh whether it was the first one of a session
   */
  record Visit(long sent, long came, String session, boolean fresh, boolean stream) {}

  final Queue<Visit> visits = new ConcurrentLinkedQueue<>();
  final AtomicInteger streams = new AtomicInteger();
  volatile long lastEnd;

  private final String id;
  private final Vertx vertx;
  private final HttpServer server;

  Witness(Vertx vertx, String id) throws Exception {
    this.vertx = vertx;
    this.id = id;
    this.server = Loopback.serve(vertx, 0, this::serve);
  }

  String id() {
    return id;
  }

  /** Returns its line in a document. */
  String line() {
    return "\"" + id + "=127.0.0.1:" + server.actualPort() + "\"";
  }

  String address() {
    return "127.0.0.1:" + server.actualPort();
  }

  private void serve(HttpServerRequest request) {
    String sent = request.getHeader("x-sent");
    boolean stream = request.path().equals("/chat") || request.path().equals("/events");
    if (sent != null) {
      visits.add(
          new Visit(
              Long.parseLong(sent),
              System.nanoTime(),
              request.getHeader("x-session"),
              request.getHeader("x-fresh") != null,
              stream));
    }
    switch (request.path()) {
      case "/slow" -> vertx.setTimer(300, late -> end(request));
      case "/chat" -> chat(request, Long.parseLong(request.query()));
      case "/events" -> events(request, Long.parseLong(request.query()));
      default -> end(request);
    }
  }

  private void end(HttpServerRequest request) {
    request.response().end(id);
    lastEnd = System.nanoTime();
  }

  private void chat(HttpServerRequest request, long millis) {
    request
        .toWebSocket()
        .onSuccess(
            socket -> {
              Runnable end = begun();
              socket.closeHandler(closed -> end.run());
              socket.writeTextMessage(id);
              vertx.setTimer(millis, over -> end(socket));
            });
  }

  private static void end(ServerWebSocket socket) {
    if (!socket.isClosed()) {
      socket.close();
    }
  }

  private void events(HttpServerRequest request, long millis) {
    Runnable end = begun();
    HttpServerResponse response = request.response();
    response.closeHandler(closed -> end.run());
    response.putHeader("content-type", "text/event-stream").setChunked(true);
    response.write("data: " + id + "\n\n");
    vertx.setTimer(
        millis,
        over -> {
          if (!response.closed()) {
            response.end();
          }
          end.run();
        });
  }

  /* An event stream may end twice: by its timer, and by the end of its connection. */
  private Runnable begun() {
    streams.incrementAndGet();
    AtomicBoolean ended = new AtomicBoolean();
    return () -> {
      if (ended.compareAndSet(false, true)) {
        streams.decrementAndGet();
        lastEnd = System.nanoTime();
      }
    };
  }

  @Override
  public void close() {
    server.close();
  }
}
