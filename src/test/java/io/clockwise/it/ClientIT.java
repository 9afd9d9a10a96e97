package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.admin.AdminDoor;
import io.clockwise.testkit.ClockwiseProcess;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client as its users run it: a process of its own. */
class ClientIT {
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

  private ClockwiseProcess run(String... arguments) {
    return ClockwiseProcess.start(
        directory, Map.of("CLOCKWISE_ENDPOINT", door.endpoint(), "HOME", "/nowhere"), arguments);
  }

  @Test
  void whoInterruptsAWaitIsToldThatTheDrainGoesOn() {
    door.meters("web", "a").started(0);
    try (ClockwiseProcess waiting = run("drain", "web", "a", "--wait")) {
      waiting.awaitLine("web/a: 1 request");
      waiting.signal("INT");

      assertThat(waiting.exitCode()).isEqualTo(130);
      assertThat(waiting.out()).isEmpty();
      assertThat(waiting.err().get(waiting.err().size() - 1))
          .startsWith("clockwise: the drain goes on; ")
          .contains("'clockwise ready web a' takes it back");
    }
    try (ClockwiseProcess backends = run("backends", "web")) {
      assertThat(backends.exitCode()).isZero();
      assertThat(String.join("\n", backends.out())).containsPattern("web +a .* drain, ");
    }
  }

  @Test
  void aTableIsAllThatStandsInTheOutput() {
    try (ClockwiseProcess pools = run("pools")) {
      assertThat(pools.exitCode()).isZero();
      assertThat(pools.err()).isEmpty();
      assertThat(pools.out()).hasSize(3).first().asString().startsWith("POOL");
    }
    try (ClockwiseProcess refused = run("drain", "web", "z")) {
      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(refused.out()).isEmpty();
      assertThat(String.join("\n", refused.err()))
          .contains("no backend 'z'")
          .doesNotContain("\tat ");
    }
  }

  @Test
  void exitCodesAreThoseOfThePage() {
    door.meters("web", "a").started(0);
    try (ClockwiseProcess late = run("drain", "web", "a", "--wait", "--timeout", "200ms")) {
      assertThat(late.exitCode()).isEqualTo(3);
    }
    try (ClockwiseProcess wrong = run("weight", "web", "a", "many")) {
      assertThat(wrong.exitCode()).isEqualTo(2);
    }
  }
}
