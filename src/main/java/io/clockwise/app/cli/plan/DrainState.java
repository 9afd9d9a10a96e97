package io.clockwise.app.cli.plan;

import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.remote.JsonTree;

/**
 * How far a drain is, as the API said.
 *
 * @param body a DRAIN of the API
 */
record DrainState(JsonTree body) {

  /** Returns {@code draining}, {@code drained}, {@code expired} or {@code cancelled}. */
  String state() {
    return body.text("state");
  }

  /** Tells whether nobody needs to wait any more. */
  boolean isOver() {
    return switch (state()) {
      case "drained", "cancelled" -> true;
      case "expired" -> body.flag("removable"); // else requests are in their last seconds
      default -> false;
    };
  }

  /** Tells whether it ended by an end of the work, or of the time that it had. */
  boolean isGood() {
    return !state().equals("cancelled");
  }

  /** Returns how much is left to wait for. */
  long work() {
    return body.number("liveRequests") + body.number("streams") + body.number("sessions");
  }

  /** Returns what is left to wait for, in words. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(Shown.counted(body.number("liveRequests"), "request"));
    text.append(", ").append(Shown.counted(body.number("streams"), "stream"));
    boolean known = body.at("sessions").isThere();
    text.append(", ");
    text.append(
        known ? Shown.counted(body.number("sessions"), "session") : "sessions not known yet");
    String remaining = body.text("remaining");
    if (!remaining.isEmpty() && state().equals("draining")) {
      text.append("; ").append(Shown.time(remaining)).append(" left");
    }
    if (body.flag("lastOne")) {
      text.append("; it serves on, no other backend is left");
    }
    return text.toString();
  }

  /** Returns how it ended, in words. */
  String end() {
    return switch (state()) {
      case "drained" -> "drained";
      case "expired" -> "the deadline passed; what was left has moved";
      default -> "the drain was cancelled";
    };
  }
}
