package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.testkit.ClockwiseProcess;
import io.clockwise.testkit.RawClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that may open few files. */
@Timeout(90)
class OpenFilesIT {
  private static final int FILES = 300;
  private static final int ALLOWED = 50;

  @TempDir private Path directory;

  @Test
  void clientsAreLimitedBeforeTheFilesAreUsedUp() throws IOException {
    Path file = directory.resolve("clockwise.yaml");
    Files.writeString(
        file,
        """
        listeners: [{ bind: "127.0.0.1:0" }]
        admin: { bind: "127.0.0.1:0" }
        accessLog: off
        shutdown: { delay: 0s, grace: 1s }
        routes: [{ respond: { body: "ok" } }]
        pools: { web: { backends: ["a=127.0.0.1:1"] } }
        """);
    List<RawClient> clients = new ArrayList<>();
    try (ClockwiseProcess process =
        ClockwiseProcess.limited(FILES, directory, "run", "--config", file.toString())) {
      int port =
          Integer.parseInt(process.awaitLine("listening on 127\\.0\\.0\\.1:(\\d+)").group(1));
      process.awaitLine("limits.connections: 20000 is lowered to " + ALLOWED + ".* 300 files");
      for (int i = 0; i < ALLOWED; i++) {
        RawClient client = RawClient.to(port);
        clients.add(client);
        assertThat(client.get("/").status()).isEqualTo(200);
      }
      try (RawClient beyond = RawClient.to(port)) {
        assertThat(beyond.isClosed()).isTrue();
      }
      clients.remove(0).close();
      await().ignoreExceptions().until(() -> status(port) == 200);
      assertThat(process.err().stream().filter(line -> line.contains("is lowered"))).hasSize(1);
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  private static int status(int port) throws IOException {
    try (RawClient client = RawClient.to(port)) {
      return client.get("/").status();
    }
  }
}
