package io.clockwise.endure;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A thousand backends that are checked every two seconds: what it costs, and whom. */
final class ChecksRun {
  private static final int BACKENDS = 1_000;
  private static final long SECONDS = 20;
  private static final String DOCUMENT =
      """
      routes: [{ name: all, key: { header: X-Key }, pool: one }]
      pools:
        one: { backends: ["a=127.0.0.1:%d"] }
      %s
      """;

  private final Marks marks = new Marks("checks");
  private final AtomicLong probes = new AtomicLong();

  private ChecksRun() {}

  static List<String> go(int count) throws Exception {
    return new ChecksRun().run();
  }

  private record Figures(long millis, long micros50, long micros99) {}

  private List<String> run() throws Exception {
    Vertx vertx = Vertx.vertx();
    try {
      HttpServer server =
          Loopback.serve(
              vertx,
              0,
              request -> {
                probes.addAndGet(request.path().equals("/healthz") ? 1 : 0);
                request.response().end("short");
              });
      List<Figures> without = new ArrayList<>();
      List<Figures> with = new ArrayList<>();
      for (int round = 0; round < 2; round++) {
        without.add(measure(server.actualPort(), false));
        with.add(measure(server.actualPort(), true));
      }
      judge(without, with);
    } finally {
      vertx.close();
    }
    return marks.missed();
  }

  private static long median(List<Figures> all, java.util.function.ToLongFunction<Figures> of) {
    return all.stream().mapToLong(of).sorted().skip(all.size() / 2).findFirst().orElse(0);
  }

  private void judge(List<Figures> without, List<Figures> with) {
    long cost = median(with, Figures::millis) - median(without, Figures::millis);
    double share = cost / (10.0 * SECONDS);
    marks.reach(
        share < 10,
        "%d backends: checks cost %d ms of processor time in %d s: %.1f %% of a core",
        BACKENDS,
        cost,
        SECONDS,
        share);
    long late = median(with, Figures::micros99) - median(without, Figures::micros99);
    marks.reach(
        late <= 10_000,
        "others' p99 %d us with checks, %d us without (p50 %d, %d)",
        median(with, Figures::micros99),
        median(without, Figures::micros99),
        median(with, Figures::micros50),
        median(without, Figures::micros50));
  }

  private Figures measure(int port, boolean checked) throws Exception {
    String ids =
        IntStream.range(0, BACKENDS)
            .mapToObj(i -> "\"c" + i + "=127.0.0.1:" + port + "\"")
            .collect(Collectors.joining(", "));
    String health = checked ? "health: { http: /healthz, interval: 2s, timeout: 1s }, " : "";
    String many =
        "  many: { " + health + "placement: { algorithm: rendezvous }, backends: [" + ids + "] }";
    try (Subject subject = Subject.start(DOCUMENT.formatted(port, many))) {
      new Traffic(subject.port()).ask(60_000); // both are compiled by then
      probes.set(0);
      long before = subject.processorMillis();
      Traffic.Times times = new Traffic(subject.port()).ask(SECONDS * 1_000);
      long took = subject.processorMillis() - before;
      if (checked) {
        marks.reach(
            probes.get() > BACKENDS * SECONDS / 2 * 0.9,
            "%d probes in %d s, wished %d",
            probes.get(),
            SECONDS,
            BACKENDS * SECONDS / 2);
      }
      return new Figures(took, times.micros50(), times.micros99());
    }
  }
}
