package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.control.journal.KilledWriter;
import io.clockwise.control.journal.WriterProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journals of processes that are killed, or that may not write as much as they want. */
class JournalKillIT {
  private static final int KILLS = 10; // scripts/endure journal: 200

  @TempDir Path directory;

  @Test
  void whatWasAcceptedOutlivesAKill() throws Exception {
    KilledWriter writer = new KilledWriter(directory, 1);
    long accepted = 0;
    for (int i = 0; i < KILLS; i++) {
      accepted += writer.kill();
    }
    assertThat(accepted).isGreaterThan(KILLS);
  }

  /* The system refuses to let the file grow: it writes a part of a record and says that it failed. */
  @Test
  void aFileThatMayNotGrowIsRefusedAndBegunAnew() throws Exception {
    try (WriterProcess writer =
        WriterProcess.start("ulimit -f 40", directory, 300, Integer.MAX_VALUE)) {
      assertThat(writer.ended()).isZero();
      List<String> refused =
          writer.lines().stream().filter(line -> !line.matches("\\d+ [0-9a-f]{64}")).toList();
      assertThat(refused)
          .hasSizeGreaterThan(2)
          .allMatch(
              line ->
                  line.equals(
                      "Refused[reason="
                          + directory.resolve("journal.log")
                          + " cannot be written: File too large; give it room or a whole disk,"
                          + " then retry]"));
      assertThat(writer.lines()).hasSize(300 + refused.size());
    }
    assertThat(Files.size(directory.resolve("journal.log"))).isBetween(1_000L, 40L * 1024);
    assertThat(new KilledWriter(directory, 2).kill()).isGreaterThan(300);
  }

  @Test
  void twoProcessesDoNotShareADirectory() throws Exception {
    try (WriterProcess first = WriterProcess.start("true", directory, Long.MAX_VALUE, 1000)) {
      first.awaitLines(1);
      try (WriterProcess second = WriterProcess.start("true", directory, 1, 1000)) {
        assertThat(second.ended()).isNotZero();
        assertThat(second.lines()).isEmpty();
      }
      int before = first.lines().size();
      first.awaitLines(before + 10);
      assertThat(first.lines())
          .hasSize(before + 10)
          .last()
          .asString()
          .startsWith(before + 10 + " ");
    }
  }
}
