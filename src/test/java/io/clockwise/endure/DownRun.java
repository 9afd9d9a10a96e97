package io.clockwise.endure;

import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** All backends are down: answers come at once, and few attempts are made. */
final class DownRun {
  private static final int CLIENTS = 8;
  private static final int REQUESTS = 2_500;
  private static final String DOCUMENT =
      """
      routes: [{ name: all, key: { header: X-Key }, pool: web }]
      pools:
        web:
          %s
          retry: { attempts: 5, budget: { ratio: 0.2, minPerSecond: 0, window: 10s } }
          backends: [%s]
      """;

  private final Marks marks = new Marks("down");

  private DownRun() {}

  static List<String> go(int count) throws Exception {
    DownRun run = new DownRun();
    run.with("nothing but retries", "whenNoneUsable: tryAnswering");
    run.with("ejection", "outlier: { eject: 2s }");
    run.with(
        "checks", "health: { http: /healthz, interval: 500ms, timeout: 400ms, rise: 2, fall: 2 }");
    return run.marks.missed();
  }

  private static String dead() throws Exception {
    List<ServerSocket> sockets = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      sockets.add(new ServerSocket(0)); // together, so that the ports differ
    }
    String lines =
        sockets.stream()
            .map(
                socket ->
                    "\"b" + socket.getLocalPort() + "=127.0.0.1:" + socket.getLocalPort() + "\"")
            .collect(Collectors.joining(", "));
    for (ServerSocket each : sockets) {
      each.close();
    }
    return lines;
  }

  private void with(String name, String care) throws Exception {
    Queue<Long> times = new ConcurrentLinkedQueue<>();
    AtomicLong answered = new AtomicLong();
    AtomicLong wrong = new AtomicLong();
    try (Subject subject = Subject.start(DOCUMENT.formatted(care, dead()))) {
      ask(subject.port(), 500, new ConcurrentLinkedQueue<>(), new AtomicLong(), new AtomicLong());
      double before = subject.metric("clockwise_backend_requests_total");
      ask(subject.port(), REQUESTS, times, answered, wrong);
      double attempts = subject.metric("clockwise_backend_requests_total") - before;
      List<Long> sorted = times.stream().sorted().toList();
      long p50 = sorted.get(sorted.size() / 2) / 1_000;
      long p99 = sorted.get((int) (sorted.size() * 0.99)) / 1_000;
      marks.reach(
          p99 <= 50_000 && wrong.get() == 0,
          "%s: %d answers, p50 %d us, p99 %d us; %d not 503 with Retry-After",
          name,
          answered.get(),
          p50,
          p99,
          wrong.get());
      marks.reach(
          attempts <= 1.2 * answered.get(),
          "%s: %.0f attempts, %.2f for each request",
          name,
          attempts,
          attempts / answered.get());
    }
  }

  private static void ask(
      int port, int count, Queue<Long> times, AtomicLong answered, AtomicLong wrong)
      throws Exception {
    List<Thread> clients = new ArrayList<>();
    for (int c = 0; c < CLIENTS; c++) {
      int first = c;
      Thread client =
          new Thread(
              () -> {
                for (int i = first; i < count; i += CLIENTS) {
                  long sent = System.nanoTime();
                  try (RawClient raw = RawClient.to(port)) {
                    RawAnswer answer =
                        raw.send("GET / HTTP/1.1\r\nHost: t\r\nX-Key: k" + i + "\r\n\r\n").answer();
                    boolean right = answer.status() == 503;
                    boolean tells = answer.field("retry-after").isPresent();
                    wrong.addAndGet(right && tells ? 0 : 1);
                  } catch (java.io.IOException e) {
                    wrong.incrementAndGet();
                  }
                  answered.incrementAndGet();
                  times.add(System.nanoTime() - sent);
                }
              });
      clients.add(client);
      client.start();
    }
    for (Thread each : clients) {
      each.join(TimeUnit.MINUTES.toMillis(2));
    }
  }
}
