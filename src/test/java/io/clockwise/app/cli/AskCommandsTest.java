package io.clockwise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.admin.AdminDoor;
import io.clockwise.app.cli.CommandRun.Result;
import io.clockwise.health.HealthBoard;
import io.clockwise.model.Health;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the commands that ask print, of a real admin API. */
class AskCommandsTest {
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
  void statusSaysFirstWhatIsBad() {
    Result bad = run("status");
    assertThat(bad.code()).isZero();
    assertThat(bad.lines().get(0)).isEqualTo("! not ready: no routing table is published yet");
    assertThat(bad.out())
        .contains(
            door.endpoint() + ": NOT READY", "revision 1, epoch ", "all as the document says");

    door.ready();
    Result good = run("status");
    assertThat(good.lines().get(0)).isEqualTo(door.endpoint() + ": ready");
    assertThat(good.out()).doesNotContain("!", "TAKES");
    assertThat(good.out()).containsPattern("last reload \\d+s ago");
    assertThat(good.out()).containsSubsequence("POOL", "odd", "web");
  }

  @Test
  void statusSaysWhyTheJournalFailsAndWhyTheDocumentIsNotInUse() {
    door.ready();
    assertThat(run("status").out())
        .contains("journal ok; last reload ")
        .doesNotContain("FAIL", "NOT");
    door.journalFails("var/journal.log cannot be written: it is full; give it room");
    door.reload("pools: 3");
    Result bad = run("status");
    assertThat(bad.lines().get(0))
        .isEqualTo("! journal: var/journal.log cannot be written: it is full; give it room");
    assertThat(bad.lines().get(1))
        .startsWith("! the document is not in use, the one before it is: line 1: pools");
    assertThat(bad.out()).containsPattern("journal NOT OK; last reload \\d+s ago, FAILED");
    JsonObject json = new JsonObject(run("status", "-o", "json").out());
    assertThat(json.getBoolean("journalOk")).isFalse();
    assertThat(json.getBoolean("reloadOk")).isFalse();
    assertThat(json.getJsonObject("status").getJsonObject("journal").getString("fault"))
        .startsWith("var/journal.log");
  }

  @Test
  void statusListsPoolsInTroubleAndTheirBackendsFirst() {
    door.ready();
    run("maint", "web", "b", "--reason", "disk\u001b[31m");
    run("drain", "odd", "[::1]:80", "--force");
    Result status = run("status");

    assertThat(status.out()).contains("2 backends other than in the document");
    assertThat(status.out()).containsSubsequence("POOL", "odd", "web", "TAKES");
    assertThat(status.out()).containsPattern("web +b +127.0.0.1:9002 +1 +maint +up +nothing");
    assertThat(status.out()).contains("disk\\u001b[31m").doesNotContain("\u001b");
    assertThat(status.out()).doesNotContain("9001"); // those in order are not listed
  }

  @Test
  void whatWasFoundOutIsShownWhatIsBadFirst() {
    door.ready();
    found("b", Health.DOWN, "refused");
    await().untilAsserted(() -> assertThat(run("status").out()).contains("refused"));
    assertThat(run("backends", "web").lines().get(1))
        .matches("web +b +127.0.0.1:9002 +1 +ready +down +nothing .* refused");
    assertThat(run("status").out()).doesNotContain("! pool");

    found("a", Health.DOWN, "500");
    found("c", Health.DOWN, "500");
    await()
        .untilAsserted(
            () ->
                assertThat(run("status").out())
                    .startsWith("! pool web serves by backends that are not usable")
                    .containsPattern("web +a +127.0.0.1:9001 +1 +ready +down +all .* panic +500"));
  }

  private void found(String id, Health health, String reason) {
    door.health()
        .checked(
            new HealthBoard.Key("web", id), new HealthBoard.Verdict(health, false, true, reason));
  }

  @Test
  void statusInJsonHasAllThatWasAsked() {
    JsonObject status = new JsonObject(run("status", "--output", "json").out());

    assertThat(status.fieldNames())
        .containsExactly(
            "endpoint", "readyz", "pools", "overlay", "status", "journalOk", "reloadOk");
    assertThat(status.getJsonObject("readyz").getBoolean("ready")).isFalse();
    assertThat(status.getJsonObject("pools").getJsonArray("pools")).hasSize(2);
  }

  @Test
  void poolsAndBackendsAreTables() {
    Result pools = run("pools");
    assertThat(pools.lines()).hasSize(3);
    assertThat(pools.lines().get(0)).startsWith("POOL  REVISION  PLACEMENT  BACKENDS  OPEN");
    assertThat(pools.lines().get(1)).matches("web +1  slots +3 +3 +0  [0-9a-f]{16}");

    Result backends = run("backends");
    assertThat(backends.lines()).hasSize(5);
    assertThat(backends.lines().get(1))
        .matches("web   a  +127.0.0.1:9001 +1  ready  up +all +0 +0 +0 +33\\.\\d%");
    assertThat(run("backends", "odd").lines()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pools", "backends", "overlay"})
  void jsonIsWhatTheApiSaid(String command) {
    JsonObject first = new JsonObject(run(command, "-o", "json").out());
    assertThat(first.isEmpty()).isFalse();
    assertThat(run(command, "-o", "JSON").out()).isEqualTo(first.encode() + System.lineSeparator());
  }

  @Test
  void theOverlayShowsTheDocumentBesideWhatIsNow() {
    assertThat(run("overlay").out()).contains("everything is as the document says");
    run("weight", "web", "a", "3");
    run("remove", "web", "b", "--force");
    run("add", "web", "d=127.0.0.1:9004");
    assertThat(run("overlay").lines())
        .anyMatch(line -> line.matches("web +a +127.0.0.1:9001 ready +127.0.0.1:9001\\*3 ready"))
        .anyMatch(line -> line.matches("web +b +127.0.0.1:9002 ready +-"))
        .anyMatch(line -> line.matches("web +d +- +127.0.0.1:9004 ready"));
    assertThat(run("overlay", "list", "web").code()).isEqualTo(2);
  }

  @Test
  void revisionsOfTheDocumentSayWhatItMadeOfBackends() {
    run("weight", "web", "a", "3");
    assertThat(run("revisions").lines())
        .anyMatch(line -> line.matches("\\s+2 .* operator .* set web/a weight 3"))
        .anyMatch(
            line ->
                line.matches(
                    "\\s+1 .* file .* use document [0-9a-f]{8}, add \\S+ at .*, add .* and 2"
                        + " more"));
  }

  @Test
  void aPoolThatIsNotThereIsARefusal() {
    Result none = run("backends", "wep");
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.out()).isEmpty();
    assertThat(none.err())
        .contains(
            "clockwise: Not found (urn:clockwise:problem:not-found)",
            "GET /v1/pools/wep/backends at " + door.endpoint() + " (CLOCKWISE_ENDPOINT)",
            "there is no pool 'wep'");
  }

  @Test
  void severalEndpointsAreTriedInTheirOrder() {
    Result second =
        CommandRun.run("pools", "--endpoint", "127.0.0.1:1", "--endpoint", door.endpoint());
    assertThat(second.code()).isZero();
    Result commas = CommandRun.run("pools", "--endpoint", "127.0.0.1:1," + door.endpoint());
    assertThat(commas.out()).isEqualTo(second.out());
    Result nobody = CommandRun.run("pools", "--endpoint", "127.0.0.1:1");
    assertThat(nobody.code()).isEqualTo(1);
    assertThat(nobody.err()).contains("127.0.0.1:1 (--endpoint)", "is Clockwise running there?");
  }

  @Test
  void wrongUsageIsTwo() {
    assertThat(CommandRun.run("pools", "--endpoint", "nothing at all").code()).isEqualTo(2);
    assertThat(CommandRun.run("pools", "--timeout", "soon").err()).contains("--timeout", "30s");
    assertThat(CommandRun.run("pools", "--output", "xml").code()).isEqualTo(2);
    assertThat(CommandRun.run("stauts").err()).contains("status");
    assertThat(CommandRun.run("explain").code()).isEqualTo(2);
  }
}
