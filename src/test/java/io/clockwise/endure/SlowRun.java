package io.clockwise.endure;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Clients that send or read too slowly are closed at the deadline, and harm nobody else. */
final class SlowRun {
  private static final int DEADLINE_MILLIS = 5_000;
  private static final String HOST = " HTTP/1.1\r\nHost: t\r\n";

  /** What a client sends at once, and whether it goes on by a byte a second. */
  private enum Kind {
    HEAD("GET /ok" + HOST + "X-Slow: ", true, false),
    BODY("PUT /sink" + HOST + "Content-Length: 100000\r\n\r\nabc", false, false),
    READER("GET /stream?100000000" + HOST + "\r\n", false, true);

    private final String sent;
    private final boolean drips;
    private final boolean pauses;

    Kind(String sent, boolean drips, boolean pauses) {
      this.sent = sent;
      this.drips = drips;
      this.pauses = pauses;
    }
  }

  private SlowRun() {}

  static List<String> go(int given) throws Exception {
    int count = given == 0 ? 2_000 : given;
    List<String> shortfalls = new ArrayList<>();
    Vertx vertx = Vertx.vertx();
    String config =
        "limits: { headTimeout: 5s, bodyIdle: 5s }\n"
            + "pools: { web: { backends: [\"a=BACKEND\"], timeouts: { idle: 5s },"
            + " connections: { perBackend: 8000 } } }";
    try (EndureBackend backend = new EndureBackend(vertx);
        Subject subject = Subject.start(backend.port(), config)) {
      NetClient client =
          vertx.createNetClient(new NetClientOptions().setReceiveBufferSize(8 * 1024));
      Traffic traffic = new Traffic(subject.port());
      traffic.microsAt99(3_000);
      long quiet = traffic.microsAt99(5_000);
      for (Kind kind : Kind.values()) {
        run(vertx, client, subject, traffic, quiet, kind, count, shortfalls);
      }
    } finally {
      vertx.close();
    }
    return shortfalls;
  }

  private static void run(
      Vertx vertx,
      NetClient client,
      Subject subject,
      Traffic traffic,
      long quiet,
      Kind kind,
      int count,
      List<String> shortfalls)
      throws Exception {
    long before = subject.residentMegabytes();
    ConcurrentLinkedQueue<Long> lives = new ConcurrentLinkedQueue<>();
    CountDownLatch gone = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      client
          .connect(subject.port(), "127.0.0.1")
          .onComplete(made -> begin(vertx, made.result(), kind, lives, gone));
      if (i % 20 == 19) {
        Thread.sleep(10); // not a burst of connections, that is another test
      }
    }
    long busy = traffic.microsAt99(3_000);
    boolean all = gone.await(30, TimeUnit.SECONDS);
    long after = subject.residentMegabytes();
    long[] sorted = lives.stream().mapToLong(Long::longValue).sorted().toArray();
    System.out.printf(
        "slow: %s: %d of %d closed after %s ms (deadline %d); p99 of others %d us, quiet %d us;"
            + " resident %d to %d MB%n",
        kind,
        sorted.length,
        count,
        sorted.length == 0 ? "-" : sorted[0] + " to " + sorted[sorted.length - 1],
        DEADLINE_MILLIS,
        busy,
        quiet,
        before,
        after);
    if (!all || Arrays.stream(sorted).anyMatch(life -> life > DEADLINE_MILLIS + 1_000)) {
      shortfalls.add(kind + ": not all were closed within 1 s of the deadline");
    }
    if (after > before + 100) {
      shortfalls.add(kind + ": resident memory grew by " + (after - before) + " MB");
    }
    if (busy > 2 * Math.max(quiet, 5_000)) {
      shortfalls.add(kind + ": p99 of others is " + busy + " us, " + quiet + " us when quiet");
    }
  }

  private static void begin(
      Vertx vertx,
      NetSocket socket,
      Kind kind,
      ConcurrentLinkedQueue<Long> lives,
      CountDownLatch gone) {
    long start = System.nanoTime();
    if (kind.pauses) {
      socket.pause(); // its end is seen by a write that fails
    }
    long drip =
        vertx.setPeriodic(
            kind.drips ? 1_000 : 100,
            tick -> {
              if (kind.drips) {
                socket.write("x");
              } else if (kind.pauses) {
                socket.write("G");
              }
            });
    socket.exceptionHandler(reset -> {});
    socket.closeHandler(
        closed -> {
          vertx.cancelTimer(drip);
          lives.add((System.nanoTime() - start) / 1_000_000);
          gone.countDown();
        });
    socket.write(kind.sent);
  }
}
