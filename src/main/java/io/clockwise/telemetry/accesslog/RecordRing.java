package io.clockwise.telemetry.accesslog;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue from one event loop to the writer's thread, of records that are used again: no
 * lock, a full one drops.
 *
 * <p>It has as many records as have ever waited at once, not as many as may wait.
 */
final class RecordRing {
  /*
   * Single producer, single consumer. Records lie in chunks, which the producer links one behind
   * the other. `published` counts what has been handed over: its release store hands over a record
   * and, with a chunk's first record, the link to that chunk. The consumer gives back a chunk that
   * it has read to the end; the producer takes the one that came back last, which its processor's
   * cache knows best. It alone takes, so that a compare-and-set cannot mistake one chunk for
   * another.
   */
  private final int maxChunks;
  private final int chunkSize;
  private final AtomicLong published = new AtomicLong();
  private final AtomicReference<@Nullable Chunk> free = new AtomicReference<>();

  private Chunk filling; // this and the next four are the producer's own
  private int filled;
  private int chunks = 1;
  private boolean claimed;

  private Chunk draining; // this and the next two are the consumer's own
  private long taken;
  private long seen;

  /** A run of records; in the queue, or free. */
  private static final class Chunk {
    final AccessRecord[] records;
    @Nullable Chunk next;

    Chunk(int size) {
      records = new AccessRecord[size];
      for (int i = 0; i < size; i++) {
        records[i] = new AccessRecord();
      }
    }
  }

  /**
   * Makes an empty one.
   *
   * @param maxChunks 2 or more
   * @param chunkSize records in a chunk, a power of two
   */
  RecordRing(int maxChunks, int chunkSize) {
    if (maxChunks < 2 || Integer.bitCount(chunkSize) != 1) {
      throw new IllegalArgumentException(maxChunks + " chunks of " + chunkSize);
    }
    this.maxChunks = maxChunks;
    this.chunkSize = chunkSize;
    this.filling = new Chunk(chunkSize);
    this.draining = filling;
  }

  /** Returns an empty record to fill in, for {@link #publish}; null when the ring is full. */
  @Nullable AccessRecord next() {
    if (filled == chunkSize && !beginChunk()) {
      return null;
    }
    AccessRecord record = filling.records[filled];
    if (claimed) {
      record.clear(); // whoever had it before gave up
    }
    claimed = true;
    return record;
  }

  /** Hands over the record that was returned last. */
  void publish() {
    claimed = false;
    filled++;
    published.setRelease(published.getPlain() + 1);
  }

  private boolean beginChunk() {
    Chunk chunk = takeFree();
    if (chunk == null) {
      if (chunks == maxChunks) {
        return false;
      }
      chunks++;
      chunk = new Chunk(chunkSize);
    }
    filling.next = chunk;
    filling = chunk;
    filled = 0;
    return true;
  }

  private @Nullable Chunk takeFree() {
    Chunk top = free.get();
    while (top != null && !free.compareAndSet(top, top.next)) {
      top = free.get();
    }
    if (top != null) {
      top.next = null;
    }
    return top;
  }

  private void giveBack(Chunk chunk) {
    Chunk top;
    do {
      top = free.get();
      chunk.next = top;
    } while (!free.compareAndSet(top, chunk));
  }

  /** Tells whether nothing waits. */
  boolean isEmpty() {
    return taken == published.getAcquire();
  }

  /** Returns the next record, the reader's until it asks again; null when there is none. */
  @Nullable AccessRecord poll() {
    if (taken == seen) {
      seen = published.getAcquire();
      if (taken == seen) {
        return null;
      }
    }
    int at = (int) taken & chunkSize - 1;
    if (at == 0 && taken > 0) {
      Chunk read = draining;
      draining = Objects.requireNonNull(read.next);
      giveBack(read);
    }
    taken++;
    return draining.records[at];
  }
}
