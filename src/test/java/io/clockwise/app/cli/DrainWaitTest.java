package io.clockwise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.admin.AdminDoor;
import io.clockwise.app.cli.CommandRun.Result;
import io.clockwise.telemetry.BackendMeters;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The wait for a drain: its end, its time, and what is said meanwhile. */
class DrainWaitTest {
  @TempDir private Path directory;
  private AdminDoor door;
  private BackendMeters work;

  @BeforeEach
  void start() {
    door = new AdminDoor(directory);
    work = door.meters("web", "a");
  }

  @AfterEach
  void close() {
    door.close();
  }

  private CommandRun command() {
    return new CommandRun().with("CLOCKWISE_ENDPOINT", door.endpoint());
  }

  private CompletableFuture<Result> waiting(CommandRun command, String... more) {
    String[] arguments = new String[4 + more.length];
    System.arraycopy(new String[] {"drain", "web", "a", "--wait"}, 0, arguments, 0, 4);
    System.arraycopy(more, 0, arguments, 4, more.length);
    CompletableFuture<Result> result = CompletableFuture.supplyAsync(() -> command.go(arguments));
    Awaitility.await().until(() -> command.errors().contains("1 request"));
    return result;
  }

  @Test
  void aDrainWithoutWorkIsOverAtOnce() {
    Result over = command().go("drain", "web", "a", "--wait");
    assertThat(over.code()).isZero();
    assertThat(over.lines()).containsExactly("web/a: drained");
    assertThat(over.err()).isEmpty();
  }

  @Test
  void theEndOfTheWorkIsWaitedFor() {
    work.started(0);
    CompletableFuture<Result> waiting = waiting(command());
    assertThat(waiting).isNotDone();
    work.ended(0, false);

    Result over = waiting.join();
    assertThat(over.code()).isZero();
    assertThat(over.lines()).containsExactly("web/a: drained");
    assertThat(over.err()).contains("web/a: 1 request, 0 streams, 0 sessions");
    assertThat(over.err()).doesNotContain("\u001b", "[--");
  }

  @Test
  void aTerminalSeesABar() {
    work.started(0);
    CompletableFuture<Result> waiting = waiting(command().typed(""));
    work.ended(0, false);

    Result over = waiting.join();
    assertThat(over.err()).contains("\r\u001b[K[--------------------] web/a: 1 request");
    assertThat(over.err()).endsWith("\r\u001b[K"); // the bar is taken away
    assertThat(over.out()).doesNotContain("\u001b");
  }

  @Test
  void threeSaysThatTheTimeIsUpAndTheDrainGoesOn() {
    work.started(0);
    Result late = command().go("drain", "web", "a", "--wait", "--timeout", "300ms");

    assertThat(late.code()).isEqualTo(3);
    assertThat(late.out()).isEmpty();
    assertThat(late.err())
        .contains(
            "web/a: still draining: 1 request",
            "the drain goes on",
            "'clockwise ready web a' takes it back");
    assertThat(command().go("backends").out()).contains("drain");
  }

  @Test
  void whoMakesItReadyMeanwhileCancelsIt() {
    work.started(0);
    CompletableFuture<Result> waiting = waiting(command());
    command().go("ready", "web", "a");

    Result cancelled = waiting.join();
    assertThat(cancelled.code()).isEqualTo(1);
    assertThat(cancelled.lines()).containsExactly("web/a: the drain was cancelled");
    work.ended(0, false);
  }

  @Test
  void jsonHasTheLastStateOfEachDrain() {
    work.started(0);
    JsonObject late =
        new JsonObject(
            command().go("drain", "web", "a", "-o", "json", "--wait", "--timeout", "300ms").out());
    JsonObject drain = late.getJsonArray("drains").getJsonObject(0);
    assertThat(drain.getString("pool")).isEqualTo("web");
    assertThat(drain.getString("id")).isEqualTo("a");
    assertThat(drain.getString("state")).isEqualTo("draining");
    assertThat(drain.getInteger("liveRequests")).isEqualTo(1);
    work.ended(0, false);
    JsonObject over =
        new JsonObject(command().go("drain", "web", "a", "-o", "json", "--wait").out());
    assertThat(over.getJsonArray("drains").getJsonObject(0).getString("state"))
        .isEqualTo("drained");
  }

  @Test
  void theTermsOfADrainAreSent() {
    work.started(0);
    Result begun =
        command()
            .go("drain", "web", "a", "--deadline", "90s", "--then", "cut", "--hard-stop", "5s");
    assertThat(begun.code()).isZero();
    assertThat(begun.out()).matches("web/a: draining: 1 request, .*; 1m\\d+s left, revision 2\\s+");
    Result expired =
        command()
            .go(
                "drain",
                "web",
                "a",
                "--deadline",
                "100ms",
                "--hard-stop",
                "100ms",
                "--wait",
                "--timeout",
                "500ms");
    assertThat(expired.code()).isEqualTo(3); // one request is still there
    work.ended(0, false);
    assertThat(command().go("drain", "web", "a", "--wait").out())
        .contains("web/a: the deadline passed");
  }
}
