package io.clockwise.endure;

import io.clockwise.placement.Placement;
import io.clockwise.testkit.RawClient;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A backend is added to ten under keys that keep coming: none of them moves, new ones follow the
 * new placement, and so do the old ones once they stayed away; a pool without a table moves what
 * the preview said.
 */
final class StayRun {
  private static final int BACKENDS = 10;
  private static final int KEYS = 10_000;
  private static final int COUNTED = 1_000_000;
  private static final long ROUND_MILLIS = 2_500;
  private static final long IDLE_MILLIS = 6_000;
  private static final String DOCUMENT =
      """
      routes: [{ name: all, key: { header: X-Key }, pool: web }]
      pools:
        web:
          affinity: { table: { idle: 6s } }
          backends: [%s]
      """;

  private final Marks marks = new Marks("stay");
  private final List<Witness> backends = new ArrayList<>();

  private StayRun() {}

  static List<String> go(int count) throws Exception {
    return new StayRun().run();
  }

  private String document() {
    return DOCUMENT.formatted(
        backends.stream().map(Witness::line).collect(Collectors.joining(", ")));
  }

  private Placement placement() {
    return Forecast.placement(Forecast.config(document()).pools().get("web"));
  }

  private List<String> run() throws Exception {
    Vertx vertx = Vertx.vertx();
    for (int i = 0; i < BACKENDS; i++) {
      backends.add(new Witness(vertx, "b" + i));
    }
    try (Subject subject = Subject.start(document())) {
      Placement before = placement();
      Witness added = new Witness(vertx, "b" + BACKENDS);
      backends.add(added);
      run(subject, added, before, placement());
      marks.reach(subject.complaints() == 0, "%d complaints in the log", subject.complaints());
    } finally {
      vertx.close();
    }
    return marks.missed();
  }

  private void run(Subject subject, Witness added, Placement before, Placement after)
      throws Exception {
    Operator operator = subject.operator();
    JsonObject backend = new JsonObject().put("id", added.id()).put("address", added.address());
    String path = "/v1/pools/web/backends";
    /* A key counts as one that keeps coming when it came a second before its time was over. */
    try (KeyWalk walk = KeyWalk.start(subject.port(), KEYS, ROUND_MILLIS, IDLE_MILLIS - 1_000)) {
      walk.rounds(3);
      walk.late.set(0);
      double told =
          operator
              .post(path + "?dryRun=true", backend)
              .taken()
              .getJsonObject("preview")
              .getJsonArray("pools")
              .getJsonObject(0)
              .getDouble("moved");
      operator.post(path, backend).taken();
      walk.rounds(4);
      marks.reach(
          walk.moved.get() == 0 && walk.failures.isEmpty() && walk.late.get() < KEYS / 100,
          "%d keys kept coming through an added backend: %d moved (%d came too late to count);"
              + " %d answers, %d failed",
          KEYS,
          walk.moved.get(),
          walk.late.get(),
          walk.answered.get(),
          walk.failures.size());
      fresh(subject, after);
      moved(before, after, told);
    }
    Thread.sleep(IDLE_MILLIS + 2_000);
    returned(subject, after);
  }

  private void fresh(Subject subject, Placement after) throws Exception {
    int right = 0;
    int there = 0;
    int count = KEYS / 5;
    try (RawClient client = RawClient.to(subject.port())) {
      for (int i = KEYS; i < KEYS + count; i++) {
        String owner = KeyWalk.ask(client, KeyWalk.name(i));
        right += owner.equals(Forecast.owner(after, KeyWalk.name(i))) ? 1 : 0;
        there += owner.equals("b" + BACKENDS) ? 1 : 0;
      }
    }
    marks.reach(
        right == count && there > 0,
        "%d of %d new keys are where the new placement says; %d of them at the added backend",
        right,
        count,
        there);
  }

  private void moved(Placement before, Placement after, double told) {
    int moved = 0;
    for (int i = 0; i < COUNTED; i++) {
      String key = "user:" + i;
      moved += Forecast.owner(before, key).equals(Forecast.owner(after, key)) ? 0 : 1;
    }
    double counted = moved / (double) COUNTED;
    marks.reach(
        Math.abs(counted - told) <= 0.001,
        "without the table %.4f of %d keys move; the preview said %.4f",
        counted,
        COUNTED,
        told);
  }

  private void returned(Subject subject, Placement after) throws Exception {
    int right = 0;
    try (RawClient client = RawClient.to(subject.port())) {
      for (int i = 0; i < KEYS; i++) {
        String owner = KeyWalk.ask(client, KeyWalk.name(i));
        right += owner.equals(Forecast.owner(after, KeyWalk.name(i))) ? 1 : 0;
      }
    }
    marks.reach(
        right == KEYS, "once they stayed away, %d of %d are where the placement says", right, KEYS);
  }
}
