package io.clockwise.endure;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Clients that send or read too slowly, and the backend that they ask: a process of its own, so
 * that it can have the lowest priority, and what it costs is not taken for what Clockwise costs.
 *
 * <p>It says the port of its backend, reads lines {@code KIND PORT COUNT}, and answers each with
 * {@code begun} and {@code gone COUNT LEAST MOST LAG}: how long they lived, and by how much this
 * process was late to see anything, in milliseconds.
 */
public final class SlowAttack {
  private static final String HOST = " HTTP/1.1\r\nHost: t\r\n";

  /** What a client sends at once, and whether it goes on by a byte a second. */
  enum Kind {
    HEAD("GET /slow" + HOST + "X-Slow: ", true, false),
    BODY("PUT /sink" + HOST + "Content-Length: 100000\r\n\r\nabc", false, false),
    READER("GET /stream?100000000" + HOST + "\r\n", false, true);

    private final String sent;
    private final boolean drips;
    private final boolean pauses; // its deadline begins with the last byte that reaches it

    Kind(String sent, boolean drips, boolean pauses) {
      this.sent = sent;
      this.drips = drips;
      this.pauses = pauses;
    }
  }

  private final Vertx vertx;
  private final LoopLag lag;
  private final NetClient client;
  private final EndureBackend backend;

  private SlowAttack() throws Exception {
    // the native transport hears of a reset without reading or writing
    vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
    lag = new LoopLag(vertx);
    client = vertx.createNetClient(new NetClientOptions().setReceiveBufferSize(8 * 1024));
    backend = new EndureBackend(vertx);
  }

  /** Serves lines until there are no more. */
  public static void main(String[] arguments) throws Exception {
    SlowAttack attack = new SlowAttack();
    System.out.println("backend " + attack.backend.port());
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split(" ");
      attack.run(Kind.valueOf(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]));
    }
    System.exit(0);
  }

  private void run(Kind kind, int port, int count) throws Exception {
    ConcurrentLinkedQueue<Long> lives = new ConcurrentLinkedQueue<>();
    CountDownLatch gone = new CountDownLatch(count);
    lag.reset();
    for (int i = 0; i < count; i++) {
      client
          .connect(port, "127.0.0.1")
          .onSuccess(socket -> begin(socket, kind, lives, gone))
          .onFailure(refused -> System.err.println(refused));
      if (i % 20 == 19) {
        Thread.sleep(40); // not a burst of connections, that is another test
      }
    }
    System.out.println("begun");
    gone.await(30, TimeUnit.SECONDS);
    long[] sorted = lives.stream().mapToLong(Long::longValue).sorted().toArray();
    System.out.printf(
        "gone %d %d %d %d%n",
        sorted.length,
        sorted.length == 0 ? 0 : sorted[0],
        sorted.length == 0 ? 0 : sorted[sorted.length - 1],
        lag.mostMillis());
  }

  private void begin(
      NetSocket socket, Kind kind, ConcurrentLinkedQueue<Long> lives, CountDownLatch gone) {
    long start = System.nanoTime();
    long drip = kind.drips ? vertx.setPeriodic(1_000, tick -> socket.write("x")) : -1;
    Silence silence = kind.pauses ? Silence.of(vertx, socket) : null;
    socket.exceptionHandler(reset -> {});
    socket.closeHandler(
        closed -> {
          vertx.cancelTimer(drip);
          long since = silence == null ? start : silence.end();
          lives.add((System.nanoTime() - since) / 1_000_000);
          gone.countDown();
        });
    socket.write(kind.sent);
  }
}
