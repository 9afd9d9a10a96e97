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

/** Changes that move keys by and by, steered from a terminal. */
class MovesCommandTest {
  private static final String DOCUMENT =
      """
      routes: [{ key: { header: X-User }, pool: web }]
      pools:
        web:
          changeBudget: { perMinute: 1% }
          backends: ["a=127.0.0.1:9001", "b=127.0.0.1:9002", "c=127.0.0.1:9003"]
      """;

  @TempDir private Path directory;
  private AdminDoor door;

  @BeforeEach
  void start() {
    door = new AdminDoor(DOCUMENT, directory);
  }

  @AfterEach
  void close() {
    door.close();
  }

  private Result run(String... arguments) {
    return new CommandRun().with("CLOCKWISE_ENDPOINT", door.endpoint()).go(arguments);
  }

  @Test
  void aChangeIsTimedShownPausedAndFinished() {
    assertThat(run("moves").out()).isEqualTo("no change is under way\n");
    assertThat(run("add", "web", "d=127.0.0.1:9004", "--dry-run").out())
        .containsPattern("; it takes 2[3-7]m");
    run("add", "web", "d=127.0.0.1:9004");
    assertThat(run("moves").lines().get(0)).matches("POOL +KEYS +MOVED +LEFT +STATE");
    assertThat(run("moves").lines().get(1)).matches("web +2[3-7]\\.\\d% +0\\.\\d% +\\w+ +moving");
    assertThat(run("moves", "web", "--pause").lines().get(1)).endsWith("paused");
    assertThat(run("pools").out()).contains("STAGED").contains("% of it, paused");
    assertThat(run("moves", "web", "--resume", "--reason", "all is well").lines().get(1))
        .endsWith("moving");
    Result done = run("moves", "web", "--finish", "-o", "json");
    assertThat(new JsonObject(done.out()).getValue("staged")).isNull();
    assertThat(run("pools").out()).doesNotContain("STAGED");
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThat(run("moves", "--pause").err()).contains("--pause needs a POOL");
    assertThat(run("moves", "web", "--pause", "--finish").code()).isEqualTo(2);
    assertThat(run("moves", "nope").err()).contains("there is no pool 'nope'");
    assertThat(run("moves", "web", "--finish").err()).contains("no change of pool 'web'");
  }
}
