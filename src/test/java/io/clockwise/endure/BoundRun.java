package io.clockwise.endure;

import io.clockwise.testkit.RawClient;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** One key has 30 % of the traffic of ten backends: under a load bound, and spread. */
final class BoundRun {
  private static final int BACKENDS = 10;
  private static final int CLIENTS = 200;
  private static final int KEYS = 2_000;
  private static final String HOT = "hot";
  private static final String DOCUMENT =
      """
      routes: [{ name: all, key: { header: X-Key }, pool: web }]
      pools:
        web:
          %s
          backends: [%s]
      """;

  private final Marks marks = new Marks("bound");
  private final Vertx vertx = Vertx.vertx();
  private final List<BusyBackend> backends = new ArrayList<>();
  private final Map<String, Map<String, AtomicLong>> servedBy = new ConcurrentHashMap<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final AtomicLong answered = new AtomicLong();
  private volatile boolean over;

  private BoundRun() {}

  static List<String> go(int count) throws Exception {
    return new BoundRun().run();
  }

  private List<String> run() throws Exception {
    for (int i = 0; i < BACKENDS; i++) {
      backends.add(new BusyBackend(vertx, "b" + i, 100));
    }
    try {
      int unbound = most("affinity: none");
      marks.say(
          "without a bound one backend has up to %d of %d requests at once", unbound, CLIENTS);
      int loops = Runtime.getRuntime().availableProcessors();
      int allowed = (int) Math.ceil(1.25 * CLIENTS / BACKENDS) + loops - 1;
      int bound = most("loadBound: { bound: 1.25, floor: 1 }");
      marks.reach(bound <= allowed, "loadBound 1.25: %d at most; %d are allowed", bound, allowed);
      spread();
      marks.reach(failures.isEmpty(), "%d answers, %d failed", answered.get(), failures.size());
      failures.stream().distinct().limit(3).forEach(line -> marks.say("%s", line));
    } finally {
      vertx.close();
    }
    return marks.missed();
  }

  private String document(String care) {
    return DOCUMENT.formatted(
        care, backends.stream().map(BusyBackend::line).collect(Collectors.joining(", ")));
  }

  private List<Thread> clients(int port, int count) {
    over = false;
    servedBy.clear();
    List<Thread> clients = new ArrayList<>();
    for (int c = 0; c < count; c++) {
      Thread client = new Thread(() -> ask(port), "client-" + c);
      clients.add(client);
      client.start();
    }
    return clients;
  }

  private void ask(int port) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    try (RawClient client = RawClient.to(port)) {
      while (!over) {
        String key = random.nextInt(10) < 3 ? HOT : "k" + random.nextInt(KEYS);
        var answer =
            client.send("GET / HTTP/1.1\r\nHost: t\r\nX-Key: " + key + "\r\n\r\n").answer();
        if (answer.status() == 200) {
          answered.incrementAndGet();
          servedBy
              .computeIfAbsent(key, each -> new ConcurrentHashMap<>())
              .computeIfAbsent(answer.text(), each -> new AtomicLong())
              .incrementAndGet();
        } else {
          failures.add(answer.statusLine());
        }
      }
    } catch (IOException | RuntimeException e) {
      failures.add(e.toString());
    }
  }

  private void join(List<Thread> clients) throws InterruptedException {
    over = true;
    for (Thread each : clients) {
      each.join();
    }
  }

  private int most(String care) throws Exception {
    try (Subject subject = Subject.start(document(care))) {
      List<Thread> clients = clients(subject.port(), CLIENTS);
      Thread.sleep(5_000); // warm, and all clients have one on its way
      backends.forEach(BusyBackend::forget);
      Thread.sleep(15_000);
      int most = backends.stream().mapToInt(each -> each.most.get()).max().orElse(0);
      join(clients);
      return most;
    }
  }

  private void spread() throws Exception {
    try (Subject subject = Subject.start(document("hotKeys: { spreadAbove: 5%, over: 2 }"))) {
      Map<String, String> owners = new ConcurrentHashMap<>();
      long begun = System.nanoTime();
      List<Thread> clients = clients(subject.port(), CLIENTS);
      while (servedBy.getOrDefault(HOT, Map.of()).size() < 2
          && System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(30)) {
        Thread.sleep(20);
      }
      long found = (System.nanoTime() - begun) / 1_000_000;
      marks.reach(found <= 10_000, "spreading: the hot key is served by two after %d ms", found);
      servedBy.forEach(
          (key, all) -> {
            if (!key.equals(HOT)) {
              owners.put(key, all.keySet().iterator().next());
            }
          });
      servedBy.clear();
      Thread.sleep(10_000);
      join(clients);
      Map<String, AtomicLong> hot = servedBy.getOrDefault(HOT, Map.of());
      marks.reach(hot.size() == 2, "then it is served by %s", hot);
      long moved =
          servedBy.entrySet().stream()
              .filter(each -> !each.getKey().equals(HOT))
              .filter(
                  each ->
                      each.getValue().size() > 1
                          || owners.containsKey(each.getKey())
                              && !each.getValue().containsKey(owners.get(each.getKey())))
              .count();
      marks.reach(moved == 0, "%d of %d other keys moved", moved, servedBy.size() - 1);
    }
  }
}
