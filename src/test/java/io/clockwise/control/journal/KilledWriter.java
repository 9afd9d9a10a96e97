package io.clockwise.control.journal;

import io.clockwise.control.journal.ReopeningLog.Journals;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Head;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** A writer that is killed in the middle, again and again, with the same journal. */
public final class KilledWriter {
  private static final int MOST_LINES = 300;
  private static final int RECORDS = 20; // so that many kills fall into the making of a snapshot
  private static final int KEEP = 5;

  private final Path directory;
  private final Random random;
  private long printed;

  /** Names the directory; the seed says how long each writer lives. */
  public KilledWriter(Path directory, long seed) {
    this.directory = directory;
    this.random = new Random(seed);
  }

  /**
   * Lets a writer print some records, kills it, and opens the journal.
   *
   * @return how many records were accepted
   * @throws AssertionError when one that was printed is not there, or anything else is not whole
   */
  public long kill() throws IOException, InterruptedException {
    long before = printed;
    String last = "";
    try (WriterProcess writer = WriterProcess.start("true", directory, Long.MAX_VALUE, RECORDS)) {
      writer.awaitLines(1 + random.nextInt(MOST_LINES));
      writer.kill();
      int code = writer.ended();
      List<String> lines = writer.lines();
      check(code == 128 + 9, "it ended by itself, with " + code + ": " + lines);
      last = lines.get(lines.size() - 1);
    }
    printed = Long.parseLong(last.substring(0, last.indexOf(' ')));
    check(printed > before, "revision " + printed + " after " + before);
    examine(last);
    return printed - before;
  }

  private void examine(String last) throws IOException {
    byte[] found = Files.readAllBytes(directory.resolve("journal.log"));
    JournalScan scan = JournalScan.of(found, KEEP);
    check(scan instanceof JournalScan.Whole, "the journal: " + scan);
    try (Journal journal = Journals.open(directory)) {
      check(journal.status().ok(), "the journal: " + journal.status());
      Head head = IntentLogContract.get(journal.head());
      List<ChangeRecord> history = IntentLogContract.get(journal.history());
      // one may have been accepted without having been printed, and one more been written
      check(
          head.revision() >= printed && head.revision() <= printed + 2,
          "revision " + head.revision() + ", but " + printed + " was printed");
      String parent = "";
      boolean there = false;
      for (ChangeRecord record : history) {
        check(
            parent.isEmpty() || record.place().parent().equals(parent),
            "revision " + record.revision() + " does not follow the one before it");
        parent = record.hash();
        there |= last.equals(record.revision() + " " + record.hash());
      }
      check(there, last + " is not in " + history);
      check(parent.equals(head.hash()), "the head is not the last record");
      printed = head.revision();
    }
  }

  private static void check(boolean good, String otherwise) {
    if (!good) {
      throw new AssertionError(otherwise);
    }
  }
}
