package io.clockwise.proxy.connection;

import io.clockwise.proxy.connection.wire.Source;
import io.vertx.core.Vertx;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The open connections of one event loop to one backend; those that are unused for long close. */
final class Lines {
  private final Vertx vertx;
  private final long idleMillis;
  private final Set<Line> all = new HashSet<>();
  private final Set<Line> shared = new HashSet<>();
  private final Deque<Line> idle = new ArrayDeque<>();
  private long idleTimer = -1;

  Lines(Vertx vertx, long idleMillis) {
    this.vertx = vertx;
    this.idleMillis = idleMillis;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  int idle() {
    return idle.size();
  }

  void add(Line line) {
    all.add(line);
    if (line.isShared()) {
      shared.add(line);
    }
  }

  void remove(Line line) {
    all.remove(line);
    shared.remove(line);
    idle.remove(line);
  }

  /** Keeps one that nothing is on. */
  void idle(Line line, long nowNanos) {
    line.idleSince(nowNanos);
    idle.addLast(line);
    if (idleTimer < 0) {
      idleTimer = vertx.setTimer(idleMillis, id -> closeOld());
    }
  }

  /**
   * Returns one with room for this client: the fullest, so that the others may end.
   *
   * @param http1 whether it must speak HTTP/1
   */
  @Nullable Line free(@Nullable Source client, boolean http1) {
    Line best = null;
    for (Line line : http1 ? Set.<Line>of() : shared) {
      if (line.exchanges() > (best == null ? 0 : best.exchanges())
          && line.hasRoom()
          && line.isOf(client)) {
        best = line;
      }
    }
    return best != null ? best : idle(client, http1);
  }

  /** Returns the one that was used last and is one request's alone; null without any. */
  @Nullable Line youngest() {
    Line line = idle.peekLast();
    if (line == null || line.isShared() || !line.hasRoom()) {
      return null;
    }
    return idle.pollLast();
  }

  private @Nullable Line idle(@Nullable Source client, boolean http1) {
    Iterator<Line> youngest = idle.descendingIterator();
    while (youngest.hasNext()) {
      Line line = youngest.next();
      if (line.hasRoom() && line.isOf(client) && !(http1 && line.isShared())) {
        youngest.remove();
        return line;
      }
    }
    return null;
  }

  void closeOldest() {
    Line oldest = idle.pollFirst();
    if (oldest != null) {
      oldest.close();
    }
  }

  void closeIdle() {
    while (!idle.isEmpty()) {
      closeOldest();
    }
  }

  /** Lets go of those with another end. */
  void retain(Predicate<SocketAddress> wanted) {
    for (Line line : List.copyOf(all)) {
      if (!wanted.test(line.address())) {
        line.drain(); // leaves here by remove()
      }
    }
  }

  private void closeOld() {
    idleTimer = -1;
    long limitNanos = idleMillis * 1_000_000;
    Line oldest = idle.peekFirst();
    while (oldest != null && System.nanoTime() - oldest.idleSinceNanos() >= limitNanos) {
      oldest.close(); // leaves the queue by remove()
      oldest = idle.peekFirst();
    }
    if (oldest != null) {
      long restNanos = oldest.idleSinceNanos() + limitNanos - System.nanoTime();
      idleTimer = vertx.setTimer(Math.max(1, restNanos / 1_000_000 + 1), id -> closeOld());
    }
  }
}
