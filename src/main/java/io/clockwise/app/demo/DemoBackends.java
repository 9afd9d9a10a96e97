package io.clockwise.app.demo;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;

/** Backends that live inside this process and answer each request with their own id. */
public final class DemoBackends {
  /**
   * One of them.
   *
   * @param id such as {@code demo-1}
   * @param port on 127.0.0.1
   */
  public record Running(String id, int port) {}

  private final Vertx vertx;
  private final List<Running> running = new ArrayList<>();

  /** Makes none yet. */
  public DemoBackends(Vertx vertx) {
    this.vertx = vertx;
  }

  /**
   * Starts backends {@code demo-1} to {@code demo-N}.
   *
   * @param count N
   * @param firstPort of the first, the others follow; 0: the system chooses free ones
   */
  public Future<List<Running>> start(int count, int firstPort) {
    Future<?> previous = Future.succeededFuture();
    for (int i = 1; i <= count; i++) {
      String id = "demo-" + i;
      int port = firstPort == 0 ? 0 : firstPort + i - 1;
      previous = previous.compose(before -> listen(id, port));
    }
    return previous.map(last -> List.copyOf(running));
  }

  private Future<HttpServer> listen(String id, int port) {
    return vertx
        .createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setPort(port))
        .requestHandler(request -> answer(id, request))
        .listen()
        .onSuccess(server -> running.add(new Running(id, server.actualPort())));
  }

  private static void answer(String id, HttpServerRequest request) {
    request
        .response()
        .putHeader("Content-Type", "text/plain")
        .putHeader("X-Backend", id)
        .end(id + "\n");
  }
}
