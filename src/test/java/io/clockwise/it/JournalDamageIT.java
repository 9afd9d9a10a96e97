package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.clockwise.app.instance.Clockwise;
import io.clockwise.app.instance.StartFailure;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.testkit.LogWatch;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Journals that somebody has damaged, found by starts that come to nothing or do not. */
class JournalDamageIT extends InstanceFixture {
  private Path state;

  /** Has an instance accept changes, and damages what it wrote of them. */
  private void damaged() throws IOException {
    start("one", keyed("", "a", "b"));
    for (int weight = 2; weight <= 4; weight++) {
      taken(instance.call("PATCH", "/v1/pools/web/backends/a", "{\"weight\":" + weight + "}"));
    }
    stop(instance);
    state = directory.resolve("one").resolve("var");
    Path log = state.resolve("journal.log");
    byte[] bytes = Files.readAllBytes(log);
    bytes[new String(bytes, StandardCharsets.ISO_8859_1).indexOf('\n') + 20] ^= 1;
    Files.write(log, bytes);
  }

  private List<Path> aside() throws IOException {
    try (Stream<Path> files = Files.list(state)) {
      return files.filter(file -> file.toString().contains(".corrupt-")).toList();
    }
  }

  /** Starts where another process has the port. */
  private void startInVain() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path file = directory.resolve("one").resolve("clockwise.yaml");
      String listener =
          "listeners: [{ bind: \"127.0.0.1:"
              + taken.getLocalPort()
              + "\" }]\n"
              + "admin: { bind: \"127.0.0.1:0\" }\n";
      Files.writeString(file, listener + keyed("", "a", "b"));
      assertThatThrownBy(() -> Clockwise.start(file, DataPath.RELAY))
          .isInstanceOf(StartFailure.class)
          .hasMessageContaining(":" + taken.getLocalPort());
    }
  }

  private JsonObject journal() throws IOException {
    return taken(instance.get("/v1/status")).getJsonObject("journal");
  }

  @Test
  void whatWasLostIsToldByTheStartAfterOneThatCameToNothing() throws IOException {
    damaged();
    startInVain();
    assertThat(aside()).hasSize(1);
    String told =
        aside().get(0)
            + " was put aside by an earlier start, since it was damaged; what the API had changed"
            + " in it is not in use: make it again where it is missing, then move that file out of "
            + state;

    try (LogWatch log = new LogWatch()) {
      start("one", keyed("", "a", "b"));
      assertThat(log.lines()).anyMatch(line -> line.contains(told));
    }
    assertThat(journal()).isEqualTo(new JsonObject().put("ok", false).put("fault", told));
    assertThat(metric("clockwise_journal_ok", "")).isZero();
    assertThat(taken(instance.get("/v1/pools/web/backends/a")).getInteger("weight")).isEqualTo(1);

    taken(instance.call("PATCH", "/v1/pools/web/backends/a", "{\"weight\":4}"));
    assertThat(journal().getBoolean("ok")).isFalse(); // nobody says that this was all
    Files.move(aside().get(0), directory.resolve("seen"));
    await().until(() -> journal().getBoolean("ok"));
    assertThat(metric("clockwise_journal_ok", "")).isEqualTo(1);

    stop(instance);
    start("one", keyed("", "a", "b"));
    assertThat(journal()).isEqualTo(new JsonObject().put("ok", true).putNull("fault"));
    assertThat(taken(instance.get("/v1/pools/web/backends/a")).getInteger("weight")).isEqualTo(4);
  }

  @Test
  void theStartThatFindsItTellsWhatAndWhere() throws IOException {
    damaged();
    start("one", keyed("", "a", "b"));
    assertThat(journal().getBoolean("ok")).isFalse();
    assertThat(journal().getString("fault"))
        .startsWith(state.resolve("journal.log") + " was damaged at line ")
        .contains("it is kept as " + aside().get(0))
        .endsWith("then move that file out of " + state);
  }
}
