package io.clockwise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.admin.AdminDoor;
import io.clockwise.app.cli.CommandRun.Result;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of several backends, and the way back, through a real admin API. */
class TransactionsTest {
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

  private String stateOf(String id) {
    return run("backends", "web")
        .out()
        .lines()
        .filter(line -> line.matches("web +" + id + " .*"))
        .map(line -> line.split(" +")[4].replace(",", ""))
        .findFirst()
        .orElse("gone");
  }

  @Test
  void aPatternIsOneRevision() {
    Result result = run("maint", "w*", "?", "--force", "--reason", "rack");
    assertThat(result.code()).isZero();
    assertThat(result.lines().get(0)).isEqualTo("3 backends: in maintenance, revision 2");
    assertThat(result.out()).contains("web: about 100.0% of the keys move", "a     nobody  33.");
    assertThat(run("revisions").lines()).hasSize(3);
    assertThat(run("revisions", "1").out()).contains("rack", "operator", "anonymous@");
  }

  @Test
  void aMachineIsEvacuatedAndWaitedFor() {
    door.meters("web", "b").started(0);
    Result late = run("evacuate", "127.0.0.1:9002", "--wait", "--timeout", "300ms");
    assertThat(late.code()).isEqualTo(3);
    door.meters("web", "b").ended(0, false);
    Result over = run("evacuate", "127.0.0.1:9002", "--wait");
    assertThat(over.lines()).containsExactly("web/b: drained");
    assertThat(run("evacuate", "10.9.9.9").err()).contains("no backend is at '10.9.9.9:*'");
  }

  @Test
  void allBackendsOfAPoolAreNotDrainedByAccident() {
    Result refused = run("evacuate", "127.0.0.1", "--yes");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("last-open", "--force");
    assertThat(stateOf("a")).isEqualTo("ready");
  }

  @Test
  void aFileIsPreviewedAndApplied() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("changes.yaml"),
            """
            reason: a fourth one
            changes:
              - { op: add, pool: web, id: d, address: "127.0.0.1:9004" }
              - { op: drain, address: "127.0.0.1:9001" }
            """);
    Result preview = run("preview", file.toString());
    assertThat(preview.code()).isZero();
    assertThat(preview.out()).contains("web: about 49.9% of the keys move", "a     d   16.7%");
    assertThat(stateOf("d")).isEqualTo("gone");

    Result applied = run("apply", file.toString());
    assertThat(applied.lines().get(0)).isEqualTo("2 changes made, revision 2");
    assertThat(stateOf("a")).isEqualTo("drain");
    assertThat(stateOf("d")).isEqualTo("ready");
    assertThat(run("apply", file.toString()).err())
        .contains("changes.yaml: line 3: changes[0]", "urn:clockwise:problem:exists");
  }

  @Test
  void aMistakeThatOnlyTheServerKnowsHasItsLine() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("c.yaml"),
            "changes:\n  - { op: ready, pool: web, id: a }\n  - op: drain\n    pool: web\n"
                + "    id: a\n    deadline: soon\n");
    Result refused = run("apply", file.toString());
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("c.yaml: line 6: changes[1].deadline", "a duration");
  }

  @Test
  void aDryRunChangesNothing() {
    for (String[] command :
        new String[][] {
          {"remove", "web", "a"}, {"weight", "web", "a", "9"}, {"add", "web", "d=127.0.0.1:9"},
          {"maint", "*", "*"}, {"drain", "web", "a"}, {"ready", "web", "a"}
        }) {
      String[] dry = java.util.Arrays.copyOf(command, command.length + 2);
      dry[command.length] = "--dry-run";
      dry[command.length + 1] = "--force";
      Result result = run(dry);
      assertThat(result.err()).as(command[0]).doesNotContain("clockwise:");
      assertThat(result.lines().get(0)).isEqualTo("nothing is changed; this would be:");
      assertThat(result.lines()).hasSizeGreaterThan(1);
    }
    assertThat(run("revisions").lines()).hasSize(2);
  }

  @Test
  void undoTakesTheLastChangeOfAnOperatorBack() {
    assertThat(run("undo").err()).contains("no operator has changed anything yet");
    run("weight", "web", "a", "5", "--reason", "slow");
    Result undone = run("undo");
    assertThat(undone.err()).contains("revision 2 of anonymous@127.0.0.1", "weight 5");
    assertThat(undone.lines().get(0)).isEqualTo("revision 2 is taken back, revision 3");
    assertThat(run("overlay").out()).contains("everything is as the document says");
    run("undo"); // the undoing itself
    assertThat(run("overlay").out()).contains("127.0.0.1:9001*5");
    assertThat(run("undo", "99").err()).contains("unknown-revision");
  }

  @Test
  void whoSitsThereIsShownWhatIsTakenBack() {
    run("weight", "web", "a", "5");
    Result no =
        new CommandRun().with("CLOCKWISE_ENDPOINT", door.endpoint()).typed("no\n").go("undo");
    assertThat(no.code()).isEqualTo(1);
    assertThat(no.err()).contains("take it back? [y/N]", "nothing was changed");
    assertThat(run("revisions").lines()).hasSize(3);
  }

  @Test
  void aRollbackLeavesDrainsAndMaintenanceAlone() {
    run("remove", "web", "c");
    run("maint", "web", "a");
    assertThat(run("rollback", "1", "--dry-run").out()).contains("nothing is changed");
    Result back = run("rollback", "1");
    assertThat(back.lines().get(0)).isEqualTo("as at revision 1, revision 4");
    assertThat(stateOf("a")).isEqualTo("maint");
    assertThat(stateOf("c")).isEqualTo("ready");
    run("rollback", "1", "--states");
    assertThat(stateOf("a")).isEqualTo("ready");
  }

  @Test
  void theOverlayIsExportedAndDropped() {
    run("add", "web", "d=127.0.0.1:9004");
    run("weight", "odd", "*", "3");
    assertThat(run("overlay", "export").out()).contains("pools:", "127.0.0.1:9004");
    assertThat(run("overlay", "drop", "web", "d", "--dry-run").out())
        .contains("nothing is changed");
    assertThat(run("overlay", "drop", "web", "d").lines().get(0))
        .isEqualTo("as the document says, revision 4");
    assertThat(run("overlay").out()).contains("[::1]:80*3").doesNotContain("9004");
    assertThat(run("overlay", "drop").code()).isZero();
    assertThat(run("overlay", "drop").err()).contains("not-found");
  }

  @Test
  void historyInJsonIsWhatTheApiSaid() {
    JsonObject history = new JsonObject(run("revisions", "-o", "json").out());
    assertThat(history.getJsonArray("revisions").getJsonObject(0).getString("kind"))
        .isEqualTo("file");
    assertThat(run("revisions", "0").err()).contains("limit");
  }

  @Test
  void aFreezeBeginsAndEnds() {
    assertThat(run("freeze", "--for", "60s").out()).matches("frozen until \\S+Z\\R");
    assertThat(run("status").out())
        .containsPattern("! availability is frozen, \\S+ left: 'clockwise freeze --off' ends it");
    assertThat(run("freeze", "--off").lines()).containsExactly("not frozen");
    assertThat(run("status").out()).doesNotContain("frozen");
    assertThat(new JsonObject(run("freeze", "5m", "-o", "json").out()).getString("frozenUntil"))
        .isNotNull();
    assertThat(run("freeze", "5m", "--off").code()).isEqualTo(2);
    assertThat(run("freeze", "5m", "--for", "5m").err()).contains("TIME, --for and --off");
    assertThat(run("freeze", "25h").err()).contains("24h at most");
  }
}
