package io.clockwise.app.instance;

import io.clockwise.control.journal.Journal;
import io.clockwise.control.journal.JournalOpening;
import io.clockwise.control.journal.JournalStatus;
import io.clockwise.control.journal.MemoryIntentLog;
import io.clockwise.control.journal.RefusingLog;
import io.clockwise.event.IntentLog;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where what must outlive the process is kept. A directory that cannot be used stops nobody: the
 * proxy serves, and says what it cannot keep.
 *
 * @param path the directory; null: nothing is kept
 * @param log the accepted changes
 * @param status how the log is
 * @param end closes it
 */
record StateDirectory(
    @Nullable Path path, IntentLog log, Supplier<JournalStatus> status, Runnable end) {
  private static final JournalStatus NOTHING = new JournalStatus(null, 0, 0);
  private static final int RECORDS_KEPT = 1000;
  private static final Duration LOCK_PATIENCE = Duration.ofSeconds(5);
  private static final long LOOK_EVERY_MILLIS = 100;

  /** Opens a directory; null: none is wanted. */
  static StateDirectory open(@Nullable Path directory) throws InterruptedException {
    if (directory == null) {
      return new StateDirectory(null, new MemoryIntentLog(RECORDS_KEPT), () -> NOTHING, () -> {});
    }
    JournalOpening opening = opened(directory);
    if (opening instanceof JournalOpening.Opened opened) {
      Journal journal = opened.journal();
      return new StateDirectory(directory, journal, journal::status, journal::close);
    }
    RefusingLog refusing = new RefusingLog(((JournalOpening.Unusable) opening).reason());
    return new StateDirectory(null, refusing, refusing::status, () -> {});
  }

  /* A start that overlaps the end of the process before finds the directory locked for a moment. */
  private static JournalOpening opened(Path directory) throws InterruptedException {
    long deadline = System.nanoTime() + LOCK_PATIENCE.toNanos();
    while (true) {
      JournalOpening opening = Journal.open(directory, InstantSource.system());
      boolean waits = opening instanceof JournalOpening.Unusable unusable && unusable.locked();
      if (!waits || System.nanoTime() - deadline >= 0) {
        return opening;
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
  }
}
