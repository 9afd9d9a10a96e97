package io.clockwise.endure;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Reloads under load while two backends are dead by their checks: no request reaches them. */
final class DeadRun {
  private static final String DOCUMENT =
      """
      limits: { headerCount: %d }
      routes: [{ name: all, key: { header: X-Key }, pool: web }]
      pools:
        web:
          health: { http: /healthz, interval: 200ms, timeout: 150ms, rise: 2, fall: 2 }
          backends: [%s]
      """;

  private final Vertx vertx = Vertx.vertx();
  private final AtomicBoolean dead = new AtomicBoolean();
  private final AtomicLong reached = new AtomicLong();

  private DeadRun() {}

  static List<String> go(int given) throws Exception {
    return new DeadRun().run(given == 0 ? 100 : given);
  }

  private String backend(int number) throws Exception {
    boolean dies = number < 2;
    HttpServer server =
        Loopback.serve(
            vertx,
            0,
            request -> {
              boolean out = dies && dead.get();
              if (request.path().equals("/healthz")) {
                request.response().setStatusCode(out ? 503 : 200).end();
              } else {
                reached.addAndGet(out ? 1 : 0);
                request.response().end("b" + number);
              }
            });
    return "\"b" + number + "=127.0.0.1:" + server.actualPort() + "\"";
  }

  private List<String> run(int count) throws Exception {
    Marks marks = new Marks("dead");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      lines.add(backend(i));
    }
    String all = String.join(", ", lines);
    try (Subject subject = Subject.start(DOCUMENT.formatted(100, all));
        KeyLoad load = KeyLoad.start(subject.port(), 1_000, 1_500, 0)) {
      Thread.sleep(5_000);
      dead.set(true);
      for (String id : List.of("b0", "b1")) {
        String path = "/v1/pools/web/backends/" + id;
        while (!subject.operator().get(path).taken().getString("availability").equals("closed")) {
          Thread.sleep(10);
        }
      }
      Thread.sleep(200); // those that were on their way
      long before = reached.getAndSet(0);
      load.forget();
      for (int i = 1; i <= count; i++) {
        subject.reload(0, DOCUMENT.formatted(100 + i % 2, all));
        Thread.sleep(100);
      }
      List<KeyLoad.Answer> since = load.since(Long.MIN_VALUE / 2);
      marks.say("%d requests reached them until they were found dead", before);
      marks.reach(
          reached.get() == 0,
          "%d reloads, %d answers: %d requests reached the two dead backends",
          count,
          since.size(),
          reached.get());
      marks.reach(
          since.stream().allMatch(KeyLoad.Answer::good),
          "%d failed",
          since.stream().filter(each -> !each.good()).count());
    } finally {
      vertx.close();
    }
    return marks.missed();
  }
}
