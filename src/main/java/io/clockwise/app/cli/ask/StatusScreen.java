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
 * @param said what the API said
 * @param gauges what {@code /metrics} said
 * @param now for ages
 */
record StatusScreen(Said said, Gauges gauges, Instant now) {
  private static final int MOST_BACKENDS = 15;
  private static final int MOST_POOLS = 10;

  /**
   * Answers of one instance.
   *
   * @param endpoint that answered
   * @param ready what {@code /readyz} said
   * @param pools what {@code /v1/pools} said
   * @param overlay what {@code /v1/overlay} said
   * @param status what {@code /v1/status} said
   */
  record Said(String endpoint, JsonTree ready, JsonTree pools, JsonTree overlay, JsonTree status) {}

  void print(PrintWriter out) {
    List<PoolView> views =
        said.pools().items("pools").stream()
            .map(PoolView::new)
            .sorted(PoolView.badFirst())
            .toList();
    troubles(views).forEach(trouble -> out.println("! " + trouble));
    out.println(said.endpoint() + ": " + (said.ready().flag("ready") ? "ready" : "NOT READY"));
    out.println(
        "revision "
            + said.pools().text("revision")
            + ", epoch "
            + said.pools().text("epoch")
            + ", "
            + difference());
    out.println("journal " + (isGood("journal") ? "ok" : "NOT OK") + "; last reload " + reload());
    printPools(views, out);
    printBackends(views, out);
  }

  private List<String> troubles(List<PoolView> views) {
    List<String> troubles = new ArrayList<>();
    if (!said.ready().flag("ready")) {
      List<JsonTree> reasons = said.ready().items("reasons");
      reasons.forEach(reason -> troubles.add("not ready: " + Shown.plain(reason.text())));
      if (reasons.isEmpty()) {
        troubles.add("not ready");
      }
    }
    if (!isGood("journal")) {
      troubles.add("journal: " + fault("journal"));
    }
    if (!isGood("reload")) {
      troubles.add("the document is not in use, the one before it is: " + fault("reload"));
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
    int size = said.overlay().items("overlay").size();
    return size == 0
        ? "all as the document says"
        : Shown.counted(size, "backend") + " other than in the document";
  }

  private boolean isGood(String what) {
    return said.status().at(what).flag("ok");
  }

  private String fault(String what) {
    return Shown.plain(said.status().at(what).text("fault"));
  }

  private String reload() {
    Instant looked = Instant.parse(said.status().at("reload").text("time"));
    String age = Shown.time(Duration.between(looked, now)) + " ago";
    return isGood("reload") ? age : age + ", FAILED";
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
