package io.clockwise.app.demo;

import io.clockwise.app.instance.Clockwise;
import io.clockwise.app.instance.StartFailure;
import io.clockwise.config.SocketBind;
import io.clockwise.proxy.relay.DataPath;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The whole life of an instance in a few seconds, with backends and clients in the same process:
 * what the JVM keeps of it in an archive, later starts need not load and link again.
 */
public final class Rehearsal {
  private static final int CLIENTS = 16;
  private static final int OTHER_SHARE = 10;
  private static final long PATIENCE_SECONDS = 60;
  private static final String TEXT = "0123456789".repeat(10);

  private final Path folder;
  private final Vertx vertx = Vertx.vertx();

  private Rehearsal(Path folder) {
    this.folder = folder;
  }

  /**
   * Plays it.
   *
   * @param folder an empty one, for its files
   * @param requests over HTTP/1.1; a tenth of them also over HTTP/2, and over TLS where a
   *     certificate can be made
   * @throws StartFailure when something could not be started or was not answered
   */
  public static void play(Path folder, int requests)
      throws IOException, StartFailure, InterruptedException {
    Rehearsal rehearsal = new Rehearsal(folder);
    try {
      rehearsal.play(requests);
    } finally {
      rehearsal.vertx.close();
    }
  }

  private void play(int requests) throws IOException, StartFailure, InterruptedException {
    boolean tls = TemporaryCertificate.make(folder);
    Path file = folder.resolve("clockwise.yaml");
    Files.writeString(file, document(await(backend()), await(backend()), tls));
    Clockwise clockwise = Clockwise.start(file, DataPath.RELAY);
    try {
      ask(clockwise.listeners(), clockwise.admin(), requests);
    } finally {
      clockwise.stop("the end of the rehearsal");
      clockwise.awaitEnd();
    }
  }

  private void ask(List<SocketBind> listeners, SocketBind admin, int requests)
      throws StartFailure, InterruptedException {
    HttpClient plain = vertx.createHttpClient();
    await(requests(plain, listeners.get(0), requests));
    await(get(plain, admin, "/metrics"));
    await(get(plain, admin, "/v1/pools/web"));
    int fewer = requests / OTHER_SHARE;
    await(requests(overHttp2(), listeners.get(0), fewer));
    if (listeners.size() > 1) {
      await(requests(overTls(), listeners.get(1), fewer));
    }
  }

  private HttpClient overHttp2() {
    return vertx.createHttpClient(
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false));
  }

  private HttpClient overTls() {
    return vertx.createHttpClient(
        new HttpClientOptions().setSsl(true).setTrustAll(true).setVerifyHost(false));
  }

  private Future<Integer> backend() {
    return vertx
        .createHttpServer()
        .requestHandler(Rehearsal::answer)
        .listen(0, "127.0.0.1")
        .map(HttpServer::actualPort);
  }

  /* A body comes back in chunks. */
  private static void answer(HttpServerRequest request) {
    if (request.method().equals(HttpMethod.GET)) {
      request.response().putHeader("Content-Type", "text/plain").end(TEXT);
    } else {
      request.body().onSuccess(body -> request.response().setChunked(true).end(body));
    }
  }

  private String document(int first, int second, boolean tls) {
    String secure =
        ", { bind: \"localhost:0\", protocols: [h1, h2],"
            + " tls: { certificates: [{ cert: site.pem, key: site.key }] } }";
    return """
    listeners: [{ bind: "127.0.0.1:0", protocols: [h1, h2c] }%s]
    admin: { bind: "127.0.0.1:0" }
    accessLog: { file: "%s" }
    shutdown: { delay: 0s, grace: 100ms }
    routes: [{ key: { header: X-Key }, pool: web }]
    pools: { web: { backends: ["a=127.0.0.1:%d", "b=127.0.0.1:%d"] } }
    """
        .formatted(tls ? secure : "", folder.resolve("access.log"), first, second);
  }

  private static Future<?> requests(HttpClient client, SocketBind to, int count) {
    List<Future<?>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Promise<Void> done = Promise.promise();
      next(client, to, count / CLIENTS, done);
      clients.add(done.future());
    }
    return Future.all(clients);
  }

  private static void next(HttpClient client, SocketBind to, int left, Promise<Void> done) {
    if (left == 0) {
      done.complete();
      return;
    }
    request(client, to, left)
        .onComplete(answered -> next(client, to, left - 1, done), done::tryFail);
  }

  private static Future<?> request(HttpClient client, SocketBind to, int number) {
    HttpMethod method = number % 4 == 0 ? HttpMethod.POST : HttpMethod.GET;
    return client
        .request(options(to, "/rehearsal/" + number).setMethod(method))
        .compose(
            request -> {
              request.putHeader("X-Key", "key-" + number).putHeader("User-Agent", "rehearsal");
              return send(request, number);
            })
        .compose(Rehearsal::whole);
  }

  private static Future<HttpClientResponse> send(HttpClientRequest request, int number) {
    if (request.getMethod().equals(HttpMethod.GET)) {
      return request.send();
    }
    Buffer body = Buffer.buffer(TEXT);
    if (number % 8 == 0) {
      request.setChunked(true).write(body);
      return request.send();
    }
    return request.send(body);
  }

  private static Future<?> get(HttpClient client, SocketBind to, String path) {
    return client
        .request(options(to, path))
        .compose(HttpClientRequest::send)
        .compose(Rehearsal::whole);
  }

  private static RequestOptions options(SocketBind to, String path) {
    String[] address = to.toString().split(":", 2);
    return new RequestOptions()
        .setHost(address[0])
        .setPort(Integer.parseInt(address[1]))
        .setURI(path);
  }

  private static Future<Buffer> whole(HttpClientResponse response) {
    return response.statusCode() == 200
        ? response.body()
        : Future.failedFuture("an answer of " + response.statusCode());
  }

  private static <T> T await(Future<T> future) throws StartFailure, InterruptedException {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new StartFailure(
          "the rehearsal failed: " + Objects.requireNonNull(e.getCause()).getMessage());
    } catch (TimeoutException e) {
      throw new StartFailure("the rehearsal takes longer than " + PATIENCE_SECONDS + " s");
    }
  }
}
