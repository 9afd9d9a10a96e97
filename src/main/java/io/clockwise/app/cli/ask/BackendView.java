package io.clockwise.app.cli.ask;

import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.console.TextTable;
import io.clockwise.app.cli.remote.JsonTree;

/**
 * One backend of an answer, as people read it.
 *
 * @param pool its pool
 * @param body a BACKEND of the API
 */
record BackendView(String pool, JsonTree body) {
  private static final int CLOSED = 0;
  private static final int DRAINING = 1;
  private static final int ODD = 2;
  private static final int GOOD = 3;

  static TextTable table() {
    return new TextTable(
        "POOL",
        "ID",
        "ADDRESS",
        "WEIGHT",
        "STATE",
        "HEALTH",
        "TAKES",
        "LIVE",
        "STREAMS",
        "SESSIONS",
        "KEYS",
        "FLAGS",
        "REASON");
  }

  void addTo(TextTable table) {
    table.add(
        pool,
        body.text("id"),
        body.text("address"),
        body.text("weight"),
        state(),
        body.text("health"),
        takes(),
        body.text("inFlight"),
        body.text("streams"),
        body.text("sessions"),
        Shown.percent(body.at("share").fraction("actual")),
        body.texts("flags"),
        body.text("reason"));
  }

  /** Returns how much it needs a look: the smaller the more. */
  int rank() {
    if (body.text("availability").equals("closed") || isPanic()) {
      return CLOSED;
    }
    if (!body.text("adminState").equals("ready")) {
      return DRAINING;
    }
    boolean odd = !body.text("health").equals("up") || !body.items("flags").isEmpty();
    return odd ? ODD : GOOD;
  }

  /** Tells whether it serves although it is not usable, since no other one is. */
  boolean isPanic() {
    return body.items("flags").stream().anyMatch(flag -> flag.text().equals("panic"));
  }

  boolean isGood() {
    return rank() == GOOD;
  }

  boolean isOpen() {
    return body.text("availability").equals("open");
  }

  private String state() {
    String remaining = body.at("drain").text("remaining");
    boolean open = body.at("drain").text("state").equals("draining") && !remaining.isEmpty();
    return body.text("adminState") + (open ? ", " + Shown.time(remaining) + " left" : "");
  }

  private String takes() {
    return switch (body.text("availability")) {
      case "open" -> "all";
      case "sticky_only" -> "sessions";
      case "closed" -> "nothing";
      default -> body.text("availability");
    };
  }
}
