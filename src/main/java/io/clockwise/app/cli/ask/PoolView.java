package io.clockwise.app.cli.ask;

import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.console.TextTable;
import io.clockwise.app.cli.remote.JsonTree;
import java.util.Comparator;
import java.util.List;

/**
 * One pool of an answer, as people read it.
 *
 * @param body a POOL of the API
 */
record PoolView(JsonTree body) {

  static TextTable table() {
    return new TextTable(
        "POOL", "REVISION", "PLACEMENT", "BACKENDS", "OPEN", "LIVE", "STAGED", "DIGEST");
  }

  String name() {
    return body.text("name");
  }

  List<BackendView> backends() {
    return body.items("backends").stream().map(b -> new BackendView(name(), b)).toList();
  }

  /** Returns how much it needs a look: the smaller the more. */
  int rank() {
    if (open() == 0) {
      return -1;
    }
    return backends().stream().mapToInt(BackendView::rank).min().orElse(0);
  }

  static Comparator<PoolView> badFirst() {
    return Comparator.comparingInt(PoolView::rank).thenComparing(PoolView::name);
  }

  long open() {
    return backends().stream().filter(BackendView::isOpen).count();
  }

  void addTo(TextTable table) {
    long live = body.items("backends").stream().mapToLong(b -> b.number("inFlight")).sum();
    table.add(
        name(),
        body.text("revision"),
        body.at("placement").text("algorithm"),
        Integer.toString(backends().size()),
        Long.toString(open()),
        Long.toString(live),
        staged(body.at("staged")),
        body.text("digest"));
  }

  private static String staged(JsonTree staged) {
    if (!staged.isThere()) {
      return "";
    }
    String moved = Shown.percent(staged.fraction("progress")) + " of it, ";
    return moved
        + (staged.flag("paused") ? "paused" : Shown.time(staged.text("remaining")) + " left");
  }

  /** Returns what is wrong with the pool as a whole; empty: nothing. */
  String trouble() {
    if (backends().isEmpty()) {
      return "pool " + Shown.plain(name()) + " has no backends";
    }
    if (open() == 0) {
      return "pool " + Shown.plain(name()) + " has no backend that takes new keys";
    }
    return backends().stream().anyMatch(BackendView::isPanic)
        ? "pool " + Shown.plain(name()) + " serves by backends that are not usable: no other one is"
        : "";
  }
}
