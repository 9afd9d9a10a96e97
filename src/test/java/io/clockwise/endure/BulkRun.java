package io.clockwise.endure;

import io.vertx.core.Vertx;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Large bodies to and from sides that are slow at first never pile up in the proxy. */
final class BulkRun {
  private static final long GIB = 1L << 30;

  private BulkRun() {}

  static List<String> go(int given) throws Exception {
    int count = given == 0 ? 20 : given;
    List<String> shortfalls = new ArrayList<>();
    Vertx vertx = Vertx.vertx();
    ExecutorService threads = Executors.newFixedThreadPool(count);
    String pools = "pools: { web: { backends: [\"a=BACKEND\"] } }";
    try (EndureBackend backend = new EndureBackend(vertx);
        Subject subject =
            Subject.start(backend.port(), pools, "-Xmx128m", "-XX:MaxDirectMemorySize=128m")) {
      for (boolean down : new boolean[] {true, false}) {
        long start = System.nanoTime();
        List<Future<Long>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          all.add(threads.submit(() -> down ? download(subject.port()) : upload(subject.port())));
        }
        long[] resident = watch(subject, all);
        int whole = 0;
        for (Future<Long> each : all) {
          whole += each.isDone() && each.get() == GIB ? 1 : 0;
        }
        System.out.printf(
            "bulk: %s: %d of %d x 1 GiB whole in %.0f s; resident %d MB after 5 s, %d MB at most%n",
            down ? "down" : "up",
            whole,
            count,
            (System.nanoTime() - start) / 1e9,
            resident[0],
            resident[1]);
        if (whole != count) {
          shortfalls.add((count - whole) + " transfers were not whole");
        }
        if (resident[1] > resident[0] + 100) {
          shortfalls.add("resident memory grew from " + resident[0] + " to " + resident[1] + " MB");
        }
      }
    } finally {
      threads.shutdownNow();
      vertx.close();
    }
    return shortfalls;
  }

  private static long[] watch(Subject subject, List<Future<Long>> all) throws Exception {
    long[] resident = new long[2];
    long start = System.nanoTime();
    while (all.stream().anyMatch(each -> !each.isDone())) {
      long now = subject.residentMegabytes();
      boolean early = System.nanoTime() - start < TimeUnit.SECONDS.toNanos(5);
      resident[0] = early ? now : resident[0];
      resident[1] = Math.max(resident[1], now);
      if (System.nanoTime() - start > TimeUnit.MINUTES.toNanos(8)) {
        break;
      }
      Thread.sleep(100);
    }
    return resident;
  }

  private static long download(int port) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      send(socket, "GET /stream?" + GIB + " HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n");
      Thread.sleep(3_000); // the proxy must hold the backend back
      byte[] buffer = new byte[256 * 1024];
      InputStream in = socket.getInputStream();
      long total = 0;
      long head = -1;
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (head < 0) {
          head = new String(buffer, 0, n, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n") + 4;
        }
        total += n;
      }
      return total - head;
    }
  }

  private static long upload(int port) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      send(
          socket,
          "PUT /slowsink HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Length: "
              + GIB
              + "\r\n\r\n");
      byte[] buffer = new byte[256 * 1024];
      OutputStream out = socket.getOutputStream();
      for (long left = GIB; left > 0; left -= buffer.length) {
        out.write(buffer);
      }
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      return answer.startsWith("HTTP/1.1 200") && answer.endsWith("taken") ? GIB : -1;
    }
  }

  private static void send(Socket socket, String text) throws Exception {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
