package io.clockwise.endure;

import io.clockwise.control.journal.KilledWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A process that appends to its journal is killed, many times: nothing accepted is lost. */
final class JournalRun {
  private static final int KILLS = 200;

  private JournalRun() {}

  static List<String> go(int count) throws IOException, InterruptedException {
    int kills = count == 0 ? KILLS : count;
    Path directory = Files.createTempDirectory(Path.of("target"), "journal-");
    KilledWriter writer = new KilledWriter(directory, System.nanoTime());
    long accepted = 0;
    for (int i = 0; i < kills; i++) {
      try {
        accepted += writer.kill();
      } catch (AssertionError e) {
        return List.of("kill " + (i + 1) + ": " + e.getMessage() + "; see " + directory);
      }
    }
    System.out.printf("journal: %d kills, %d records, all there%n", kills, accepted);
    return List.of();
  }
}
