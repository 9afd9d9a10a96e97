package io.clockwise.endure;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A backend for load: {@code /hold} never answers, {@code /stream?N} answers with N bytes, {@code
 * /sink} takes a body, {@code /slowsink} pauses before it does; anything else is a short answer.
 */
final class EndureBackend implements AutoCloseable {
  private static final Buffer PART = Buffer.buffer(new byte[32 * 1024]);

  final AtomicInteger held = new AtomicInteger();
  final AtomicInteger open = new AtomicInteger();
  final AtomicLong received = new AtomicLong();

  private final Vertx vertx;
  private final HttpServer server;

  EndureBackend(Vertx vertx) throws Exception {
    this.vertx = vertx;
    this.server =
        vertx
            .createHttpServer(
                new HttpServerOptions().setAcceptBacklog(4096).setSendBufferSize(128 * 1024))
            .connectionHandler(
                connection -> {
                  open.incrementAndGet();
                  connection.closeHandler(closed -> open.decrementAndGet());
                })
            .requestHandler(this::serve);
    server
        .listen(0, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .get(10, TimeUnit.SECONDS);
  }

  int port() {
    return server.actualPort();
  }

  private void serve(HttpServerRequest request) {
    switch (request.path()) {
      case "/hold" -> held.incrementAndGet();
      case "/stream" -> stream(request, Long.parseLong(String.valueOf(request.query())));
      case "/sink" -> sink(request);
      case "/slowsink" -> {
        request.pause();
        vertx.setTimer(3_000, late -> request.resume());
        sink(request);
      }
      default -> request.response().end("short");
    }
  }

  private void sink(HttpServerRequest request) {
    held.incrementAndGet();
    request.handler(part -> received.addAndGet(part.length()));
    request.endHandler(end -> request.response().end("taken"));
  }

  private void stream(HttpServerRequest request, long bytes) {
    request.response().putHeader("content-length", Long.toString(bytes));
    pump(request, bytes);
  }

  /* One part at a time: a queue for each of thousands of streams would be a load of its own. */
  private void pump(HttpServerRequest request, long left) {
    if (left == 0) {
      request.response().end();
      return;
    }
    int length = (int) Math.min(left, PART.length());
    request
        .response()
        .write(length == PART.length() ? PART : PART.slice(0, length))
        .onSuccess(written -> vertx.runOnContext(turn -> pump(request, left - length)));
  }

  @Override
  public void close() {
    server.close();
  }
}
