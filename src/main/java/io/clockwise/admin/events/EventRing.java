package io.clockwise.admin.events;

import io.vertx.core.json.JsonObject;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The last events of this process. */
final class EventRing {
  /** How many are kept. */
  static final int MOST = 1000;

  private final @Nullable Event[] events = new Event[MOST];
  private final String process;
  private long newest;

  /**
   * Makes an empty one.
   *
   * @param process by which ids of this process are known
   */
  EventRing(String process) {
    this.process = process;
  }

  String process() {
    return process;
  }

  /** Adds an event; the oldest one makes room. */
  void add(String type, Set<String> pools, JsonObject data) {
    newest++;
    events[(int) (newest % MOST)] = new Event(newest, type, pools, data.encode());
  }

  /** Returns the number of the newest event; 0: there was none. */
  long newest() {
    return newest;
  }

  /** Returns the number of the oldest event that is kept. */
  long oldest() {
    return Math.max(1, newest - MOST + 1);
  }

  /** Returns one that is kept. */
  Event get(long number) {
    return Objects.requireNonNull(events[(int) (number % MOST)]);
  }

  /**
   * Returns the number of the event behind the one of this id; 0: it is too old, or of another
   * process, or no id at all.
   */
  long behind(String id) {
    String prefix = process + "-";
    String number = id.startsWith(prefix) ? id.substring(prefix.length()) : "";
    if (!number.matches("[0-9]{1,18}")) {
      return 0;
    }
    long next = Long.parseLong(number) + 1;
    return next < oldest() || next > newest + 1 ? 0 : next;
  }
}
