package io.clockwise.testkit;

import io.clockwise.config.BackendConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A backend that speaks what Vert.x speaks: HTTP/1.1 and 2, with TLS or without. */
public final class VertxBackend implements AutoCloseable {
  private final Vertx vertx =
      Vertx.builder()
          .with(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1))
          .build();
  private final HttpServer server;
  private final List<HttpConnection> accepted = new CopyOnWriteArrayList<>();
  private final List<HttpConnection> open = new CopyOnWriteArrayList<>();
  private final List<HttpServerRequest> requests = new CopyOnWriteArrayList<>();
  private volatile Handler<HttpServerRequest> script = request -> request.response().end("ok");

  private VertxBackend(HttpServerOptions options, SocketAddress at) {
    server =
        vertx
            .createHttpServer(options)
            .connectionHandler(this::accepted)
            .requestHandler(
                request -> {
                  requests.add(request);
                  script.handle(request);
                });
    server
        .listen(at)
        .toCompletionStage()
        .toCompletableFuture()
        .orTimeout(20, TimeUnit.SECONDS)
        .join();
  }

  private void accepted(HttpConnection connection) {
    accepted.add(connection);
    open.add(connection);
    connection.closeHandler(closed -> open.remove(connection));
  }

  /** Starts one without TLS, which takes HTTP/2 by prior knowledge. */
  public static VertxBackend start() {
    return start(new HttpServerOptions());
  }

  /** Starts one on loopback. */
  public static VertxBackend start(HttpServerOptions options) {
    return start(options, SocketAddress.inetSocketAddress(0, "127.0.0.1"));
  }

  /** Starts one anywhere. */
  public static VertxBackend start(HttpServerOptions options, SocketAddress at) {
    return new VertxBackend(options, at);
  }

  /** Returns settings for TLS with a certificate. */
  public static HttpServerOptions tls(X509Bundle pair) {
    return new HttpServerOptions()
        .setSsl(true)
        .setUseAlpn(true)
        .setKeyCertOptions(
            new PemKeyCertOptions()
                .addCertValue(Buffer.buffer(pair.getCertificatePEM()))
                .addKeyValue(Buffer.buffer(pair.getPrivateKeyPEM())));
  }

  /** Replaces what it does with a request. */
  public VertxBackend script(Handler<HttpServerRequest> newScript) {
    script = newScript;
    return this;
  }

  /** Returns its port. */
  public int port() {
    return server.actualPort();
  }

  /** Returns it as a configuration names it, by this host. */
  public BackendConfig at(String host) {
    return new BackendConfig("v", new BackendAddress(host, port()), 1, AdminState.READY);
  }

  /** Returns every connection that it has accepted, in order. */
  public List<HttpConnection> accepted() {
    return accepted;
  }

  /** Returns the connections that are open. */
  public List<HttpConnection> open() {
    return open;
  }

  /** Returns the requests that it got, in order. */
  public List<HttpServerRequest> requests() {
    return requests;
  }

  /** Runs a step on its event loop and waits for it. */
  public void run(Runnable step) {
    Future.<Void>future(
            promise ->
                vertx.runOnContext(
                    turn -> {
                      step.run();
                      promise.complete();
                    }))
        .toCompletionStage()
        .toCompletableFuture()
        .orTimeout(10, TimeUnit.SECONDS)
        .join();
  }

  /** Says on connections of HTTP/2 that it leaves, with each of these streams as the last one. */
  @SuppressWarnings("deprecation") // there is nothing else that names a stream
  public void leave(HttpConnection connection, long... last) {
    run(
        () -> {
          for (long stream : last) {
            connection.goAway(0, (int) stream);
          }
        });
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }
}
