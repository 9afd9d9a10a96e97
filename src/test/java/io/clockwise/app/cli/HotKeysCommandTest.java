package io.clockwise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.admin.AdminDoor;
import io.clockwise.app.cli.CommandRun.Result;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The heaviest keys, of a real admin API. */
class HotKeysCommandTest {
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

  @Test
  void theyAreListedWithTheirOwners() {
    door.requests("web", "u1", 40);
    Result result = run("hot-keys", "web");
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.lines().get(0)).isEqualTo("web: 40 requests with a key in 10s");
    assertThat(result.lines().get(1)).isEqualTo("HASH               SHARE  REQUESTS  OWNER");
    assertThat(result.lines().get(2)).matches("[0-9a-f]{16}  100\\.0%        40  [abc]");
    JsonObject told = new JsonObject(run("hot-keys", "web", "-o", "json").out());
    assertThat(told.getJsonArray("keys")).hasSize(1);
  }

  @Test
  void aPreviewTellsHowMuchOfTheTrafficMoves() {
    assertThat(run("maint", "web", "a", "--dry-run").out()).doesNotContain("requests of late");
    door.requests("web", "u1", 40);
    String owner =
        new JsonObject(run("why", "/", "-H", "X-User: u1", "-o", "json").out()).getString("owner");
    assertThat(run("maint", "web", owner, "--dry-run").out())
        .contains("; 100.0% of the requests of late");
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThat(run("hot-keys", "nope").err()).contains("there is no pool 'nope'");
    assertThat(run("hot-keys", "web", "-n", "101").err()).contains("limit");
    assertThat(run("hot-keys").code()).isEqualTo(2);
  }
}
