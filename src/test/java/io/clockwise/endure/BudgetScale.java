package io.clockwise.endure;

import io.clockwise.endure.OwnerWatch.Moves;
import io.clockwise.endure.OwnerWatch.Rush;
import io.clockwise.endure.OwnerWatch.Sample;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A pool with a budget that autoscale makes larger by one backend, and smaller again. */
final class BudgetScale implements AutoCloseable {
  static final int SERVICE_MILLIS = 300;
  private static final int BACKENDS = 12; // and one that stands by
  private static final int CAPACITY = 5;
  private static final int KEYS = 2_000;
  private static final String ADDED = "s" + BACKENDS;
  private static final Pattern TOLD =
      Pattern.compile("pool scaled: ([0-9.]+) % of the keys moved? with it");

  private final CompletableFuture<Seen> seen = new CompletableFuture<>();
  private final Subject subject;
  private final Operator operator;
  private final Crowd crowd;
  private final OwnerWatch watch;

  /** What was there before it, when the backend had all its keys, and when it had none again. */
  private record Seen(Sample before, Sample larger, Sample smaller) {}

  private BudgetScale(Subject subject, Crowd crowd, OwnerWatch watch) {
    this.subject = subject;
    this.operator = subject.operator();
    this.crowd = crowd;
    this.watch = watch;
  }

  /** Starts it; it goes on beside whatever else is done. */
  static BudgetScale start(Vertx vertx, Subject subject) throws IOException {
    Crowd crowd = new Crowd(vertx, subject.port());
    OwnerWatch watch = OwnerWatch.start(subject.port(), "/jobs/ask", KEYS);
    BudgetScale made = new BudgetScale(subject, crowd, watch);
    new Thread(made::drive, "scale").start();
    return made;
  }

  /** Returns the pool of the document. */
  static String document(int port) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i <= BACKENDS; i++) {
      lines.append(
          "      - { id: s%d, address: \"127.0.12.%d:%d\", standby: %s }\n"
              .formatted(i, i + 1, port, i == BACKENDS));
    }
    return "  scaled:\n"
        + "    changeBudget: { perMinute: 20% }\n"
        + "    autoscale: { capacity: %d, interval: 1s, cooldown: 5s }\n".formatted(CAPACITY)
        + "    drain: 2s\n"
        + "    backends:\n"
        + lines;
  }

  private void drive() {
    try {
      Sample before = watch.take();
      crowd.size(BACKENDS * CAPACITY * 5 / 6);
      await(true);
      await(false);
      Sample larger = watch.take();
      crowd.size(BACKENDS * CAPACITY / 6);
      await(true);
      await(false);
      Sample smaller = watch.take();
      crowd.size(0);
      seen.complete(new Seen(before, larger, smaller));
    } catch (Exception e) {
      seen.completeExceptionally(e);
    }
  }

  private void await(boolean staged) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (isStaged() != staged) {
      if (System.nanoTime() > end) {
        throw new IOException("staged for a minute: " + !staged);
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  private boolean isStaged() throws Exception {
    JsonObject answer = operator.get("/v1/pools/scaled/staged").taken();
    return answer.getJsonObject("staged") != null;
  }

  /** Waits for its end, and judges it. */
  void judge(Marks marks) throws Exception {
    Seen all = seen.get(3, TimeUnit.MINUTES);
    judge(marks, "came", all.before(), all.larger(), Collections.nCopies(KEYS, ADDED));
    judge(marks, "left", all.larger(), all.smaller(), all.before().owners());
    int elsewhere = all.smaller().differsFrom(all.before());
    marks.reach(elsewhere == 0, "autoscale: %d keys did not return to where they were", elsewhere);
    List<Double> told =
        subject.news().stream()
            .map(TOLD::matcher)
            .filter(Matcher::find)
            .map(found -> Double.parseDouble(found.group(1)) / 100)
            .toList();
    double counted = all.larger().movedFrom(all.before());
    marks.reach(
        told.size() == 2 && told.stream().allMatch(each -> Math.abs(each - counted) <= 0.01),
        "autoscale: %.2f %% of the keys came and went, %s was said",
        100 * counted,
        told);
    marks.reach(
        crowd.failed() == 0 && crowd.served() > 0,
        "autoscale: %d requests, %d failed",
        crowd.served(),
        crowd.failed());
  }

  private void judge(Marks marks, String what, Sample from, Sample to, List<String> ends)
      throws IOException {
    Moves moves = watch.moves(from, to, from.owners(), ends);
    Rush rush = watch.rush(from, to, BudgetRun.WINDOW, BudgetRun.PER_MINUTE);
    marks.reach(
        moves.isStraight() && moves.moved() > 0 && rush.isWithin(),
        "autoscale: a backend %s: %d of %d keys moved in %.1f s, %d again, %d astray;"
            + " %.2f %% in %.0f s at the most, allowed are %.2f %%",
        what,
        moves.moved(),
        KEYS,
        (to.ended() - from.ended()) / 1e9,
        moves.again(),
        moves.astray(),
        100 * rush.share(),
        BudgetRun.WINDOW,
        100 * rush.allowed());
  }

  @Override
  public void close() throws IOException {
    crowd.size(0);
    watch.close();
  }
}
