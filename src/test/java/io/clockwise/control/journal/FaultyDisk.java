package io.clockwise.control.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A disk that fails where a test says so, as long as it says so. */
final class FaultyDisk extends Disk {
  /** What fails. */
  enum Fault {
    /** A write puts half of it there. */
    WRITE,
    FORCE,
    TRUNCATE,
    REPLACE,
    FORCE_DIRECTORY,
    /** A new file is on a device of the system that is always full. */
    FULL
  }

  private final Set<Fault> faults = ConcurrentHashMap.newKeySet();
  volatile CountDownLatch hanging = new CountDownLatch(0);

  void fail(Fault first, Fault... others) {
    faults.addAll(EnumSet.of(first, others));
  }

  void heal() {
    faults.clear();
  }

  private void check(Fault fault) throws IOException {
    if (faults.contains(fault)) {
      throw new IOException("a test's " + fault);
    }
  }

  @Override
  FileChannel open(Path file, OpenOption... options) throws IOException {
    boolean full =
        faults.contains(Fault.FULL) && List.of(options).contains(StandardOpenOption.CREATE_NEW);
    return new Channel(
        full
            ? FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE)
            : super.open(file, options));
  }

  @Override
  void replace(Path from, Path to) throws IOException {
    check(Fault.REPLACE);
    super.replace(from, to);
  }

  @Override
  void force(Path directory) throws IOException {
    check(Fault.FORCE_DIRECTORY);
    super.force(directory);
  }

  private final class Channel extends DelegatedChannel {
    Channel(FileChannel real) {
      super(real);
    }

    @Override
    public int write(ByteBuffer from, long position) throws IOException {
      if (faults.contains(Fault.WRITE)) {
        ByteBuffer half = from.slice(from.position(), from.remaining() / 2);
        real.write(half, position);
        throw new IOException("No space left on device");
      }
      return real.write(from, position);
    }

    @Override
    public void force(boolean metaData) throws IOException {
      try {
        hanging.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      check(Fault.FORCE);
      real.force(metaData);
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
      check(Fault.TRUNCATE);
      real.truncate(size);
      return this;
    }
  }
}
