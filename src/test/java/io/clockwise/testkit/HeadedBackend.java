package io.clockwise.testkit;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A backend that demands a PROXY protocol header and answers with what it says. */
public final class HeadedBackend implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger accepted = new AtomicInteger();
  private final HttpServer server;

  private HeadedBackend(HttpServerOptions options) {
    server =
        vertx
            .createHttpServer(options.setUseProxyProtocol(true))
            .connectionHandler(connection -> accepted.incrementAndGet())
            .requestHandler(
                request ->
                    request
                        .response()
                        .end(text(request.remoteAddress()) + " " + text(request.localAddress())));
    server
        .listen(0, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .orTimeout(20, TimeUnit.SECONDS)
        .join();
  }

  private static String text(SocketAddress address) {
    return address.hostAddress() + ":" + address.port();
  }

  /** Starts one without TLS. */
  public static HeadedBackend start() {
    return start(new HttpServerOptions());
  }

  /** Starts one. */
  public static HeadedBackend start(HttpServerOptions options) {
    return new HeadedBackend(options);
  }

  /** Returns its port on loopback. */
  public int port() {
    return server.actualPort();
  }

  /** Returns how many connections it has accepted. */
  public int accepted() {
    return accepted.get();
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }
}
