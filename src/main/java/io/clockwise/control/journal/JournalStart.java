package io.clockwise.control.journal;

import io.clockwise.control.journal.format.Chronicle;
import io.clockwise.control.journal.format.JournalLine;
import io.clockwise.control.journal.format.SnapshotCodec;
import io.clockwise.event.Head;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The steps from a directory to an open journal. */
final class JournalStart {
  private static final Logger LOG = LoggerFactory.getLogger(JournalStart.class);

  private final Path directory;
  private final InstantSource clock;
  private final Disk disk;
  private final JournalTerms terms;
  private final Path log;

  JournalStart(Path directory, InstantSource clock, Disk disk, JournalTerms terms) {
    this.directory = directory;
    this.clock = clock;
    this.disk = disk;
    this.terms = terms;
    this.log = directory.resolve(JournalFile.NAME);
  }

  /** Opens it; the thread that calls waits for the disk. */
  JournalOpening open() {
    try {
      disk.makeDirectory(directory);
      StateLock lock = StateLock.take(disk, directory);
      JournalOpening opening = null;
      try {
        opening = read(lock);
        return opening;
      } finally {
        if (!(opening instanceof JournalOpening.Opened)) {
          lock.close();
        }
      }
    } catch (IOException e) {
      return new JournalOpening.Unusable(
          "stateDir "
              + directory
              + " cannot be used: "
              + Disk.words(e)
              + "; name one that this process alone can write",
          e instanceof StateLock.InUseException);
    }
  }

  private JournalOpening read(StateLock lock) throws IOException {
    Files.deleteIfExists(directory.resolve(JournalFile.FRESH)); // one that was not finished
    if (!Files.exists(log, LinkOption.NOFOLLOW_LINKS)) {
      return begin(lock, Chronicle.EMPTY, earlier());
    }
    if (!Files.isRegularFile(log)) {
      return new JournalOpening.Unusable(
          log + " is not a file; move it away, or name another stateDir");
    }
    JournalScan scan = JournalScan.of(Files.readAllBytes(log), terms.keep());
    if (scan instanceof JournalScan.Foreign foreign) {
      return new JournalOpening.Unusable(
          log
              + ", line "
              + foreign.line()
              + ": "
              + foreign.reason()
              + "; run the version that wrote it, or name another stateDir");
    }
    return scan instanceof JournalScan.Whole whole
        ? resume(lock, whole)
        : beginBehind(lock, (JournalScan.Damaged) scan);
  }

  private JournalOpening resume(StateLock lock, JournalScan.Whole scan) throws IOException {
    long torn = Files.size(log) - scan.length();
    JournalFile file = new JournalFile(disk, directory);
    file.resume(scan);
    if (torn > 0) {
      LOG.warn("{}: cut {} bytes of a record that was never accepted", log, torn);
    }
    return opened(file, lock, scan.chronicle(), earlier());
  }

  private JournalOpening begin(StateLock lock, Chronicle chronicle, @Nullable KeptAside aside)
      throws IOException {
    JournalFile file = new JournalFile(disk, directory);
    file.replace(JournalLine.write(SnapshotCodec.write(chronicle)));
    return opened(file, lock, chronicle, aside);
  }

  private JournalOpening opened(
      JournalFile file, StateLock lock, Chronicle chronicle, @Nullable KeptAside aside) {
    Journal journal = new Journal(file, lock, chronicle, aside, terms);
    return new JournalOpening.Opened(journal, aside == null ? null : aside.fault());
  }

  private @Nullable KeptAside earlier() throws IOException {
    KeptAside aside = KeptAside.in(directory);
    if (aside != null) {
      LOG.warn("{}", aside.fault());
    }
    return aside;
  }

  private JournalOpening beginBehind(StateLock lock, JournalScan.Damaged damaged)
      throws IOException {
    String damage = "at line " + damaged.line() + ": " + damaged.reason();
    KeptAside aside = KeptAside.keep(disk, directory, clock.instant(), damage);
    LOG.error("{}", aside.fault());
    Head head = new Head(damaged.revision(), "", "", Map.of(), Map.of(), Map.of(), Map.of());
    return begin(lock, new Chronicle(head, List.of()), aside);
  }
}
