package io.clockwise.control.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/*
 * What is on the disk after a write or a force that failed is not known, and a second force may say
 * that all is well when it is not: the system has forgotten the pages that it could not write. So a
 * file that failed once is not trusted again. It is cut where it was good, for a reader in between,
 * and what comes next goes into a new file as a whole.
 */
/** The file of a journal: a snapshot and what was appended to it; used by one thread at a time. */
final class JournalFile implements AutoCloseable {
  static final String NAME = "journal.log";
  static final String FRESH = "journal.log.new";

  private final Disk disk;
  private final Path directory;
  private final Path file;
  private @Nullable FileChannel channel;
  private boolean trusted;
  private long snapshot;
  private long length;
  private int records;

  /** Names the file in its directory; {@link #replace} or {@link #resume} opens it. */
  JournalFile(Disk disk, Path directory) {
    this.disk = disk;
    this.directory = directory;
    this.file = directory.resolve(NAME);
  }

  /** Opens the file that is there and cuts what is not good. */
  void resume(JournalScan.Whole scan) throws IOException {
    FileChannel found = disk.open(file, StandardOpenOption.WRITE);
    channel = found;
    if (found.size() > scan.length()) {
      found.truncate(scan.length());
      found.force(true);
    }
    snapshot = scan.snapshot();
    length = scan.length();
    records = scan.records();
    trusted = true;
  }

  /** Tells whether a line can be appended; else the file must be replaced first. */
  boolean isSound() {
    return trusted && isInPlace();
  }

  /* Somebody may remove it, or cut it as logs are cut. */
  private boolean isInPlace() {
    try {
      return Files.size(file) == length;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Appends a line and forces it.
   *
   * @throws UncertainWrite when it may be there nevertheless
   * @throws IOException when it is not
   */
  void append(byte[] line) throws IOException {
    FileChannel open = channel;
    if (open == null || !trusted) {
      throw new IllegalStateException(file + " is not open");
    }
    trusted = false;
    try {
      write(open, line, length);
      open.force(false);
    } catch (IOException e) {
      takeBack(open, e);
      throw e;
    }
    trusted = true;
    length += line.length;
    records++;
  }

  private void takeBack(FileChannel open, IOException cause) throws UncertainWrite {
    try {
      open.truncate(length);
      open.force(true);
    } catch (IOException e) {
      cause.addSuppressed(e);
      throw new UncertainWrite(cause);
    }
  }

  /**
   * Puts a file with this line alone in the place of the one before.
   *
   * @throws UncertainWrite when either may be found
   * @throws IOException when the one before is still there
   */
  void replace(byte[] line) throws IOException {
    Path fresh = directory.resolve(FRESH);
    FileChannel next = write(fresh, line);
    FileChannel before = channel;
    channel = next;
    snapshot = line.length;
    length = line.length;
    records = 0;
    trusted = false;
    try {
      if (before != null) {
        before.close();
      }
      disk.force(directory);
    } catch (IOException e) {
      throw new UncertainWrite(e);
    }
    trusted = true;
  }

  private FileChannel write(Path fresh, byte[] line) throws IOException {
    Files.deleteIfExists(fresh);
    FileChannel next = disk.open(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    boolean written = false;
    try {
      write(next, line, 0);
      next.force(true);
      disk.replace(fresh, file);
      written = true;
      return next;
    } finally {
      if (!written) {
        next.close();
        Files.deleteIfExists(fresh);
      }
    }
  }

  private static void write(FileChannel to, byte[] line, long position) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(line);
    while (buffer.hasRemaining()) {
      to.write(buffer, position + buffer.position());
    }
  }

  /** Returns how many bytes there are. */
  long length() {
    return length;
  }

  /** Returns how many records there are behind the snapshot. */
  int records() {
    return records;
  }

  /** Returns whether there is so much behind the snapshot that a new one is due. */
  boolean isLong(JournalTerms terms) {
    return records >= terms.records() || length - snapshot >= Math.max(terms.bytes(), snapshot);
  }

  @Override
  public void close() throws IOException {
    trusted = false;
    if (channel != null) {
      channel.close();
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
