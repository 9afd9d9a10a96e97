package io.clockwise.endure;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Clients that each have one request on its way, all the time; as many as one says. */
final class Crowd {
  private static final int MOST = 200;

  private final AtomicInteger wanted = new AtomicInteger();
  private final AtomicInteger present = new AtomicInteger();
  private final AtomicLong served = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final HttpClient client;
  private final int port;

  Crowd(Vertx vertx, int port) {
    this.port = port;
    this.client =
        vertx.createHttpClient(new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(MOST));
  }

  /** Returns a key as if at random. */
  static String key(int number) {
    return Long.toHexString((number + 1) * 0x9e3779b97f4a7c15L);
  }

  /** Lets clients come, or go when their request is over. */
  void size(int clients) {
    wanted.set(clients);
    while (present.get() < clients) {
      present.incrementAndGet();
      next();
    }
  }

  private void next() {
    if (present.get() > wanted.get()) {
      present.decrementAndGet();
      return;
    }
    RequestOptions request =
        new RequestOptions()
            .setHost("127.0.0.1")
            .setPort(port)
            .setURI("/jobs")
            .setMethod(HttpMethod.GET)
            .putHeader("X-Key", key(ThreadLocalRandom.current().nextInt(1 << 20)));
    client
        .request(request)
        .compose(sent -> sent.send())
        .compose(answer -> answer.body().map(body -> answer.statusCode()))
        .onComplete(
            done -> {
              boolean good = done.succeeded() && done.result() == 200;
              (good ? served : failed).incrementAndGet();
              next();
            });
  }

  long served() {
    return served.get();
  }

  long failed() {
    return failed.get();
  }
}
