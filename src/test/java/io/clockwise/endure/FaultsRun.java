package io.clockwise.endure;

import io.clockwise.endure.FaultyBackend.Mood;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One of five backends fails, each time in another way: what clients see until it is found out. */
final class FaultsRun {
  private static final int KEYS = 200;
  private static final int RATE = 300;
  private static final long STAYS_NANOS = 2_500_000_000L;
  private static final long LATEST_NANOS = 20_000_000_000L;
  private static final String PATH = "/v1/pools/web/backends/b0";
  private static final String DOCUMENT =
      """
      routes: [{ name: all, key: { header: X-Key }, pool: web }]
      pools:
        web:
          timeouts: { connect: 500ms, response: 1s }
          %s
          backends: [%s]
      """;
  private static final String CHECKS =
      "health: { http: /healthz, interval: 500ms, timeout: 300ms, rise: 2, fall: 3 }";
  private static final String EJECTS =
      "outlier: { consecutiveFailures: 5, distinctKeys: 3, eject: 2s, slowFactor: 5 }";

  private final Marks marks = new Marks("faults");
  private final List<FaultyBackend> backends = new ArrayList<>();

  private FaultsRun() {}

  static List<String> go(int count) throws Exception {
    return new FaultsRun().run();
  }

  private List<String> run() throws Exception {
    for (int i = 0; i < 5; i++) {
      backends.add(new FaultyBackend("b" + i));
    }
    try {
      for (Mood mood : List.of(Mood.GONE, Mood.RESET, Mood.HUNG, Mood.UNATTENDED)) {
        one("checks", CHECKS, mood, mood == Mood.GONE || mood == Mood.RESET, true, 3_000);
        one("ejection", EJECTS, mood, mood == Mood.GONE || mood == Mood.RESET, true, 4_000);
      }
      one("checks", CHECKS, Mood.SLOW, true, false, 12_000);
      one("ejection", EJECTS, Mood.SLOW, true, true, 13_000);
      one("checks", CHECKS, Mood.ERROR, false, true, 3_000);
      one("ejection", EJECTS, Mood.ERROR, false, false, 5_000);
      flapping();
    } finally {
      for (FaultyBackend each : backends) {
        each.close();
      }
    }
    return marks.missed();
  }

  private String document(String care) {
    return DOCUMENT.formatted(
        care, backends.stream().map(FaultyBackend::line).collect(Collectors.joining(", ")));
  }

  private Map<String, String> warm(KeyLoad load) throws InterruptedException {
    Thread.sleep(4_000);
    load.forget();
    Thread.sleep(2_000);
    Map<String, String> owners = new HashMap<>();
    load.answers.forEach((key, all) -> owners.put(key, all.element().backend()));
    load.forget();
    return owners;
  }

  private static long moved(KeyLoad load, Map<String, String> owners) {
    return load.answers.entrySet().stream()
        .filter(each -> !"b0".equals(owners.get(each.getKey())))
        .filter(
            each ->
                each.getValue().stream()
                    .anyMatch(
                        answer ->
                            answer.good() && !answer.backend().equals(owners.get(each.getKey()))))
        .count();
  }

  /* The fault lasts so long; whether nobody should notice, and whether it should be found out. */
  private void one(String by, String care, Mood mood, boolean unnoticed, boolean found, long millis)
      throws Exception {
    try (Subject subject = Subject.start(document(care));
        KeyLoad load = KeyLoad.start(subject.port(), KEYS, RATE, 0)) {
      Map<String, String> owners = warm(load);
      Operator operator = subject.operator();
      long at = System.nanoTime();
      backends.get(0).become(mood);
      long closed = -1;
      while (System.nanoTime() - at < millis * 1_000_000) {
        boolean open = operator.get(PATH).taken().getString("availability").equals("open");
        if (!open && closed < 0) {
          closed = (System.nanoTime() - at) / 1_000_000;
        }
        Thread.sleep(5);
      }
      String reason = operator.get(PATH).taken().getString("reason");
      long all = load.since(at).size();
      long failed = load.since(at).stream().filter(each -> !each.good()).count();
      long others = moved(load, owners);
      marks.reach(
          (!unnoticed || failed == 0) && found == closed >= 0 && others == 0,
          "%s by %s: %s; %d of %d answers not 200, p99 %d ms; %d keys of others moved (%s)",
          mood,
          by,
          closed < 0 ? "not closed" : "closed after " + closed + " ms",
          failed,
          all,
          load.millisAt(0.99, at),
          others,
          reason);
      backends.get(0).become(Mood.WELL);
      returns(operator, load, owners);
    } finally {
      backends.get(0).become(Mood.WELL);
    }
  }

  private void returns(Operator operator, KeyLoad load, Map<String, String> owners)
      throws Exception {
    long at = System.nanoTime();
    long since = awaitOpen(operator);
    while (System.nanoTime() - since < STAYS_NANOS && since - at < LATEST_NANOS) {
      Thread.sleep(5);
      boolean open = operator.get(PATH).taken().getString("availability").equals("open");
      since = open ? since : awaitOpen(operator); // a first return may be on trial
    }
    long open = (since - at) / 1_000_000;
    load.forget();
    Thread.sleep(1_500);
    long wrong =
        load.answers.entrySet().stream()
            .flatMap(
                each ->
                    each.getValue().stream()
                        .filter(answer -> !answer.backend().equals(owners.get(each.getKey()))))
            .count();
    marks.reach(
        open < 10_000 && wrong == 0, "  back after %d ms; %d answers by others", open, wrong);
  }

  private static long awaitOpen(Operator operator) throws Exception {
    long begun = System.nanoTime();
    while (!operator.get(PATH).taken().getString("availability").equals("open")
        && System.nanoTime() - begun < LATEST_NANOS) {
      Thread.sleep(5);
    }
    return System.nanoTime();
  }

  private void flapping() throws Exception {
    try (Subject subject = Subject.start(document(CHECKS + "\n    " + EJECTS));
        KeyLoad load = KeyLoad.start(subject.port(), KEYS, RATE, 0)) {
      Map<String, String> owners = warm(load);
      double before = subject.metric("clockwise_ejections_total");
      long at = System.nanoTime();
      for (int i = 0; i < 40; i++) {
        backends.get(0).become(i % 2 == 0 ? Mood.GONE : Mood.WELL);
        Thread.sleep(300);
      }
      long failed = load.since(at).stream().filter(each -> !each.good()).count();
      long others = moved(load, owners);
      marks.reach(
          failed == 0 && others == 0,
          "FLAPPING every 300 ms for 12 s: %d of %d answers not 200, %.0f ejections, %d keys of others"
              + " moved",
          failed,
          load.since(at).size(),
          subject.metric("clockwise_ejections_total") - before,
          others);
    } finally {
      backends.get(0).become(Mood.WELL);
    }
  }
}
