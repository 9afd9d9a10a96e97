package io.clockwise.app.cli.ask;

import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.console.TextTable;
import io.clockwise.app.cli.remote.JsonTree;
import java.io.PrintWriter;
import java.util.Locale;

/** Where requests went that were served, line by line; the newest first. */
final class ServedView {
  private ServedView() {}

  /** Prints all of an answer. */
  static void print(JsonTree answer, PrintWriter out) {
    boolean first = true;
    for (JsonTree request : answer.items("requests")) {
      if (!first) {
        out.println();
      }
      first = false;
      printRequest(request, answer.text("instance"), out);
    }
  }

  private static void printRequest(JsonTree request, String instance, PrintWriter out) {
    printPlace(request, out);
    line(out, "status", request.text("status"));
    line(out, "failure", request.text("failure"));
    line(out, "ended by", request.text("endedBy") + " (" + request.text("phase") + ")");
    line(out, "time", request.text("time") + ", " + millis(request, "totalMs") + " in all");
    line(out, "from", request.text("client"));
    String target = request.text("target");
    line(out, "request", request.text("method") + (target.isEmpty() ? "" : " " + target));
    line(out, "host", request.text("host"));
    line(out, "revision", request.text("revision"));
    line(out, "epoch", request.text("epoch"));
    line(out, "instance", instance);
    TextTable table = new TextTable("BACKEND", "ATTEMPT", "RESULT", "AT");
    for (JsonTree attempt : request.items("attempts")) {
      table.add(
          attempt.text("backend"),
          attempt.text("kind"),
          attempt.text("result"),
          millis(attempt, "atMs"));
    }
    if (!table.isEmpty()) {
      table.print(out, "");
    }
  }

  /** Prints where one goes, or went, and why. */
  static void printPlace(JsonTree answer, PrintWriter out) {
    String by = answer.text("chosenBy");
    line(out, "chosen", answer.text("chosen") + (by.isEmpty() ? "" : " (by " + by + ")"));
    line(out, "off its owner", answer.text("offOwner"));
    line(out, "owner", answer.text("owner"));
    line(out, "route", answer.text("route"));
    line(out, "pool", answer.text("pool"));
    String key = answer.at("key").text("source");
    line(out, "key", key.isEmpty() ? "" : key + ", hash " + answer.at("key").text("hash"));
    line(out, "cookie", answer.text("cookie"));
  }

  private static String millis(JsonTree of, String name) {
    return String.format(Locale.ROOT, "%.1f ms", of.fraction(name));
  }

  /** Prints a line with a name, unless there is nothing to say. */
  static void line(PrintWriter out, String name, String value) {
    if (!value.isEmpty()) {
      out.println(String.format("%-14s", name) + Shown.plain(value));
    }
  }
}
