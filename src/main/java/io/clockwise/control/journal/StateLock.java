package io.clockwise.control.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/*
 * A lock on a file belongs to the process, not to who took it: whoever opens the file a second time
 * in the same process and closes it again gives the lock away. So a process remembers what it has.
 */
/** The right to use a directory, of one journal at a time on one machine. */
final class StateLock implements AutoCloseable {
  private static final String NAME = "journal.lock";
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final FileChannel channel;

  private StateLock(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /** Takes the right to a directory that exists, or fails at once. */
  static StateLock take(Disk disk, Path directory) throws IOException {
    Path real = directory.toRealPath();
    if (!HELD.add(real)) {
      throw inUse(directory);
    }
    boolean taken = false;
    try {
      FileChannel channel =
          disk.open(real.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      taken = lock(channel);
      if (!taken) {
        channel.close();
        throw inUse(directory);
      }
      return new StateLock(real, channel);
    } finally {
      if (!taken) {
        HELD.remove(real);
      }
    }
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) { // somebody else in this process
      return false;
    }
  }

  private static IOException inUse(Path directory) {
    return new InUseException(directory);
  }

  /** Another process has the directory. */
  static final class InUseException extends FileSystemException {
    private static final long serialVersionUID = 1L;

    InUseException(Path directory) {
      super(directory.toString(), null, "another process uses it");
    }
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      HELD.remove(directory);
    }
  }
}
