package io.clockwise.endure;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Clients that reset their connection in each phase of a request leave nothing behind. */
final class AbortsRun {
  private static final int AT_ONCE = 64;
  private static final String HOST = " HTTP/1.1\r\nHost: t\r\n";

  /** When a client leaves: what it sent, and whether it waits for a byte of the answer. */
  private enum Phase {
    HEAD("GET /ok" + HOST + "X-Half: ", false),
    BODY("PUT /sink" + HOST + "Content-Length: 100000\r\n\r\n" + "x".repeat(3_000), false),
    WAITING("GET /hold" + HOST + "\r\n", false),
    RESPONSE("GET /stream?1000000000" + HOST + "\r\n", true);

    private final String sent;
    private final boolean reads;

    Phase(String sent, boolean reads) {
      this.sent = sent;
      this.reads = reads;
    }
  }

  private AbortsRun() {}

  static List<String> go(int given) throws Exception {
    int count = given == 0 ? 10_000 : given;
    List<String> shortfalls = new ArrayList<>();
    Vertx vertx = Vertx.vertx();
    String pools = "pools: { web: { backends: [\"a=BACKEND\"] } }";
    try (EndureBackend backend = new EndureBackend(vertx);
        Subject subject = Subject.start(backend.port(), pools)) {
      NetClient client = vertx.createNetClient(new NetClientOptions().setSoLinger(0));
      for (Phase phase : Phase.values()) {
        aborts(client, subject, backend, phase, 500); // classes, pools and buffers are there then
      }
      settle(subject);
      Thread.sleep(6_000); // idle connections to backends end
      long heap = subject.heapKilobytes();
      long files = subject.descriptors();
      for (Phase phase : Phase.values()) {
        long start = System.nanoTime();
        aborts(client, subject, backend, phase, count);
        boolean quiet = settle(subject);
        long heapNow = subject.heapKilobytes();
        long filesNow = files(subject, files);
        System.out.printf(
            "aborts: %s: %d in %.1f s; in flight %.0f, client connections %.0f, files %d (before %d),"
                + " heap %d KB (before %d)%n",
            phase,
            count,
            (System.nanoTime() - start) / 1e9,
            subject.metric("clockwise_requests_in_flight"),
            subject.metric("clockwise_client_connections"),
            filesNow,
            files,
            heapNow,
            heap);
        if (!quiet) {
          shortfalls.add(phase + ": requests or connections are left");
        }
        if (filesNow > files + 20) {
          shortfalls.add(phase + ": open files grew from " + files + " to " + filesNow);
        }
        if (heapNow > heap + 2_000) {
          shortfalls.add(phase + ": the heap grew by " + (heapNow - heap) + " KB");
        }
      }
    } finally {
      vertx.close();
    }
    return shortfalls;
  }

  /** Returns the open files, once idle connections to backends have had their time. */
  private static long files(Subject subject, long before) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(8);
    while (subject.descriptors() > before && System.nanoTime() < end) {
      Thread.sleep(100);
    }
    return subject.descriptors();
  }

  private static boolean settle(Subject subject) throws Exception {
    return subject.awaitMetric("clockwise_requests_in_flight", 0, 10)
        & subject.awaitMetric("clockwise_client_connections", 0, 10)
        & subject.awaitMetric("clockwise_backend_requests_in_flight", 0, 10);
  }

  private static void aborts(
      NetClient client, Subject subject, EndureBackend backend, Phase phase, int count)
      throws InterruptedException {
    Semaphore places = new Semaphore(AT_ONCE);
    CountDownLatch done = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      places.acquire();
      client
          .connect(subject.port(), "127.0.0.1")
          .onComplete(
              made -> {
                if (made.failed()) {
                  places.release();
                  done.countDown();
                  return;
                }
                NetSocket socket = made.result();
                socket.closeHandler(
                    closed -> {
                      places.release();
                      done.countDown();
                    });
                if (phase.reads) {
                  socket.handler(first -> socket.close());
                  socket.write(phase.sent);
                } else {
                  // the proxy and the backend have seen it, most times
                  socket.write(phase.sent).onComplete(w -> later(socket));
                }
              });
    }
    if (!done.await(120, TimeUnit.SECONDS)) {
      throw new IllegalStateException(phase + ": " + done.getCount() + " clients hang");
    }
  }

  private static void later(NetSocket socket) {
    io.vertx.core.Vertx.currentContext().owner().setTimer(5, late -> socket.close());
  }
}
