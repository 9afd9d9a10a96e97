package io.clockwise.endure;

import io.clockwise.testkit.RawClient;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A backend is drained under sessions and long streams, measured where they arrive: as long as they
 * like, until a deadline, and with a cut.
 */
final class DrainRun {
  private static final int BACKENDS = 5;
  private static final int SESSIONS = 2_000;
  private static final int RATE = 1_500;
  private static final int STREAMS = 100;
  private static final long STREAM_MILLIS = 20_000;
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final String DRAINED = "b0";
  private static final String PATH = "/v1/pools/web/backends/" + DRAINED;
  private static final String DOCUMENT =
      """
      routes: [{ name: all, key: { header: X-Key }, pool: web }]
      pools:
        web:
          affinity: { cookie: { maxAge: 1h, idle: 10m } }
          drain: { deadline: 10m, hardStop: 60s, window: 3s }
          backends: [%s]
      """;

  private final Marks marks = new Marks("drain");
  private final List<Witness> backends = new ArrayList<>();
  private Operator operator;
  private Sessions sessions;
  private Streams streams;

  private DrainRun() {}

  static List<String> go(int count) throws Exception {
    return new DrainRun().run();
  }

  private List<String> run() throws Exception {
    Vertx vertx = Vertx.vertx();
    for (int i = 0; i < BACKENDS; i++) {
      backends.add(new Witness(vertx, "b" + i));
    }
    String lines = backends.stream().map(Witness::line).collect(Collectors.joining(", "));
    try (Subject subject = Subject.start(DOCUMENT.formatted(lines))) {
      operator = subject.operator();
      warm(subject.port());
      try (Sessions load = Sessions.start(subject.port(), SESSIONS, RATE);
          Streams live = Streams.start(subject.port(), STREAMS, STREAM_MILLIS)) {
        sessions = load;
        streams = live;
        untilNothingIsLeft();
        untilTheDeadline("move");
        untilTheDeadline("cut");
        untilTheWindowIsOver();
        marks.reach(
            load.failures.isEmpty(),
            "%d answers, %d failed",
            load.answered.get(),
            load.failures.size());
        load.failures.stream().distinct().limit(5).forEach(line -> marks.say("%s", line));
      }
      marks.reach(subject.complaints() == 0, "%d complaints in the log", subject.complaints());
    } finally {
      vertx.close();
    }
    return marks.missed();
  }

  /* A cold start is another test. */
  private static void warm(int port) throws Exception {
    try (RawClient client = RawClient.to(port)) {
      for (int i = 0; i < 3_000; i++) {
        client.get("/");
      }
    }
  }

  private Witness drained() {
    return backends.get(0);
  }

  private void settle() throws InterruptedException {
    streams.renew();
    sessions.renew();
    Thread.sleep(STREAM_MILLIS + 2_000);
    sessions.awaitCookies();
    drained().visits.clear();
    sessions.moves.clear();
    streams.ended.clear();
  }

  private long visits(long since, Predicate<Witness.Visit> which) {
    return drained().visits.stream()
        .filter(visit -> visit.sent() - since > 0 && which.test(visit))
        .count();
  }

  private void untilNothingIsLeft() throws Exception {
    settle();
    marks.say(
        "%s has %d of %d sessions, %d of %d streams",
        DRAINED, sessions.of(DRAINED), SESSIONS, drained().streams.get(), STREAMS);
    Operator.Answer begun = operator.post(PATH + "/drain", new JsonObject());
    begun.taken();
    long since = begun.answered();
    Thread.sleep(5_000);
    long known = visits(since, visit -> !visit.fresh());
    marks.reach(
        visits(since, Witness.Visit::fresh) == 0 && known > 0,
        "drain: answered in %d us; in 5 s then %d visits of new sessions, %d of known ones",
        begun.micros(),
        visits(since, Witness.Visit::fresh),
        known);
    marks.reach(sessions.moves.isEmpty(), "drain: %d sessions moved", sessions.moves.size());
    sessions.retire(DRAINED);
    streams.avoid(DRAINED);
    awaitDrained("drain", since);
  }

  private void awaitDrained(String what, long since) throws Exception {
    Operator.Answer over = operator.get(PATH + "/drain?wait=60s");
    String state = over.taken().getString("state");
    long lastSeen = drained().visits.stream().mapToLong(Witness.Visit::sent).max().orElse(since);
    long due = Math.max(lastSeen + WINDOW_NANOS, drained().lastEnd);
    long late = (over.answered() - due) / 1_000_000;
    boolean byWindow = due == lastSeen + WINDOW_NANOS; // sessions are noted by the second
    marks.reach(
        state.equals("drained") && late <= (byWindow ? 2_000 : 1_000) && late >= 0,
        "%s: %s %d ms after the last one (%d ms after a window from the last session, %d ms after the"
            + " end of the last stream or request)",
        what,
        state,
        late,
        (over.answered() - lastSeen - WINDOW_NANOS) / 1_000_000,
        (over.answered() - drained().lastEnd) / 1_000_000);
    uncut(over.answered(), what);
    operator.post(PATH + "/ready", new JsonObject()).taken();
  }

  private void untilTheWindowIsOver() throws Exception {
    streams.avoid(DRAINED);
    sessions.renew();
    Thread.sleep(STREAM_MILLIS + 2_000);
    drained().visits.clear();
    streams.ended.clear();
    Operator.Answer begun = operator.post(PATH + "/drain", new JsonObject());
    begun.taken();
    Thread.sleep(2_000);
    sessions.retire(DRAINED);
    awaitDrained("window", begun.answered());
  }

  private void uncut(long until, String what) {
    List<Streams.Ended> bad =
        streams.ended.stream()
            .filter(each -> each.how() != Streams.How.DONE && each.ended() - until < 0)
            .toList();
    marks.reach(
        bad.isEmpty(),
        "%s: %d of %d streams that ended were cut",
        what,
        bad.size(),
        streams.ended.size());
    bad.stream().limit(5).forEach(each -> marks.say("  %s", each));
  }

  private void untilTheDeadline(String then) throws Exception {
    settle();
    long had = sessions.of(DRAINED);
    int live = drained().streams.get();
    Operator.Answer begun =
        operator.post(PATH + "/drain", new JsonObject().put("deadline", "5s").put("then", then));
    begun.taken();
    Thread.sleep(5_000 + 5_000);
    long earliest = begun.asked() + 5 * SECOND;
    long latest = begun.answered() + 5 * SECOND;
    long fresh = visits(begun.answered(), Witness.Visit::fresh);
    long early = sessions.moves.stream().filter(move -> move.sent() - earliest < 0).count();
    long after = visits(latest + SECOND, visit -> true);
    long last = drained().visits.stream().mapToLong(Witness.Visit::sent).max().orElse(latest);
    marks.reach(
        fresh == 0 && early == 0 && after == 0 && sessions.of(DRAINED) == 0,
        "%s: of %d sessions %d moved before the deadline, %d are left; new ones: %d; visits later"
            + " than 1 s after it: %d (the last one %d ms after it)",
        then,
        had,
        early,
        sessions.of(DRAINED),
        fresh,
        after,
        (last - latest) / 1_000_000);
    if (then.equals("cut")) {
      cut(live, earliest, latest);
    } else {
      uncut(System.nanoTime(), then);
    }
    operator.post(PATH + "/ready", new JsonObject()).taken();
  }

  private static boolean isOfOthers(Streams.Ended stream) {
    return !stream.backend().equals(DRAINED) && !stream.backend().equals("?");
  }

  /* They are cut in the last tenth of the time: half a second before the deadline at the earliest. */
  private void cut(int live, long earliest, long latest) {
    List<Streams.Ended> cut =
        streams.ended.stream()
            .filter(each -> !isOfOthers(each) && each.how() != Streams.How.DONE)
            .toList();
    long first = cut.stream().mapToLong(Streams.Ended::ended).min().orElse(latest);
    long last = cut.stream().mapToLong(Streams.Ended::ended).max().orElse(latest);
    long broken = streams.ended.stream().filter(each -> each.how() == Streams.How.BROKEN).count();
    long others =
        streams.ended.stream()
            .filter(each -> isOfOthers(each) && each.how() != Streams.How.DONE)
            .count();
    marks.reach(
        !cut.isEmpty()
            && drained().streams.get() == 0
            && broken == 0
            && others == 0
            && first - (earliest - SECOND / 2) >= 0
            && last - (latest + SECOND) <= 0,
        "cut: %d streams were closed %d times (who comes back at once comes back there), from %d ms to %d ms after the deadline; broken: %d;"
            + " others' streams cut: %d; left: %d",
        live,
        cut.size(),
        (first - latest) / 1_000_000,
        (last - latest) / 1_000_000,
        broken,
        others,
        drained().streams.get());
    streams.ended.stream()
        .filter(each -> each.how() == Streams.How.BROKEN)
        .limit(5)
        .forEach(each -> marks.say("  %s", each));
  }
}
