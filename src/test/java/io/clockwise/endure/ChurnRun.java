package io.clockwise.endure;

import io.clockwise.placement.Placement;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Backends come, go and change their weight thousands of times under load: one change after the
 * other by one operator, then by four at once, who wait for each other's.
 */
final class ChurnRun {
  private static final int CHANGES = 10_000;
  private static final int FIRST = 400;
  private static final int CLIENTS = 4;
  private static final int STAYING = 8;
  private static final String DOCUMENT =
      """
      routes: [{ name: all, key: { header: X-Key }, pool: web }]
      pools: { web: { backends: [%s] } }
      """;

  private final Marks marks = new Marks("churn");
  private final Map<String, Queue<Long>> micros = new ConcurrentHashMap<>();
  private final Queue<String> refused = new ConcurrentLinkedQueue<>();
  private final AtomicInteger lagging = new AtomicInteger();
  private int port;

  private ChurnRun() {}

  static List<String> go(int count) throws Exception {
    return new ChurnRun().run(count == 0 ? CHANGES : count);
  }

  private String address(int client, int number) {
    return "127." + (20 + client) + ".0." + (1 + number) + ":" + port;
  }

  private List<String> run(int changes) throws Exception {
    Vertx vertx = Vertx.vertx();
    HttpServer server = vertx.createHttpServer();
    server.requestHandler(request -> request.response().end("short"));
    server
        .listen(0, "0.0.0.0") // each backend has a loopback address of its own
        .toCompletionStage()
        .toCompletableFuture()
        .get(10, TimeUnit.SECONDS);
    port = server.actualPort();
    String document =
        DOCUMENT.formatted(
            IntStream.range(0, STAYING)
                .mapToObj(i -> "\"b" + i + "=" + address(0, i) + "\"")
                .collect(Collectors.joining(", ")));
    try (Subject subject = Subject.start(document);
        KeyWalk walk = KeyWalk.start(subject.port(), 10_000, 10_000, 60_000)) {
      change(subject, FIRST, CLIENTS);
      Thread.sleep(12_000); // what is left of the first ones is tidied by then
      long heap = subject.heapKilobytes();
      long files = subject.descriptors();
      micros.clear();
      change(subject, changes / 2, 1);
      micros.forEach(this::judge);
      micros.clear();
      change(subject, changes / 2, CLIENTS);
      micros.forEach(
          (kind, answers) -> marks.say("  %d at once: %s", CLIENTS, told(kind, answers)));
      Thread.sleep(12_000);
      judge(subject, heap, files, changes);
      marks.reach(
          walk.failures.isEmpty(),
          "%d requests answered meanwhile, %d failed",
          walk.answered.get(),
          walk.failures.size());
      walk.failures.stream().distinct().limit(5).forEach(line -> marks.say("  %s", line));
      Placement placement = Forecast.placement(Forecast.config(document).pools().get("web"));
      JsonObject pool = subject.operator().get("/v1/pools/web").taken();
      marks.reach(
          pool.getString("digest").equals(Forecast.digest(placement)),
          "the placement is that of the document again");
    } finally {
      vertx.close();
    }
    return marks.missed();
  }

  private void judge(Subject subject, long heap, long files, int changes) throws Exception {
    marks.reach(
        refused.isEmpty(),
        "%d changes: %d refused, %d answered before a loop followed",
        changes,
        refused.size(),
        lagging.get());
    refused.stream().limit(5).forEach(line -> marks.say("  %s", line));
    long after = subject.heapKilobytes();
    marks.reach(after - heap < 4_096, "heap %d KB, before %d KB", after, heap);
    long now = subject.descriptors();
    marks.reach(now - files < 50, "open files %d, before %d", now, files);
    marks.reach(subject.complaints() == 0, "%d complaints in the log", subject.complaints());
  }

  private void judge(String kind, Queue<Long> answers) {
    List<Long> times = new ArrayList<>(answers);
    Collections.sort(times);
    marks.reach(times.get(times.size() / 2) <= 50_000, "%s", told(kind, answers));
  }

  private static String told(String kind, Queue<Long> answers) {
    List<Long> times = new ArrayList<>(answers);
    Collections.sort(times);
    return String.format(
        "%s: %d from call to answer, when all loops use it: p50 %d, p99 %d, most %d us",
        kind,
        times.size(),
        times.get(times.size() / 2),
        times.get((int) (times.size() * 0.99)),
        times.get(times.size() - 1));
  }

  /** Makes so many changes by several clients at once, and leaves the pool as it was. */
  private void change(Subject subject, int count, int operators) throws InterruptedException {
    List<Thread> clients = new ArrayList<>();
    for (int c = 1; c <= operators; c++) {
      int client = c;
      Thread thread =
          new Thread(() -> change(subject.operator(), client, count / operators), "client-" + c);
      clients.add(thread);
      thread.start();
    }
    for (Thread thread : clients) {
      thread.join();
    }
  }

  private void change(Operator operator, int client, int count) {
    Random random = new Random(client);
    String path = "/v1/pools/web/backends";
    try {
      for (int made = 0; made < count; made += 8) {
        String one = "c" + client + "-" + random.nextInt(1_000_000);
        String other = one + "x";
        JsonObject backend =
            new JsonObject().put("id", one).put("address", address(client, random.nextInt(200)));
        note("add", operator.post(path, backend));
        for (int weight = 2; weight < 6; weight++) {
          JsonObject body = new JsonObject().put("weight", weight);
          note("weight", operator.call("PATCH", path + "/" + one, body));
        }
        JsonArray changes =
            new JsonArray()
                .add(operation("add", other).put("address", address(client, random.nextInt(200))))
                .add(operation("set", one).put("weight", 1))
                .add(operation("set", "b" + random.nextInt(STAYING)).put("weight", 1));
        note("transaction", operator.post("/v1/changes", new JsonObject().put("changes", changes)));
        note("remove", operator.call("DELETE", path + "/" + one + "?force=true", null));
        note("remove", operator.call("DELETE", path + "/" + other + "?force=true", null));
      }
    } catch (Exception e) {
      refused.add(e.toString());
    }
  }

  private static JsonObject operation(String op, String id) {
    return new JsonObject().put("op", op).put("pool", "web").put("id", id);
  }

  private void note(String kind, Operator.Answer answer) {
    micros.computeIfAbsent(kind, first -> new ConcurrentLinkedQueue<>()).add(answer.micros());
    if (answer.status() == 202) {
      lagging.incrementAndGet();
    } else if (!answer.good()) {
      refused.add(answer.status() + " " + answer.body().encode());
    }
  }
}
