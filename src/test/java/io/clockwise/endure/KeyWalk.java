package io.clockwise.endure;

import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** So many keys that keep coming: each once in a while, on and on, and who answered them. */
final class KeyWalk implements AutoCloseable {
  private static final int THREADS = 16;

  final Queue<String> failures = new ConcurrentLinkedQueue<>();
  final AtomicLong answered = new AtomicLong();
  final AtomicLong moved = new AtomicLong();
  final AtomicLong late = new AtomicLong();

  private final int port;
  private final String[] owners;
  private final long[] seen;
  private final long gapNanos;
  private final long idleNanos;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  private KeyWalk(int port, int count, long roundMillis, long idleMillis) {
    this.port = port;
    this.owners = new String[count];
    this.seen = new long[count];
    this.gapNanos = TimeUnit.MILLISECONDS.toNanos(roundMillis) * THREADS / count;
    this.idleNanos = TimeUnit.MILLISECONDS.toNanos(idleMillis);
  }

  /**
   * Starts it.
   *
   * @param roundMillis between two requests of a key, if the machine is fast enough
   * @param idleMillis a key that came so late is not one that keeps coming
   */
  static KeyWalk start(int port, int count, long roundMillis, long idleMillis) {
    KeyWalk walk = new KeyWalk(port, count, roundMillis, idleMillis);
    for (int t = 0; t < THREADS; t++) {
      int from = count * t / THREADS;
      int to = count * (t + 1) / THREADS;
      Thread thread = new Thread(() -> walk.ask(from, to), "keys-" + t);
      walk.threads.add(thread);
      thread.start();
    }
    return walk;
  }

  static String name(int key) {
    return "key-" + key;
  }

  /** Asks with a key; returns who answered. */
  static String ask(RawClient client, String key) throws IOException {
    return taken(client.send("GET / HTTP/1.1\r\nHost: t\r\nX-Key: " + key + "\r\n\r\n").answer());
  }

  /** Returns the text of an answer that must be a good one. */
  static String taken(RawAnswer answer) throws IOException {
    if (answer.status() != 200) {
      throw new IOException(answer.statusLine());
    }
    return answer.text();
  }

  private void ask(int from, int to) {
    long due = System.nanoTime();
    while (!over) {
      try (RawClient client = RawClient.to(port)) {
        for (int key = from; !over; key = key + 1 == to ? from : key + 1) {
          due = Math.max(due + gapNanos, System.nanoTime() - TimeUnit.SECONDS.toNanos(1));
          LockSupport.parkNanos(due - System.nanoTime());
          note(key, ask(client, name(key)));
        }
      } catch (IOException | RuntimeException e) {
        failures.add(e.toString());
      }
    }
  }

  private void note(int key, String owner) {
    long now = System.nanoTime();
    answered.incrementAndGet();
    if (owners[key] != null) {
      if (now - seen[key] > idleNanos) {
        late.incrementAndGet();
      } else if (!owners[key].equals(owner)) {
        moved.incrementAndGet();
      }
    }
    owners[key] = owner;
    seen[key] = now;
  }

  /** Waits for so many more answers as there are keys, so often. */
  void rounds(int count) throws InterruptedException {
    long wanted = answered.get() + (long) count * owners.length;
    while (answered.get() < wanted) {
      Thread.sleep(20);
    }
  }

  @Override
  public void close() {
    over = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
