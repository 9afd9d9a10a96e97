package io.clockwise.app.cli.remote;

import io.clockwise.app.cli.settings.ClientFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The events of the admin API (server-sent events of the HTML standard), followed over broken
 * connections.
 */
public final class EventFeed {
  private static final long PAUSE_MILLIS = 1_000;

  private final ApiClient api;
  private final ApiPath path;
  private final Consumer<String> notes;
  private String lastId = "";
  private boolean met;

  /**
   * Makes a feed.
   *
   * @param notes is told when the connection broke
   */
  public EventFeed(ApiClient api, ApiPath path, Consumer<String> notes) {
    this.api = api;
    this.path = path;
    this.notes = notes;
  }

  /**
   * One event.
   *
   * @param id of the event; may be empty
   * @param name its kind
   * @param data mostly JSON
   */
  public record Event(String id, String name, String data) {
    /** Returns the data as JSON; text that is none becomes one text. */
    public JsonTree json() {
      try {
        return JsonTree.parse(data);
      } catch (IOException e) {
        return new JsonTree(data);
      }
    }
  }

  /** Gives each event to a taker until that has enough; fails when nobody answers at first. */
  public void follow(Predicate<Event> takesMore) {
    while (true) {
      try (Stream<String> lines = api.follow(path, lastId)) {
        met = true;
        if (!read(lines.iterator(), takesMore)) {
          return;
        }
        notes.accept("the stream of events ended; asking for it again");
      } catch (UncheckedIOException e) { // what was missed comes again behind the last id
        notes.accept("the connection broke; asking for the rest of the events");
      } catch (ApiRefusal e) {
        throw e;
      } catch (ClientFailure e) {
        if (!met) {
          throw e;
        }
        notes.accept(String.valueOf(e.getMessage())); // it may be starting again
      }
      pause();
    }
  }

  private boolean read(Iterator<String> lines, Predicate<Event> takesMore) {
    String id = lastId;
    String name = "message";
    StringBuilder data = new StringBuilder();
    while (lines.hasNext()) {
      String line = lines.next();
      if (line.isEmpty()) {
        lastId = id; // only now: an event that was cut off has not been seen
        if (!data.isEmpty() && !takesMore.test(new Event(lastId, name, data.toString()))) {
          return false;
        }
        name = "message";
        data.setLength(0);
        continue;
      }
      int colon = line.indexOf(':');
      String field = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1).replaceFirst("^ ", "");
      switch (field) {
        case "id" -> id = value;
        case "event" -> name = value;
        case "data" -> data.append(data.isEmpty() ? "" : "\n").append(value);
        default -> {} // comments keep the connection open
      }
    }
    return true;
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientFailure("interrupted");
    }
  }
}
