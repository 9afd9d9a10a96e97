package io.clockwise.bench.peer.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildTest {
  @TempDir Path folder;

  private Child shell(String script) throws Exception {
    return Child.start(List.of("sh", "-c", script), folder.resolve("log"));
  }

  @Test
  void processorTimeIsThatOfTheWholeTree() throws Exception {
    try (Child child = shell("(while :; do :; done) & while :; do sleep 9; done")) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(() -> assertThat(child.cpu().total()).isGreaterThanOrEqualTo(5));
      assertThat(child.memory().resident()).isPositive();
      assertThat(child.memory().peak()).isGreaterThanOrEqualTo(child.memory().resident() / 2);
    }
  }

  @Test
  void thoseItHasStartedEndWithIt() throws Exception {
    Child child = shell("sleep 600 & echo $!; wait");
    Awaitility.await().until(() -> child.printed().endsWith("\n"));
    long below = Long.parseLong(child.printed().strip());
    assertThat(ProcessHandle.of(below)).isPresent();

    child.close();

    assertThat(child.isAlive()).isFalse();
    Awaitility.await()
        .until(() -> ProcessHandle.of(below).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void anInterruptEndsItAndTheExitCodeIsKept() throws Exception {
    // where the tests run in the background the signal is ignored, and no shell can trap it
    String loop = "trap 'exit 7' INT; echo ready; while :; do sleep 0.05; done";
    try (Child child = shell("exec env --default-signal=INT sh -c \"" + loop + "\"")) {
      Awaitility.await().until(() -> child.printed().contains("ready"));
      child.interrupt();
      assertThat(child.await(10)).isEqualTo(7);
    }
  }

  @Test
  void oneThatHasEndedIsToldWithWhatItPrinted() throws Exception {
    try (Child child = shell("echo no such option; exit 1")) {
      child.await(10);
      assertThatIOException().isThrownBy(child::cpu).withMessageContaining("no such option");
    }
  }

  @Test
  void waitingHasAnEnd() throws Exception {
    try (Child child = shell("sleep 600")) {
      assertThatIOException().isThrownBy(() -> child.await(0)).withMessageContaining("not ended");
    }
  }

  @Test
  void theMachineTellsWhatItIs() throws Exception {
    assertThat(Machine.freePorts(3)).doesNotHaveDuplicates().allMatch(port -> port > 1_023);
    assertThat(Machine.openFiles()).isGreaterThan(100);
    assertThat(Machine.loadAverage()).isNotNegative();
    assertThat(Machine.processors()).isPositive();
    assertThat(Machine.processorModel()).isNotEmpty();
    assertThat(Machine.ticksPerSecond()).isPositive();
    assertThat(Machine.has("sh")).isTrue();
    assertThat(Machine.has("no-such-program")).isFalse();
    assertThat(Machine.program("no-such-program")).isEqualTo("no-such-program");
    assertThat(Commands.firstLine("sh", "-c", "echo one >&2; echo two")).isEqualTo("one");
    assertThat(new Processors("2", "0-1").ofLoad(List.of("wrk")))
        .containsExactly("taskset", "-c", "0-1", "wrk");
  }
}
