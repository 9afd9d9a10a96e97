package io.clockwise.endure;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One of five backends is killed under load, and comes back. */
final class ReturnRun {
  private static final int KEYS = 1_000;
  private static final int RATE = 1_500;
  private static final long SLOW_START_MILLIS = 10_000;
  private static final String PATH = "/v1/pools/web/backends/b0";
  private static final String DOCUMENT =
      """
      routes: [{ name: all, key: { header: X-Key }, pool: web }]
      pools:
        web:
          health: { http: /healthz, interval: 500ms, timeout: 400ms, rise: 2, fall: 2 }
          outlier: { consecutiveFailures: 5, distinctKeys: 3, eject: 2s }
          slowStart: %dms
          backends: [%s]
      """;

  private final Marks marks = new Marks("return");
  private final List<BackendProcess> backends = new ArrayList<>();
  private final Map<String, String> owners = new HashMap<>();

  private ReturnRun() {}

  static List<String> go(int count) throws Exception {
    return new ReturnRun().run();
  }

  private List<String> run() throws Exception {
    try {
      for (int i = 0; i < 5; i++) {
        backends.add(new BackendProcess("b" + i));
      }
      String lines = backends.stream().map(BackendProcess::line).collect(Collectors.joining(", "));
      try (Subject subject = Subject.start(DOCUMENT.formatted(SLOW_START_MILLIS, lines))) {
        KeyLoad load = KeyLoad.start(subject.port(), KEYS, RATE, 10);
        try (load) {
          Thread.sleep(8_000);
          while (subject.metric("clockwise_backend_warmth_ratio") < 5) {
            Thread.sleep(100); // a process that starts may find a backend late
          }
          load.forget();
          Thread.sleep(3_000);
          load.answers.forEach((key, all) -> owners.put(key, all.element().backend()));
          load.forget();
          killed(load, subject.operator());
          returned(load, subject.operator());
        }
        posts(load);
      }
    } finally {
      backends.forEach(BackendProcess::close);
    }
    return marks.missed();
  }

  private static String availability(Operator operator) throws Exception {
    return operator.get(PATH).taken().getString("availability");
  }

  private static long awaitAvailability(Operator operator, String wanted) throws Exception {
    long begun = System.nanoTime();
    while (!availability(operator).equals(wanted)) {
      if (System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(20)) {
        throw new IllegalStateException("b0 does not become " + wanted);
      }
      Thread.sleep(5);
    }
    return (System.nanoTime() - begun) / 1_000_000;
  }

  private void killed(KeyLoad load, Operator operator) throws Exception {
    long at = System.nanoTime();
    backends.get(0).kill();
    long closed = awaitAvailability(operator, "closed");
    JsonObject seen = operator.get(PATH).taken();
    marks.reach(
        closed <= 1_500,
        "killed with %d of %d keys; closed after %d ms (%s)",
        owners.values().stream().filter("b0"::equals).count(),
        KEYS,
        closed,
        seen.getString("reason"));
    Thread.sleep(8_000);
    List<KeyLoad.Answer> since = load.since(at - 1_000_000_000L);
    long gets = since.stream().filter(each -> !each.post()).count();
    long failedGets = since.stream().filter(each -> !each.post() && !each.good()).count();
    long failedPosts = since.stream().filter(each -> each.post() && !each.good()).count();
    marks.reach(
        failedGets == 0,
        "%d GET since, %d failed; %d POST failed (they may not be sent twice); p99 %d ms",
        gets,
        failedGets,
        failedPosts,
        load.millisAt(0.99, at));
    long moved =
        load.answers.entrySet().stream()
            .filter(
                each ->
                    !owners.get(each.getKey()).equals("b0")
                        && each.getValue().stream()
                            .anyMatch(
                                answer ->
                                    answer.good()
                                        && !answer.backend().equals(owners.get(each.getKey()))))
            .count();
    marks.reach(moved == 0, "%d keys of others moved", moved);
    load.forget();
  }

  private void returned(KeyLoad load, Operator operator) throws Exception {
    long at = System.nanoTime();
    backends.get(0).start();
    long open = awaitAvailability(operator, "open");
    long opened = System.nanoTime();
    Thread.sleep(SLOW_START_MILLIS / 2);
    marks.say(
        "back %d ms after its start began; half of the slow start later it has %d of its keys",
        open, load.answers.values().stream().filter(all -> last(all).equals("b0")).count());
    Thread.sleep(SLOW_START_MILLIS);
    List<KeyLoad.Answer> since = load.since(at);
    marks.reach(
        since.stream().allMatch(KeyLoad.Answer::good),
        "%d answers since, %d failed",
        since.size(),
        since.stream().filter(each -> !each.good()).count());
    long own = 0;
    long back = 0;
    long once = 0;
    long others = 0;
    for (Map.Entry<String, java.util.Queue<KeyLoad.Answer>> each : load.answers.entrySet()) {
      String owner = owners.get(each.getKey());
      if (owner.equals("b0")) {
        own++;
        back += last(each.getValue()).equals("b0") ? 1 : 0;
        once += changes(each.getValue()) == 1 ? 1 : 0;
      } else {
        others += changes(each.getValue()) > 0 || !last(each.getValue()).equals(owner) ? 1 : 0;
      }
    }
    marks.reach(
        back == own && once == own && others == 0,
        "%d of its %d keys are back, %d of them moved exactly once; %d keys of others moved",
        back,
        own,
        once,
        others);
    marks.say("looked at for %d ms", (System.nanoTime() - opened) / 1_000_000);
  }

  private static String last(Iterable<KeyLoad.Answer> answers) {
    String last = "";
    for (KeyLoad.Answer each : answers) {
      last = each.good() ? each.backend() : last;
    }
    return last;
  }

  private static int changes(Iterable<KeyLoad.Answer> answers) {
    int changes = 0;
    String before = "";
    for (KeyLoad.Answer each : answers) {
      if (each.good()) {
        changes += !before.isEmpty() && !before.equals(each.backend()) ? 1 : 0;
        before = each.backend();
      }
    }
    return changes;
  }

  private void posts(KeyLoad load) throws InterruptedException {
    Thread.sleep(500); // what they have printed is read
    Set<String> seen = new HashSet<>();
    long twice = 0;
    for (BackendProcess each : backends) {
      for (String number : each.posts) {
        twice += seen.add(number) ? 0 : 1;
      }
    }
    long lost = load.posted.stream().filter(number -> !seen.contains(number)).count();
    marks.reach(
        twice == 0 && lost == 0,
        "%d POST answered, %d arrived; %d arrived twice, %d answered ones never arrived",
        load.posted.size(),
        seen.size(),
        twice,
        lost);
  }
}
