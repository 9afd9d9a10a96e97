package io.clockwise.admin;

import io.clockwise.admin.http.Answer;
import io.clockwise.admin.metrics.MetricsPage;
import io.clockwise.config.SocketBind;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What machines ask, as a server of its own that knows nothing else and asks for no token. */
public final class ProbesVerticle extends VerticleBase {
  private static final Answer NOT_FOUND = text(404, "there is no such path\n");
  private static final Answer NOT_ALLOWED = text(405, "allowed here: GET, HEAD\n");

  private final SocketBind bind;
  private final AdminContext parts;
  private @Nullable HttpServer server;
  private @Nullable MetricsPage metrics;

  /** Serves these parts at a bind. */
  public ProbesVerticle(SocketBind bind, AdminContext parts) {
    this.bind = bind;
    this.parts = parts;
  }

  /**
   * Binds the server.
   *
   * @return fails with an {@link AdminStartException} whose message is for people
   */
  @Override
  public Future<?> start() {
    MetricsPage page =
        new MetricsPage(parts.meters(), parts.tables(), parts.status(), parts.health());
    metrics = page;
    ProbeEndpoints probes = new ProbeEndpoints(parts.readiness(), page);
    ConnectionWatch watch = new ConnectionWatch(vertx, AdminTimes.DEFAULT);
    return vertx
        .createHttpServer(
            new HttpServerOptions()
                .setHost(bind.host())
                .setPort(bind.port())
                .setHttp2ClearTextEnabled(false))
        .connectionHandler(watch::opened)
        .requestHandler(
            request -> {
              watch.serving(request);
              answer(request, probes);
            })
        .listen()
        .onSuccess(bound -> server = bound)
        .onFailure(cause -> page.close())
        .recover(
            cause ->
                Future.failedFuture(
                    new AdminStartException(
                        "cannot bind the probes to "
                            + bind
                            + " ("
                            + cause.getMessage()
                            + "); end what uses the port, or change probes.bind")));
  }

  @Override
  public Future<?> stop() {
    if (metrics != null) {
      metrics.close();
    }
    return server == null ? Future.succeededFuture() : server.close();
  }

  /** Returns the port that is bound; -1 before the start. */
  public int port() {
    return server == null ? -1 : server.actualPort();
  }

  private static Answer text(int status, String line) {
    return new Answer(status, "text/plain; charset=utf-8", Buffer.buffer(line), Map.of());
  }

  private static void answer(HttpServerRequest request, ProbeEndpoints probes) {
    boolean reads =
        request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
    Answer answer = reads ? probes.answer(request.path()) : NOT_ALLOWED;
    if (answer == null) {
      answer = NOT_FOUND;
    }
    HttpServerResponse response = request.response().setStatusCode(answer.status());
    if (!reads) {
      response.putHeader("allow", "GET, HEAD").putHeader("connection", "close");
    }
    response.putHeader("content-type", answer.mediaType()).putHeader("cache-control", "no-store");
    response.putHeader("content-length", Integer.toString(answer.body().length()));
    if (request.method().equals(HttpMethod.HEAD)) {
      response.end();
    } else {
      response.end(answer.body());
    }
  }
}
