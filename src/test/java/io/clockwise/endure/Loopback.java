package io.clockwise.endure;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;

/** Servers on loopback that many may connect to at once. */
final class Loopback {
  private Loopback() {}

  /** Starts one on a port; 0: any. */
  static HttpServer serve(Vertx vertx, int port, Handler<HttpServerRequest> handler)
      throws Exception {
    return vertx
        .createHttpServer(new HttpServerOptions().setAcceptBacklog(4096))
        .requestHandler(handler)
        .listen(port, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .get(10, TimeUnit.SECONDS);
  }
}
