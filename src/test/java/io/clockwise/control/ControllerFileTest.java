package io.clockwise.control;

import static io.clockwise.control.intent.Intents.effective;
import static io.clockwise.control.intent.Intents.proposal;
import static io.clockwise.control.intent.Intents.weight;
import static io.clockwise.control.intent.Intents.wish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.read.ConfigReader;
import io.clockwise.control.journal.MemoryIntentLog;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.discovery.FileConfigSource;
import io.clockwise.event.ChangeOutcome;
import io.clockwise.event.ReloadOutcome;
import io.clockwise.event.health.HealthView;
import io.clockwise.model.AdminState;
import io.clockwise.telemetry.Meters;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a file on disk to the published table, with the reader and the source of the product. */
class ControllerFileTest {
  private static final String DOCUMENT =
      """
      routes: [{ key: { header: X-User }, pool: carts }]
      pools:
        carts:
          backends: ["a=10.0.0.1:80", "b=10.0.0.2:80*%d"]
      """;

  @TempDir Path directory;
  private final Vertx vertx = Vertx.vertx();
  private Path file;
  private Controller controller;

  @BeforeEach
  void start() throws IOException {
    file = directory.resolve("clockwise.yaml");
    write(1);
    ControlPorts ports =
        new ControlPorts(
            new FileConfigSource(vertx, file, FileConfigSource.SCAN_PERIOD),
            document -> ConfigReader.read(document, name -> null, "host"),
            new MemoryIntentLog(100),
            InstantSource.system());
    TableAssembler assembler = new TableAssembler(new Meters(1), HealthView.ALL_UP);
    StartOutcome outcome =
        get(Controller.start(vertx, ports, assembler, Duration.ofSeconds(2)).toCompletionStage());
    controller = ((StartOutcome.Started) outcome).controller();
  }

  @AfterEach
  void end() {
    get(vertx.close().toCompletionStage());
  }

  private void write(int weight) throws IOException {
    Path next = directory.resolve("next");
    Files.writeString(next, DOCUMENT.formatted(weight));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(5, TimeUnit.SECONDS).join();
  }

  private int weightOfB() {
    return controller.table().current().pools().get("carts").backend(1).weight();
  }

  @Test
  void anEditIsLiveWithinASecond() throws IOException {
    write(2);
    await().atMost(Duration.ofSeconds(1)).until(() -> weightOfB() == 2);
    write(3);
    await().atMost(Duration.ofSeconds(1)).until(() -> weightOfB() == 3);
    assertThat(controller.status().lastReload().actor()).isEqualTo("file");
  }

  @Test
  void theSameFileAgainIsNoChange() {
    ReloadOutcome.Applied outcome = (ReloadOutcome.Applied) get(controller.reload("ann"));
    assertThat(outcome.changed()).isFalse();
    assertThat(outcome.state().revision()).isEqualTo(1);
  }

  @Test
  void aBrokenFileLeavesTheTableAndTheNextGoodOneIsTaken() throws IOException {
    Files.writeString(file, "pools: { carts: { backends: [\"a=10.0.0.1:80*x\"], bakends: 1 } }");
    ReloadOutcome.Invalid invalid = (ReloadOutcome.Invalid) get(controller.reload("ann"));
    assertThat(invalid.problems()).hasSizeGreaterThan(1);
    Files.delete(file);
    assertThat(get(controller.reload("ann")))
        .isEqualTo(
            new ReloadOutcome.Unreadable(
                "cannot read " + file + ": no such file; put it there, or name another one"));
    assertThat(controller.table().current().epoch()).isEqualTo(1);
    write(4);
    await().until(() -> weightOfB() == 4);
  }

  @Test
  void changesOfTheApiOutliveAnEditOfOtherFields() throws IOException {
    get(controller.propose(proposal(wish("b", AdminState.DRAIN), weight("a", 7))));
    write(5);
    await().until(() -> weightOfB() == 5);
    assertThat(effective(controller.state()))
        .containsExactly("a=10.0.0.1:80*7@READY", "b=10.0.0.2:80*5@DRAIN");
    ChangeOutcome outcome = get(controller.propose(proposal(weight("b", 6))));
    assertThat(outcome).isInstanceOf(ChangeOutcome.Applied.class);
    write(8);
    await().until(() -> weightOfB() == 8);
    assertThat(controller.status().lastReload().outcome())
        .isInstanceOfSatisfying(
            ReloadOutcome.Applied.class,
            applied ->
                assertThat(applied.superseded()).containsExactly("pools.carts.backends.b.weight"));
  }
}
