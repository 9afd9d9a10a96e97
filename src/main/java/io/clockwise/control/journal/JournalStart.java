package io.clockwise.control.journal;

import io.clockwise.control.journal.format.Chronicle;
import io.clockwise.control.journal.format.JournalLine;
import io.clockwise.control.journal.format.SnapshotCodec;
import io.clockwise.event.Head;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The steps from a directory to an open journal. */
final class JournalStart {
  private static final Logger LOG = LoggerFactory.getLogger(JournalStart.class);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

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
      return begin(lock, Chronicle.EMPTY, null);
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
    return new JournalOpening.Opened(new Journal(file, lock, scan.chronicle(), null, terms), null);
  }

  private JournalOpening begin(StateLock lock, Chronicle chronicle, @Nullable String fault)
      throws IOException {
    JournalFile file = new JournalFile(disk, directory);
    file.replace(JournalLine.write(SnapshotCodec.write(chronicle)));
    return new JournalOpening.Opened(new Journal(file, lock, chronicle, fault, terms), fault);
  }

  private JournalOpening beginBehind(StateLock lock, JournalScan.Damaged damaged)
      throws IOException {
    Path aside = keepAside();
    String fault =
        log
            + " was damaged at line "
            + damaged.line()
            + ": "
            + damaged.reason()
            + "; it is kept as "
            + aside
            + ", and what the API changed before is not in use: make it again where it is missing";
    LOG.error(fault);
    Head head = new Head(damaged.revision(), "", "", Map.of(), Map.of(), Map.of(), Map.of());
    return begin(lock, new Chronicle(head, List.of()), fault);
  }

  /* A second name, so that there is a journal at any moment: the new one takes its place at once. */
  private Path keepAside() throws IOException {
    String name = JournalFile.NAME + ".corrupt-" + TIME.format(clock.instant());
    Path aside = directory.resolve(name);
    for (int i = 2; Files.exists(aside, LinkOption.NOFOLLOW_LINKS); i++) {
      aside = directory.resolve(name + "-" + i);
    }
    try {
      return Files.createLink(aside, log);
    } catch (UnsupportedOperationException | FileSystemException e) {
      Files.copy(log, aside);
      try (FileChannel copy = disk.open(aside, StandardOpenOption.WRITE)) {
        copy.force(true);
      }
      return aside;
    }
  }
}
