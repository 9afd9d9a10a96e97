package io.clockwise.endure;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Many connections that are kept open and mostly idle cost little, and each is still answered. */
final class IdleRun {
  private static final String GET = "GET /ok HTTP/1.1\r\nHost: t\r\n\r\n";

  private IdleRun() {}

  static List<String> go(int given) throws Exception {
    int count = given == 0 ? 10_000 : given;
    List<String> shortfalls = new ArrayList<>();
    Vertx vertx = Vertx.vertx();
    String pools =
        "limits: { connections: 60000, keepAliveIdle: 300s }\n"
            + "pools: { web: { backends: [\"a=BACKEND\"], connections: { tunnels: 100 } } }";
    try (EndureBackend backend = new EndureBackend(vertx);
        Subject subject = Subject.start(backend.port(), pools)) {
      NetClient client = vertx.createNetClient(new NetClientOptions());
      ConcurrentLinkedQueue<NetSocket> sockets = new ConcurrentLinkedQueue<>();
      int first = connect(client, subject.port(), count, sockets);
      long afterFirst = subject.residentMegabytes();
      Thread.sleep(5_000);
      int again = ask(sockets);
      long resident = subject.residentMegabytes();
      System.out.printf(
          "idle: %d connections: answered %d, again after 5 s %d; resident %d MB then %d MB%n",
          count, first, again, afterFirst, resident);
      if (first != count || again != count) {
        shortfalls.add("not all were answered");
      }
      if (resident >= 400) {
        shortfalls.add("resident memory of " + resident + " MB");
      }
    } finally {
      vertx.close();
    }
    return shortfalls;
  }

  private static int connect(
      NetClient client, int port, int count, ConcurrentLinkedQueue<NetSocket> sockets)
      throws InterruptedException {
    Semaphore places = new Semaphore(200);
    AtomicInteger answered = new AtomicInteger();
    for (int i = 0; i < count; i++) {
      places.acquire();
      client
          .connect(port, "127.0.0.1")
          .onComplete(
              made -> {
                if (made.failed()) {
                  places.release();
                  return;
                }
                sockets.add(made.result());
                made.result()
                    .handler(
                        bytes -> {
                          answered.incrementAndGet();
                          places.release();
                        });
                made.result().write(GET);
              });
    }
    if (!places.tryAcquire(200, 60, TimeUnit.SECONDS)) {
      System.out.println("idle: " + (200 - places.availablePermits()) + " had no answer");
    }
    return answered.get();
  }

  private static int ask(ConcurrentLinkedQueue<NetSocket> sockets) throws InterruptedException {
    CountDownLatch all = new CountDownLatch(sockets.size());
    Semaphore places = new Semaphore(200);
    for (NetSocket socket : sockets) {
      places.acquire();
      socket.handler(
          bytes -> {
            places.release();
            all.countDown();
          });
      socket.write(GET);
    }
    all.await(60, TimeUnit.SECONDS);
    return sockets.size() - (int) all.getCount();
  }
}
