package io.clockwise.testkit;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;

/** Requests over few HTTP/2 connections, each followed by the next; it counts what is lost. */
public final class StreamClients implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final HttpClient client;
  private final int port;
  private final AtomicInteger rows;
  private final AtomicLong answered = new AtomicLong();
  private final List<String> lost = new CopyOnWriteArrayList<>();
  private volatile boolean over;

  private StreamClients(int count, int port, boolean secured) {
    this.port = port;
    this.rows = new AtomicInteger(count);
    HttpClientOptions options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false)
            .setSsl(secured)
            .setUseAlpn(secured)
            .setTrustAll(true)
            .setVerifyHost(false);
    this.client = vertx.createHttpClient(options, new PoolOptions().setHttp2MaxSize(2));
    for (int i = 0; i < count; i++) {
      vertx.runOnContext(turn -> next());
    }
  }

  /** Starts so many rows of requests to a port on loopback. */
  public static StreamClients start(int count, int port, boolean secured) {
    return new StreamClients(count, port, secured);
  }

  private void next() {
    if (over) {
      rows.decrementAndGet();
      return;
    }
    client
        .request(HttpMethod.GET, port, "127.0.0.1", "/of-streams")
        .compose(
            request ->
                request
                    .send()
                    .compose(
                        response ->
                            response
                                .body()
                                .map(body -> response.version() + " " + response.statusCode())))
        .onComplete(
            done -> {
              if (done.succeeded() && done.result().equals("HTTP_2 200")) {
                answered.incrementAndGet();
              } else {
                lost.add(String.valueOf(done.succeeded() ? done.result() : done.cause()));
              }
              vertx.runOnContext(turn -> next());
            });
  }

  /** Returns how many requests have been answered. */
  public long answered() {
    return answered.get();
  }

  /** Returns what was lost, a line for each request. */
  public List<String> lost() {
    return lost;
  }

  @Override
  public void close() {
    over = true;
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> rows.get() == 0);
    vertx.close().toCompletionStage().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }
}
