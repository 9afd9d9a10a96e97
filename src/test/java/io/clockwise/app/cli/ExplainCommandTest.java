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
  void aRequestThatWasServedIsExplainedByItsId() {
    door.retried("r 1/+", 1_800_000_000_000L);
    Result result = run("explain", "--request", "r 1/+");
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.lines().get(0)).isEqualTo("chosen        cart-b (by placement)");
    assertThat(result.out())
        .contains("off its owner retry", "status        200", "ended by      complete")
        .containsPattern("cart-a +first +connect_refused +1\\.2 ms")
        .containsPattern("cart-b +next_candidate +answered +9\\.9 ms");
    JsonObject told = new JsonObject(run("why", "--request", "r 1/+", "-o", "json").out());
    assertThat(told.getJsonArray("requests")).hasSize(1);
    Result unknown = run("explain", "--request", "r-2");
    assertThat(unknown.code()).isEqualTo(1);
    assertThat(unknown.err()).contains("sampled", "the last 100 at most");
    assertThat(run("explain", "/x", "--request", "r-1").err()).contains("--request");
    assertThat(run("explain", "--all", "--request", "r-1").code()).isEqualTo(2);
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
