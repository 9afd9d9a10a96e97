package io.clockwise.app.state;

import io.clockwise.route.PoolSnapshot;
import io.clockwise.telemetry.session.PoolSessions;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/** The keys that the table of one pool remembers, as a file. */
final class SessionFile {
  /*
   * A version; the ids of the backends; for each key its hash, the place of its backend among them,
   * and the second in which it was seen last; the hash 0, which no key has; a checksum of all that.
   * It is written beside the file and moved over it, so a file is whole or is that of before.
   */
  private static final int VERSION = 0x4357_0001;

  private final Path file;

  /** Makes that of a pool. */
  SessionFile(Path directory, String pool) {
    this.file = directory.resolve(URLEncoder.encode(pool, StandardCharsets.UTF_8) + ".sessions");
  }

  /** Writes the keys that are fresh; a pool that remembers none writes none. */
  void write(PoolSnapshot pool, long epochSecond) throws IOException {
    PoolSessions sessions = pool.sessions();
    if (sessions == null) {
      return;
    }
    Files.createDirectories(file.toAbsolutePath().getParent());
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    CRC32 sum = new CRC32();
    try (DataOutputStream out =
        new DataOutputStream(
            new CheckedOutputStream(
                new BufferedOutputStream(Files.newOutputStream(draft), 1 << 16), sum))) {
      out.writeInt(VERSION);
      out.writeInt(pool.size());
      for (int i = 0; i < pool.size(); i++) {
        out.writeUTF(pool.backend(i).id());
      }
      long since = epochSecond - pool.affinity().idleSeconds();
      sessions.forEach(since, (hash, backend, second) -> entry(pool, hash, backend, second, out));
      out.writeLong(0);
      out.writeLong(sum.getValue());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void entry(
      PoolSnapshot pool, long hash, int backend, long second, DataOutputStream out) {
    int index = pool.affinity().indexOf(backend);
    if (index < 0) {
      return; // it is gone
    }
    try {
      out.writeLong(hash);
      out.writeInt(index);
      out.writeInt((int) second);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads the keys that are fresh into the pool.
   *
   * @return how many there are
   * @throws IOException also when the file is not whole; then nothing is restored
   */
  int restore(PoolSnapshot pool, long epochSecond) throws IOException {
    PoolSessions sessions = pool.sessions();
    if (sessions == null || !Files.exists(file)) {
      return 0;
    }
    int most = (int) Math.min(Integer.MAX_VALUE, Files.size(file) / 16 + 1);
    Keys keys = read(pool, epochSecond - pool.affinity().idleSeconds(), most);
    sessions.restore(keys.count, keys::show);
    return keys.count;
  }

  private Keys read(PoolSnapshot pool, long since, int most) throws IOException {
    CRC32 sum = new CRC32();
    try (DataInputStream in =
        new DataInputStream(
            new CheckedInputStream(
                new BufferedInputStream(Files.newInputStream(file), 1 << 16), sum))) {
      if (in.readInt() != VERSION) {
        throw new IOException("not a file of sessions, or one of another version");
      }
      int[] numbers = new int[in.readInt()];
      for (int i = 0; i < numbers.length; i++) {
        int index = pool.indexOf(in.readUTF());
        numbers[i] = index < 0 ? PoolSessions.NOBODY : pool.affinity().number(index);
      }
      Keys keys = new Keys(most);
      for (long hash = in.readLong(); hash != 0; hash = in.readLong()) {
        int number = numbers[in.readInt()];
        long second = Integer.toUnsignedLong(in.readInt());
        if (second >= since && number != PoolSessions.NOBODY) {
          keys.add(hash, number, second);
        }
      }
      long expected = sum.getValue();
      if (in.readLong() != expected) {
        throw new IOException("its checksum is another one");
      }
      return keys;
    } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
      throw new IOException("it is damaged", e);
    }
  }

  /** What was read; believed when all of it was. */
  private static final class Keys {
    private final long[] hashes;
    private final int[] backends;
    private final long[] seconds;
    private int count;

    Keys(int most) {
      hashes = new long[most];
      backends = new int[most];
      seconds = new long[most];
    }

    void add(long hash, int backend, long second) {
      hashes[count] = hash;
      backends[count] = backend;
      seconds[count] = second;
      count++;
    }

    void show(PoolSessions.Visitor visitor) {
      for (int i = 0; i < count; i++) {
        visitor.visit(hashes[i], backends[i], seconds[i]);
      }
    }
  }
}
