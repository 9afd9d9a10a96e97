package io.clockwise.app.cli.plan;

import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.console.TextTable;
import io.clockwise.app.cli.remote.JsonTree;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which keys a change moves, for people. */
public final class PreviewText {
  private static final int MOST_MOVES = 20;
  private static final double TOO_LITTLE = 0.0005;

  private PreviewText() {}

  /** Prints a preview of the API; one that is not there prints nothing. */
  public static void print(JsonTree preview, PrintWriter out) {
    for (JsonTree pool : preview.items("pools")) {
      printPool(pool, out);
    }
    if (preview.isThere() && preview.items("pools").isEmpty()) {
      out.println("no key moves");
    }
  }

  private static void printPool(JsonTree pool, PrintWriter out) {
    StringBuilder head = new StringBuilder(pool.text("pool")).append(": ");
    if (!pool.flag("exact") && pool.at("exact").isThere()) {
      head.append("about ");
    }
    head.append(Shown.percent(pool.fraction("moved"))).append(" of the keys move");
    if (pool.fraction("moved") >= TOO_LITTLE) {
      head.append(", ")
          .append(Shown.percent(pool.fraction("minimum")))
          .append(" is the least possible");
    }
    JsonTree traffic = pool.at("traffic").at("moved");
    if (traffic.isThere()) {
      head.append("; ")
          .append(Shown.percent(pool.at("traffic").fraction("moved")))
          .append(" of the requests of late");
    }
    if (pool.number("sessions") > 0) {
      head.append("; ").append(Shown.counted(pool.number("sessions"), "live session"));
    }
    if (pool.at("takes").isThere()) {
      head.append("; it takes ").append(Shown.time(pool.text("takes")));
    }
    out.println(head);
    if (pool.fraction("moved") < TOO_LITTLE) {
      return; // shares that are estimated differ a little all the same
    }
    printMoves(pool.items("moves"), out);
    printShares(pool, out);
  }

  private static void printMoves(List<JsonTree> moves, PrintWriter out) {
    if (moves.isEmpty()) {
      return;
    }
    TextTable table = new TextTable("FROM", "TO", "KEYS");
    for (JsonTree move : moves.subList(0, Math.min(MOST_MOVES, moves.size()))) {
      table.add(who(move.at("from")), who(move.at("to")), Shown.percent(move.fraction("share")));
    }
    table.print(out, "  ");
    if (moves.size() > MOST_MOVES) {
      out.println("  and " + (moves.size() - MOST_MOVES) + " more moves; --output json has all");
    }
  }

  private static String who(JsonTree id) {
    return id.isThere() ? id.text() : "nobody";
  }

  private static void printShares(JsonTree pool, PrintWriter out) {
    Set<String> all = new TreeSet<>(pool.at("before").members().keySet());
    all.addAll(pool.at("after").members().keySet());
    TextTable table = new TextTable("BACKEND", "BEFORE", "AFTER");
    for (String id : all) {
      String was = share(pool.at("before"), id);
      String is = share(pool.at("after"), id);
      if (!was.equals(is)) {
        table.add(id, was, is);
      }
    }
    if (!table.isEmpty()) {
      table.print(out, "  ");
    }
  }

  private static String share(JsonTree shares, String id) {
    return shares.at(id).isThere() ? Shown.percent(shares.fraction(id)) : "-";
  }
}
