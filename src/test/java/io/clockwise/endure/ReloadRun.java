package io.clockwise.endure;

import io.clockwise.testkit.KeptClients;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.StreamClients;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;

/** Reloads that change the listener under load lose no request. */
final class ReloadRun {
  private static final String POOLS = "pools: { web: { backends: [\"a=BACKEND\"] } }\n";
  private static final String LISTENER =
      "listeners: [{ bind: \"127.0.0.1:0\", protocols: [%s] }]\n";

  /* Each differs from the one before: other limits, other protocols that all clients speak. */
  private static final List<String> DOCUMENTS =
      List.of(
          LISTENER.formatted("h1, h2c"),
          "limits: { headers: 20KiB }\n" + LISTENER.formatted("h1, h2c"),
          "limits: { headers: 20KiB }\n" + LISTENER.formatted("h2c, h1"),
          "limits: { requestLine: 4KiB }\n" + LISTENER.formatted("h2c, h1"));

  private ReloadRun() {}

  static List<String> go(int given) throws Exception {
    int count = given == 0 ? 30 : given;
    List<String> shortfalls = new ArrayList<>();
    Vertx vertx = Vertx.vertx();
    try (EndureBackend backend = new EndureBackend(vertx);
        Subject subject = Subject.start(backend.port(), POOLS + DOCUMENTS.get(0))) {
      int port = subject.port();
      new Traffic(port).microsAt99(3_000); // a cold start is another test
      KeptClients kept = KeptClients.start(10, () -> RawClient.to(port));
      StreamClients streams = StreamClients.start(10, port, false);
      try (kept;
          streams) {
        for (int i = 1; i <= count; i++) {
          Thread.sleep(2_000);
          subject.reload(backend.port(), POOLS + DOCUMENTS.get(i % DOCUMENTS.size()));
        }
      }
      System.out.printf(
          "reload: %d reloads: HTTP/1.1 %d answered on %d connections, %d lost; HTTP/2 %d answered,"
              + " %d lost%n",
          count,
          kept.answered(),
          kept.opened(),
          kept.lost().size(),
          streams.answered(),
          streams.lost().size());
      kept.lost().stream().limit(5).forEach(System.out::println);
      streams.lost().stream().limit(5).forEach(System.out::println);
      if (!kept.lost().isEmpty() || !streams.lost().isEmpty()) {
        shortfalls.add("requests were lost");
      }
    } finally {
      vertx.close();
    }
    return shortfalls;
  }
}
