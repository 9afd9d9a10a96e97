package io.clockwise.endure;

import io.clockwise.testkit.KeptClients;
import io.clockwise.testkit.RawClient;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;

/** Relayed requests leave nothing to collect: what the event loops allocate for each, in bytes. */
final class AllocationRun {
  private static final String DOCUMENT =
      """
      accessLog: { file: "%s" }
      routes: [{ key: path, pool: web }]
      pools: { web: { backends: ["a=BACKEND", "b=BACKEND"] } }
      """;
  private static final int CLIENTS = 8;
  private static final int WARM_MILLIS = 15_000;
  private static final double MOST_BYTES = 16;

  private AllocationRun() {}

  static List<String> go(int given) throws Exception {
    int seconds = given == 0 ? 10 : given;
    List<String> shortfalls = new ArrayList<>();
    Vertx vertx = Vertx.vertx();
    try (EndureBackend backend = new EndureBackend(vertx);
        Subject subject = Subject.start(backend.port(), DOCUMENT.formatted("/dev/null"));
        KeptClients clients = KeptClients.start(CLIENTS, () -> RawClient.to(subject.port()))) {
      Thread.sleep(WARM_MILLIS);
      long requests = clients.answered();
      long bytes = subject.loopBytes();
      Thread.sleep(1_000L * seconds);
      bytes = subject.loopBytes() - bytes;
      requests = clients.answered() - requests;
      double each = (double) bytes / requests;
      System.out.printf(
          "allocation: %d requests, %d KiB on the event loops, %.1f bytes a request (at most %.0f)%n",
          requests, bytes / 1024, each, MOST_BYTES);
      if (each > MOST_BYTES || !clients.lost().isEmpty()) {
        shortfalls.add("%.1f bytes a request, %d lost".formatted(each, clients.lost().size()));
      }
    } finally {
      vertx.close();
    }
    return shortfalls;
  }
}
