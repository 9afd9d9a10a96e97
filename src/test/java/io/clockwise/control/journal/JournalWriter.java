package io.clockwise.control.journal;

import io.clockwise.control.journal.ReopeningLog.Journals;
import io.clockwise.event.AppendOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/**
 * A process that appends as fast as it can: {@code DIRECTORY LAST RECORDS}. It prints revision and
 * hash of each record once it is committed, and the reason of each refusal.
 */
final class JournalWriter {
  private static final int KEEP = 5;
  private static final int WEIGHTS = 1000;

  private JournalWriter() {}

  /**
   * Appends up to a revision.
   *
   * @param arguments the directory; the last revision; how many records are behind a snapshot at
   *     most
   */
  public static void main(String[] arguments) {
    JournalTerms terms =
        new JournalTerms(
            KEEP, Integer.parseInt(arguments[2]), Long.MAX_VALUE, Duration.ofSeconds(30));
    JournalStart start =
        new JournalStart(Path.of(arguments[0]), InstantSource.system(), new Disk(), terms);
    long last = Long.parseLong(arguments[1]);
    try (Journal journal = Journals.opened(start.open())) {
      long revision = journal.head().toCompletableFuture().join().revision();
      while (revision < last) {
        AppendOutcome outcome =
            journal
                .append(revision, Drafts.weight((int) (revision % WEIGHTS)))
                .toCompletableFuture()
                .join();
        if (outcome instanceof AppendOutcome.Committed committed) {
          revision++;
          System.out.println(revision + " " + committed.record().hash());
        } else {
          System.out.println(outcome);
        }
        System.out.flush();
      }
    }
  }
}
