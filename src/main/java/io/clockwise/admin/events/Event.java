package io.clockwise.admin.events;

import io.vertx.core.json.JsonObject;
import java.util.Set;

/**
 * Something that happened.
 *
 * @param number counts from 1
 * @param type its kind
 * @param pools that it is about; none: about all
 * @param data what is told of it
 */
record Event(long number, String type, Set<String> pools, String data) {
  static final String REVISION = "revision";
  static final String STATE = "state";
  static final String DRAIN = "drain";
  static final String RELOAD = "reload";
  static final String FREEZE = "freeze";
  static final String TABLE = "table";
  static final String GAP = "gap";

  /** Tells whether whoever follows one pool wants to know. */
  boolean isAbout(String pool) {
    return pool.isEmpty() || pools.isEmpty() || pools.contains(pool);
  }

  /** Returns it as it is sent; JSON has no line ends of its own. */
  String text(String process) {
    return text(process, number, type, data);
  }

  private static String text(String process, long number, String type, String data) {
    return "id: " + process + "-" + number + "\nevent: " + type + "\ndata: " + data + "\n\n";
  }

  /**
   * Returns what is sent in place of events that are not known, or no longer.
   *
   * @param next the first that follows
   */
  static String gap(String process, String lastEventId, long next) {
    JsonObject data = new JsonObject().put("lastEventId", lastEventId);
    return text(process, next - 1, GAP, data.encode());
  }
}
