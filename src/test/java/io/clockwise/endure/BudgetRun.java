package io.clockwise.endure;

import io.clockwise.config.text.DurationText;
import io.clockwise.endure.OwnerWatch.Moves;
import io.clockwise.endure.OwnerWatch.Rush;
import io.clockwise.endure.OwnerWatch.Sample;
import io.clockwise.placement.Placement;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Ten backends with a change budget under load, in two minutes: two are added and a weight is
 * changed, one upon the other, with a pause in between; each key goes straight to its new backend,
 * and no more go than the budget lets. Beside it a pool that autoscale makes larger and smaller.
 */
final class BudgetRun {
  static final double PER_MINUTE = 0.2;
  static final double WINDOW = 10; // seconds in which keys are counted
  private static final int BACKENDS = 10;
  private static final int LOAD_KEYS = 2_000;
  private static final int KEYS = 4_000;
  private static final int RATE = 300;
  private static final String POOL = "/v1/pools/carts";
  private static final String DOCUMENT =
      """
      routes:
        - { name: scaled, match: "/jobs/**", key: { header: X-Key }, pool: scaled }
        - { name: carts, key: { header: X-Key }, pool: carts }
      pools:
        carts:
          changeBudget: { perMinute: 20%% }
          backends:
      %s
      %s
      """;

  private final Marks marks = new Marks("budget");
  private final Vertx vertx = Vertx.vertx();
  private HttpServer server;
  private int changes;

  private BudgetRun() {}

  static List<String> go(int count) throws Exception {
    return new BudgetRun().run();
  }

  private List<String> run() throws Exception {
    try {
      server = vertx.createHttpServer().requestHandler(this::serve);
      server
          .listen(0, "0.0.0.0") // each backend has a loopback address of its own
          .toCompletionStage()
          .toCompletableFuture()
          .get(10, TimeUnit.SECONDS);
      try (Subject subject = Subject.start(document(BACKENDS, 1));
          BudgetScale scale = BudgetScale.start(vertx, subject)) {
        drive(subject);
        scale.judge(marks);
        marks.reach(subject.complaints() == 0, "%d complaints in the log", subject.complaints());
      }
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
    return marks.missed();
  }

  private void serve(HttpServerRequest request) {
    String[] address = request.localAddress().hostAddress().split("\\.");
    String id = (address[2].equals("11") ? "b" : "s") + (Integer.parseInt(address[3]) - 1);
    if (request.path().equals("/jobs")) {
      vertx.setTimer(BudgetScale.SERVICE_MILLIS, late -> request.response().end(id));
    } else {
      request.response().end(id);
    }
  }

  private String document(int backends, int weight) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < backends; i++) {
      lines.append(
          "      - { id: b%d, address: \"%s\", weight: %d }\n"
              .formatted(i, address(i), i == 0 ? weight : 1));
    }
    return DOCUMENT.formatted(lines, BudgetScale.document(server.actualPort()));
  }

  private String address(int backend) {
    return "127.0.11.%d:%d".formatted(backend + 1, server.actualPort());
  }

  private JsonObject addition(int backend) {
    return new JsonObject().put("id", "b" + backend).put("address", address(backend));
  }

  private Placement placement(int backends, int weight) {
    return Forecast.placement(Forecast.config(document(backends, weight)).pools().get("carts"));
  }

  private static List<String> owners(Placement placement) {
    List<String> owners = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      owners.add(Forecast.owner(placement, OwnerWatch.key(i)));
    }
    return owners;
  }

  private void drive(Subject subject) throws Exception {
    Operator operator = subject.operator();
    try (KeyLoad load = KeyLoad.start(subject.port(), LOAD_KEYS, RATE, 0);
        OwnerWatch watch = OwnerWatch.start(subject.port(), "/", KEYS)) {
      TimeUnit.SECONDS.sleep(2);
      double told = wholePreview(operator);
      Sample start = change(operator, watch, "POST", "/backends", addition(BACKENDS));
      TimeUnit.SECONDS.sleep(8);
      pause(operator, watch);
      TimeUnit.SECONDS.sleep(6);
      JsonObject weight = new JsonObject().put("weight", 3);
      Sample second = change(operator, watch, "PATCH", "/backends/b0", weight);
      List<String> ends = judge(watch, start, second, start.owners(), placement(11, 1));
      TimeUnit.SECONDS.sleep(10);
      Sample third = change(operator, watch, "POST", "/backends", addition(BACKENDS + 1));
      ends = judge(watch, second, third, ends, placement(11, 3));
      end(operator);
      Sample end = watch.take();
      Placement last = placement(12, 3);
      ends = judge(watch, third, end, ends, last);
      Rush rush = watch.rush(start, end, WINDOW, PER_MINUTE);
      marks.reach(
          rush.isWithin() && rush.share() > 0,
          "%.2f %% of the keys moved in %.0f s at the most, allowed are %.2f %%",
          100 * rush.share(),
          WINDOW,
          100 * rush.allowed());
      marks.reach(
          Math.abs(end.movedFrom(start) - told) <= 0.01,
          "%.2f %% moved in all, the preview said %.2f %%",
          100 * end.movedFrom(start),
          100 * told);
      fresh(operator, last, end.differsFrom(new Sample(0, 0, ends)));
      straightInLoad(load);
      drain(operator, watch, end);
      long failed = load.since(0).stream().filter(each -> !each.good()).count();
      marks.reach(failed == 0, "%d requests, %d failed", load.since(0).size(), failed);
    }
  }

  private static JsonObject preview(JsonObject answer) {
    return answer.getJsonObject("preview").getJsonArray("pools").getJsonObject(0);
  }

  /* What all three changes move, as one: none of them is over when the next one comes. */
  private double wholePreview(Operator operator) throws Exception {
    JsonObject set = new JsonObject().put("op", "set").put("id", "b0").put("weight", 3);
    JsonArray all = new JsonArray().add(set.put("pool", "carts"));
    for (int i = 0; i < 2; i++) {
      all.add(addition(BACKENDS + i).put("op", "add").put("pool", "carts"));
    }
    JsonObject body = new JsonObject().put("changes", all);
    JsonObject told = preview(operator.post("/v1/changes?dryRun=true", body).taken());
    marks.say(
        "all three changes: %.2f %% of the keys, in %s",
        100 * told.getDouble("moved"), told.getString("takes"));
    return told.getDouble("moved");
  }

  private Sample change(
      Operator operator, OwnerWatch watch, String method, String path, JsonObject body)
      throws Exception {
    JsonObject told = preview(operator.call(method, POOL + path + "?dryRun=true", body).taken());
    changes++;
    marks.say(
        "change %d: preview says %.2f %% in %s",
        changes, 100 * told.getDouble("moved"), told.getString("takes"));
    return watch.before(() -> operator.call(method, POOL + path, body).taken());
  }

  /* Returns who owns each key in the end. */
  private List<String> judge(
      OwnerWatch watch, Sample from, Sample to, List<String> earlier, Placement placement)
      throws IOException {
    List<String> ends = owners(placement);
    Moves moves = watch.moves(from, to, earlier, ends);
    marks.reach(
        moves.isStraight() && moves.moved() > 0,
        "%d of %d keys moved in %.1f s of it, %d again, %d to another than their new backend",
        moves.moved(),
        KEYS,
        (to.ended() - from.ended()) / 1e9,
        moves.again(),
        moves.astray());
    return ends;
  }

  private static void wish(Operator operator, String wish) throws Exception {
    operator.post(POOL + "/staged", new JsonObject().put("wish", wish)).taken();
  }

  private void pause(Operator operator, OwnerWatch watch) throws Exception {
    wish(operator, "pause");
    Sample held = watch.take();
    TimeUnit.SECONDS.sleep(5);
    int moved = watch.take().differsFrom(held);
    marks.reach(moved == 0, "%d keys moved in a pause of 5 s", moved);
    wish(operator, "resume");
  }

  /** Waits until nothing is on its way; it takes as long as is said now. */
  private void end(Operator operator) throws Exception {
    String path = POOL + "/staged";
    long begun = System.nanoTime();
    JsonObject staged = operator.get(path).taken().getJsonObject("staged");
    String told = staged == null ? "0s" : staged.getString("remaining");
    long seconds = DurationText.parse(told).orElseThrow().toSeconds();
    while (staged != null && System.nanoTime() - begun < TimeUnit.MINUTES.toNanos(3)) {
      TimeUnit.MILLISECONDS.sleep(100);
      staged = operator.get(path).taken().getJsonObject("staged");
    }
    double took = (System.nanoTime() - begun) / 1e9;
    marks.reach(
        staged == null && seconds > 0 && Math.abs(took - seconds) <= 3,
        "the rest took %.1f s, %s was said",
        took,
        told);
  }

  private void fresh(Operator operator, Placement last, long wrong) throws Exception {
    String digest = operator.get(POOL).taken().getString("digest");
    try (Subject fresh = Subject.start(document(BACKENDS + 2, 3))) {
      String other = fresh.operator().get(POOL).taken().getString("digest");
      marks.reach(
          digest.equals(other) && digest.equals(Forecast.digest(last)) && wrong == 0,
          "digest %s, of a fresh instance %s; %d keys are elsewhere than by the document",
          digest,
          other,
          wrong);
    }
  }

  /* Each key is asked for by one client in turn, so none is seen going to and fro between samples. */
  private void straightInLoad(KeyLoad load) {
    int most = 0;
    for (Queue<KeyLoad.Answer> answers : load.answers.values()) {
      String last = "";
      int moves = -1;
      for (KeyLoad.Answer each : answers) {
        moves += each.backend().equals(last) ? 0 : 1;
        last = each.backend();
      }
      most = Math.max(most, moves);
    }
    marks.reach(
        most >= 1 && most <= changes,
        "in the load a key moved %d times at most, in %d changes",
        most,
        changes);
  }

  private void drain(Operator operator, OwnerWatch watch, Sample there) throws Exception {
    operator.post(POOL + "/backends/b4/drain", new JsonObject()).taken();
    Sample drained = watch.take();
    int own = 0;
    int left = 0;
    int others = 0;
    for (int i = 0; i < KEYS; i++) {
      boolean its = there.owners().get(i).equals("b4");
      boolean moved = !there.owners().get(i).equals(drained.owners().get(i));
      own += its && moved ? 1 : 0;
      left += its && !moved ? 1 : 0;
      others += !its && moved ? 1 : 0;
    }
    marks.reach(
        own > 0 && left == 0 && others == 0,
        "a drain moved %d keys at once, left %d, and moved %d of others",
        own,
        left,
        others);
    operator.post(POOL + "/backends/b4/ready", new JsonObject()).taken();
    int back = watch.take().differsFrom(drained);
    wish(operator, "finish");
    int astray = watch.take().differsFrom(there);
    marks.reach(
        back < own / 3 && astray == 0,
        "when it was ready %d of them came at once, and all but %d when that was finished",
        back,
        astray);
  }
}
