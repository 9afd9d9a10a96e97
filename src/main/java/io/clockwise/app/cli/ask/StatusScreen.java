package io.clockwise.app.cli.ask;

import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.console.TextTable;
import io.clockwise.app.cli.remote.JsonTree;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One instance on one screen, what is bad first.
 *
 * @param endpoint that answered
 * @param ready what {@code /readyz} said
 * @param pools what {@code /v1/pools} said
 * @param overlay what {@code /v1/overlay} said
 * @param gauges what {@code /metrics} said
 * @param now for ages
 */
record StatusScreen(
    String endpoint, JsonTree ready, JsonTree pools, JsonTree overlay, Gauges gauges, Instant now) {
  private static final int MOST_BACKENDS = 15;
  private static final int MOST_POOLS = 10;

  void print(PrintWriter out) {
    List<PoolView> views =
        pools.items("pools").stream().map(PoolView::new).sorted(PoolView.badFirst()).toList();
    troubles(views).forEach(trouble -> out.println("! " + trouble));
    out.println(endpoint + ": " + (ready.flag("ready") ? "ready" : "NOT READY"));
    out.println(
        "revision "
            + pools.text("revision")
            + ", epoch "
            + pools.text("epoch")
            + ", "
            + difference());
    out.println("journal " + journal() + "; last reload " + reload());
    printPools(views, out);
    printBackends(views, out);
  }

  private List<String> troubles(List<PoolView> views) {
    List<String> troubles = new ArrayList<>();
    if (!ready.flag("ready")) {
      List<JsonTree> reasons = ready.items("reasons");
      reasons.forEach(reason -> troubles.add("not ready: " + Shown.plain(reason.text())));
      if (reasons.isEmpty()) {
        troubles.add("not ready");
      }
    }
    if (gauges.find("clockwise_journal_ok").orElse(1) == 0) {
      troubles.add("the journal fails: changes are refused, or lost at a restart");
    }
    if (gauges.find("clockwise_reload_success").orElse(1) == 0) {
      troubles.add("the configuration document has problems; the one read before is in use");
    }
    double frozen = gauges.find("clockwise_health_frozen_seconds").orElse(0);
    if (frozen > 0) {
      String left = Shown.time(Duration.ofSeconds((long) Math.ceil(frozen)));
      troubles.add("availability is frozen, " + left + " left: 'clockwise freeze --off' ends it");
    }
    double lagging = gauges.find("clockwise_lagging_loops").orElse(0);
    if (lagging > 0) {
      troubles.add(Shown.counted((long) lagging, "event loop") + " without the newest table");
    }
    views.stream().map(PoolView::trouble).filter(t -> !t.isEmpty()).forEach(troubles::add);
    return troubles;
  }

  private String difference() {
    int size = overlay.items("overlay").size();
    return size == 0
        ? "all as the document says"
        : Shown.counted(size, "backend") + " other than in the document";
  }

  private String journal() {
    return gauges.find("clockwise_journal_ok").stream()
        .mapToObj(ok -> ok == 0 ? "FAILS" : "ok")
        .findFirst()
        .orElse("none");
  }

  private String reload() {
    String age =
        gauges.find("clockwise_reload_timestamp_seconds").stream()
            .mapToObj(
                seconds ->
                    Shown.time(Duration.between(Instant.ofEpochSecond((long) seconds), now))
                        + " ago")
            .findFirst()
            .orElse("not known");
    return gauges.find("clockwise_reload_success").orElse(1) == 0 ? age + ", FAILED" : age;
  }

  private static void printPools(List<PoolView> views, PrintWriter out) {
    TextTable table = PoolView.table();
    views.stream().limit(MOST_POOLS).forEach(view -> view.addTo(table));
    out.println();
    table.print(out, "");
    if (views.size() > MOST_POOLS) {
      out.println(
          "and " + (views.size() - MOST_POOLS) + " more that are no worse; see 'clockwise pools'");
    }
  }

  private static void printBackends(List<PoolView> views, PrintWriter out) {
    List<BackendView> bad =
        views.stream()
            .flatMap(view -> view.backends().stream())
            .filter(backend -> !backend.isGood())
            .sorted(Comparator.comparingInt(BackendView::rank))
            .toList();
    if (bad.isEmpty()) {
      return;
    }
    TextTable table = BackendView.table();
    bad.stream().limit(MOST_BACKENDS).forEach(backend -> backend.addTo(table));
    out.println();
    table.print(out, "");
    if (bad.size() > MOST_BACKENDS) {
      out.println("and " + (bad.size() - MOST_BACKENDS) + " more; see 'clockwise backends'");
    }
  }
}
