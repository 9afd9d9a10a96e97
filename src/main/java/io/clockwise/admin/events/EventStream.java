package io.clockwise.admin.events;

import io.vertx.core.http.HttpServerResponse;

/*
 * It has a place in the ring and no queue of its own: what its client does not take stays in the
 * ring, and a client that is as slow as the ring is long, or takes nothing at all, is ended.
 */
/** One who follows the events. */
final class EventStream {
  private static final int MOST_CHARS = 16 * 1024;

  private final EventRing ring;
  private final HttpServerResponse response;
  private final Runnable close;
  private final String pool;
  private long next;
  private boolean stuck;
  private boolean waiting;

  /**
   * Makes one.
   *
   * @param close ends the client's connection
   * @param pool the one that is followed; empty: all
   * @param next the first event
   */
  EventStream(EventRing ring, HttpServerResponse response, Runnable close, String pool, long next) {
    this.ring = ring;
    this.response = response;
    this.close = close;
    this.pool = pool;
    this.next = next;
  }

  /** Writes what is new, as far as there is room. */
  void pump() {
    while (next <= ring.newest() && !response.writeQueueFull()) {
      if (next < ring.oldest()) {
        close.run();
        return;
      }
      String text = some();
      if (!text.isEmpty()) {
        response.write(text);
      }
    }
    if (response.writeQueueFull() && !waiting) {
      waiting = true;
      response.drainHandler(
          drained -> {
            waiting = false;
            stuck = false;
            pump();
          });
    }
  }

  private String some() {
    StringBuilder text = new StringBuilder();
    while (next <= ring.newest() && text.length() < MOST_CHARS) {
      Event event = ring.get(next++);
      if (event.isAbout(pool)) {
        text.append(event.text(ring.process()));
      }
    }
    return text.toString();
  }

  /** Shows both sides that the other one is there. */
  void beat() {
    if (!response.writeQueueFull()) {
      response.write(":\n\n");
    } else if (stuck) {
      close.run();
    } else {
      stuck = true;
    }
  }
}
