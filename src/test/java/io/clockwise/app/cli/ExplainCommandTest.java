package io.clockwise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.admin.AdminDoor;
import io.clockwise.app.cli.CommandRun.Result;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a request would go, and what happens, of a real admin API. */
class ExplainCommandTest {
  @TempDir private Path directory;
  private AdminDoor door;

  @BeforeEach
  void start() {
    door = new AdminDoor(directory);
  }

  @AfterEach
  void close() {
    door.close();
  }

  private Result run(String... arguments) {
    return new CommandRun().with("CLOCKWISE_ENDPOINT", door.endpoint()).go(arguments);
  }

  private String chosen() {
    return new JsonObject(run("why", "/", "-H", "X-User: u", "-o", "json").out())
        .getString("chosen");
  }

  @Test
  void theChoiceStandsFirst() {
    Result result = run("explain", "POST", "/x", "--header", "X-User: u");
    assertThat(result.code()).isZero();
    assertThat(result.lines().get(0)).isEqualTo("chosen        " + chosen() + " (by placement)");
    assertThat(result.out())
        .contains("route         all", "pool          web", "key           header, hash ");
    assertThat(result.out()).containsPattern("RANK  BACKEND\\s+0  [abc]\\s");
  }

  @Test
  void whoIsPassedOverIsListedWithTheReason() {
    String owner = chosen();
    run("maint", "web", owner);
    Result result = run("why", "/x", "-H", "X-User: u", "--all");
    assertThat(result.out())
        .contains("off its owner drain", "owner         " + owner)
        .containsPattern("0  " + owner + " +maint");
    assertThat(result.lines().stream().filter(line -> line.matches(" +[0-9]  [abc].*"))).hasSize(3);
  }

  @Test
  void fieldsAndTheClientAreSent() {
    assertThat(run("explain", "/x", "--client", "nobody").err()).contains("clientAddress");
    assertThat(run("explain", "x").err()).contains("/target");
    assertThat(run("explain", "/x", "-H", "nothing").code()).isEqualTo(2);
    assertThat(run("explain", "GET", "/x", "/y").code()).isEqualTo(2);
  }

  @Test
  void eventsAreThoseOfTheApi() {
    CommandRun command = new CommandRun().with("CLOCKWISE_ENDPOINT", door.endpoint());
    CompletableFuture<Result> events =
        CompletableFuture.supplyAsync(() -> command.go("events", "--count", "1", "--pool", "web"));
    Awaitility.await()
        .until(
            () -> {
              run("weight", "web", "a", "2"); // the stream begins with what comes after it
              run("weight", "web", "a", "1");
              return events.isDone();
            });
    assertThat(events.join().out()).containsPattern("^\\S+ (revision|table) .*revision=\\d+");
  }
}
