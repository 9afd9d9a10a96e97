package io.clockwise.config.read.route;

import io.clockwise.config.KeySource;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.NameText;
import io.clockwise.config.read.node.Reading;
import io.clockwise.config.read.node.Shown;
import io.clockwise.config.read.node.Suggestion;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.MissingKeyPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The key {@code routes}. */
public final class RouteSection {
  private static final String NO_NAME = "";

  private RouteSection() {}

  /**
   * Reads all routes.
   *
   * @param list empty when the document has no routes
   * @param pools the names of all pools; empty: they are missing, which is reported already
   */
  public static List<RouteConfig> readAll(
      Optional<Value> list, Set<String> pools, Reading reading) {
    if (list.isEmpty()) {
      return standard(pools, reading);
    }
    List<RouteConfig> routes = new ArrayList<>();
    List<Value> items = list.get().items("a list of routes such as { key: path, pool: web }");
    if (items.isEmpty() && list.get().isList()) {
      list.get().problem("at least one route", "with one pool the key may be left out");
    }
    for (Value item : items) {
      routes.add(read(item, routes.size() + 1, pools));
    }
    return routes;
  }

  private static List<RouteConfig> standard(Set<String> pools, Reading reading) {
    if (pools.size() > 1) {
      reading.problem("routes", "", "routes", "only a single pool can do without");
    }
    return pools.size() == 1
        ? List.of(
            new RouteConfig(
                "route-1",
                MatchConfig.ANY,
                List.of(),
                MissingKeyPolicy.LEAST_REQUESTS,
                pools.iterator().next()))
        : List.of();
  }

  private static RouteConfig read(Value item, int number, Set<String> pools) {
    Fields fields = item.fields("a mapping such as { key: path, pool: web }");
    String name = fields.get("name").flatMap(RouteSection::name).orElse("route-" + number);
    MatchConfig match = fields.get("match").map(MatchSection::read).orElse(MatchConfig.ANY);
    List<KeySource> key =
        fields.get("key").map(value -> KeySection.read(value, match.path())).orElse(List.of());
    MissingKeyPolicy policy =
        fields.word("onMissingKey", MissingKeyPolicy.class, MissingKeyPolicy.LEAST_REQUESTS);
    String pool = pool(fields, pools);
    notYet(fields);
    fields.done();
    return new RouteConfig(name, match, key, policy, pool);
  }

  private static void notYet(Fields fields) {
    fields.notYet("pools");
    fields.notYet("backup");
    fields.notYet("timeouts");
    fields.notYet("retry");
    fields.notYet("limits");
    fields.notYet("allow");
    fields.notYet("deny");
    fields.notYet("rewrite");
    fields.notYet("headers");
    fields.notYet("redirect");
    fields.notYet("respond");
    fields.notYet("onOwnerChange", "keep");
  }

  private static Optional<String> name(Value value) {
    Optional<String> name = value.text(NameText.NAME);
    if (name.isPresent() && !NameText.isName(name.get())) {
      value.problem(NameText.NAME, "");
    }
    return name;
  }

  private static String pool(Fields fields, Set<String> pools) {
    if (pools.size() <= 1 || fields.has("pools")) {
      return fields
          .get("pool")
          .map(value -> known(value, pools))
          .orElse(pools.isEmpty() ? NO_NAME : pools.iterator().next());
    }
    return fields
        .required("pool", Value.oneOf(shown(pools)), "")
        .map(value -> known(value, pools))
        .orElse(NO_NAME);
  }

  private static String known(Value value, Set<String> pools) {
    Optional<String> name = value.text("the name of a pool");
    if (name.isPresent() && !pools.isEmpty() && !pools.contains(name.get())) {
      String hint = Suggestion.hint(name.get(), pools);
      value.problem(
          "the name of a pool: " + Value.oneOf(shown(pools)),
          hint.isEmpty() ? "add it under pools, or name another" : hint);
    }
    return name.orElse(NO_NAME);
  }

  private static List<String> shown(Set<String> pools) {
    int most = 10;
    List<String> names = new ArrayList<>(pools.stream().limit(most).map(Shown::plain).toList());
    if (pools.size() > most) {
      names.add("... (" + pools.size() + " in all)");
    }
    return names;
  }
}
