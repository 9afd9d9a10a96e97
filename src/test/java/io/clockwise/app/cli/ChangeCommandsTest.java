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

/** Changes of one backend, through a real admin API. */
class ChangeCommandsTest {
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

  private static void assertDone(Result result, String line) {
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.lines()).containsExactly(line);
  }

  @Test
  void oneBackendAfterTheOtherIsChanged() {
    assertDone(run("add", "web", "d=127.0.0.1:9004*2"), "web/d: added, revision 2");
    assertDone(run("weight", "web", "d", "3"), "web/d: weight 3, revision 3");
    assertDone(run("maint", "web", "a"), "web/a: in maintenance, revision 4");
    assertDone(run("ready", "web", "a"), "web/a: ready, revision 5");
    assertThat(run("drain", "web", "a").out())
        .matches("web/a: drain(ed|ing: 0 .*), revision 6\\s+");
    assertThat(run("remove", "web", "d").out()).matches("web/d: removed, revision \\d\\s+");
    assertThat(run("backends", "web").lines()).hasSize(4);
  }

  @Test
  void aNewBackendMayBeginInAnyStateAndBeNamedByItsAddress() {
    run("add", "web", "127.0.0.1:9004", "--state", "maint");
    assertThat(run("backends").out()).containsPattern("127.0.0.1:9004 +127.0.0.1:9004 +1 +maint");
    assertThat(run("add", "web", "e=nowhere").code()).isEqualTo(2);
    assertThat(run("add", "web", "e=a:1*x").err()).contains("expected a weight");
    assertThat(run("weight", "web", "a", "65536").code()).isEqualTo(2);
  }

  @Test
  void theReasonIsKept() {
    run("maint", "web", "a", "--reason", "disk full");
    assertThat(run("backends").out()).contains("disk full");
  }

  @Test
  void jsonIsWhatTheApiAnswered() {
    JsonObject backend = new JsonObject(run("maint", "web", "a", "-o", "json").out());
    assertThat(backend.getString("adminState")).isEqualTo("maint");
    assertThat(backend.getInteger("revision")).isEqualTo(2);
    JsonObject drain = new JsonObject(run("drain", "web", "b", "-o", "json").out());
    assertThat(drain.getString("state")).isEqualTo("drained");
  }

  @Test
  void refusalsSayWhatWhereAndWhatToDo() {
    run("drain", "web", "a");
    run("drain", "web", "b");
    Result last = run("drain", "web", "c");
    assertThat(last.code()).isEqualTo(1);
    assertThat(last.out()).isEmpty();
    assertThat(last.err())
        .contains(
            "It would close the last open backend of the pool (urn:clockwise:problem:last-open)",
            "POST /v1/pools/web/backends/c/drain at " + door.endpoint(),
            "--force does it all the same");
    assertThat(run("drain", "web", "c", "--force").code()).isZero();
  }

  @Test
  void liveWorkIsNotTakenAwayWithoutForce() {
    door.meters("web", "a").started(0);
    Result busy = run("remove", "web", "a");
    assertThat(busy.code()).isEqualTo(1);
    assertThat(busy.err()).contains("live-work", "1 live request", "'clockwise drain' first");
    assertThat(run("remove", "web", "a", "--force").code()).isZero();
  }
}
