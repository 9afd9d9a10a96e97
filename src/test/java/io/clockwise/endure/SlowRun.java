package io.clockwise.endure;

import io.clockwise.endure.SlowAttack.Kind;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Clients that send or read too slowly are closed at the deadline, and harm nobody else. */
final class SlowRun {
  private static final int DEADLINE_MILLIS = 5_000;
  private static final int LATE_MILLIS = 1_000;
  private static final long LEAST_MICROS = 5_000; // below, a percentile is one hiccup

  private static final String CONFIG =
      """
      limits: { headTimeout: 5s, bodyIdle: 5s }
      routes:
        - { name: others, match: { path: /ok }, pool: calm }
        - { name: slow, pool: web }
      pools:
        calm: { backends: ["b=BACKEND"] }
        web:
          backends: ["a=127.0.0.1:%d"]
          timeouts: { idle: 5s }
          connections: { perBackend: 8000 }
      """;

  private final int count;
  private final Subject subject;
  private final Traffic traffic;
  private final BufferedReader said;
  private final PrintStream tell;
  private final List<String> shortfalls = new ArrayList<>();
  private Traffic.Times quiet = new Traffic.Times(0, 0, 0);

  private SlowRun(int count, Subject subject, BufferedReader said, PrintStream tell) {
    this.count = count;
    this.subject = subject;
    this.traffic = new Traffic(subject.port());
    this.said = said;
    this.tell = tell;
  }

  static List<String> go(int given) throws Exception {
    Process attack = attack();
    Vertx vertx = Vertx.vertx();
    try (EndureBackend calm = new EndureBackend(vertx);
        BufferedReader said = attack.inputReader(StandardCharsets.US_ASCII);
        PrintStream tell =
            new PrintStream(attack.getOutputStream(), true, StandardCharsets.US_ASCII)) {
      int port = Integer.parseInt(said.readLine().split(" ")[1]);
      try (Subject subject = Subject.start(calm.port(), CONFIG.formatted(port))) {
        SlowRun run = new SlowRun(given == 0 ? 2_000 : given, subject, said, tell);
        run.all();
        return run.shortfalls;
      }
    } finally {
      attack.destroy();
      vertx.close();
    }
  }

  private static Process attack() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            SlowAttack.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private void all() throws Exception {
    traffic.ask(3_000);
    quiet = traffic.ask(5_000);
    for (Kind kind : Kind.values()) {
      one(kind);
    }
  }

  private void one(Kind kind) throws Exception {
    long before = subject.residentMegabytes();
    tell.println(kind + " " + subject.port() + " " + count);
    LoopTime start = subject.loopTime();
    Traffic.Times coming = traffic.ask(4_000);
    said.readLine();
    LoopTime between = subject.loopTime();
    Traffic.Times busy = traffic.ask(4_000);
    LoopTime loops = subject.loopTime().since(between);
    String[] gone = said.readLine().split(" ");
    int closed = Integer.parseInt(gone[1]);
    long least = Long.parseLong(gone[2]);
    long most = Long.parseLong(gone[3]);
    long blind = Long.parseLong(gone[4]);
    long after = subject.residentMegabytes();
    System.out.printf(
        "slow: %s: %d of %d closed after %d to %d ms (deadline %d), seen to %d ms; others, while they"
            + " come: %s (event loops %s), then: %s (event loops %s), quiet: %s; resident %d to %d"
            + " MB%n",
        kind,
        closed,
        count,
        least,
        most,
        DEADLINE_MILLIS,
        blind,
        coming,
        between.since(start),
        busy,
        loops,
        quiet,
        before,
        after);
    boolean early = least < DEADLINE_MILLIS - LATE_MILLIS;
    boolean late = most > DEADLINE_MILLIS + LATE_MILLIS + blind;
    judge(kind, closed == count && !early && !late, blind, busy);
    if (after > before + 100) {
      shortfalls.add(kind + ": resident memory grew by " + (after - before) + " MB");
    }
  }

  private void judge(Kind kind, boolean inTime, long blind, Traffic.Times busy) {
    if (!inTime) {
      shortfalls.add(kind + ": not all were closed within 1 s of the deadline");
    }
    if (blind > LATE_MILLIS) {
      shortfalls.add(kind + ": the clients were " + blind + " ms late themselves: no measurement");
    }
    if (busy.micros99() > 2 * Math.max(quiet.micros99(), LEAST_MICROS)) {
      shortfalls.add(kind + ": p99 of others is more than twice that of a quiet time");
    }
  }
}
