package io.clockwise.config.read.route;

import io.clockwise.config.HeadersConfig;
import io.clockwise.config.KeySource;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.RouteLimitsConfig;
import io.clockwise.config.RouteRetryConfig;
import io.clockwise.config.RouteTimeoutsConfig;
import io.clockwise.config.read.exchange.RetrySection;
import io.clockwise.config.read.exchange.TimeoutsSection;
import io.clockwise.config.read.form.CidrText;
import io.clockwise.config.read.form.NameText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Reading;
import io.clockwise.config.read.node.Value;
import io.clockwise.config.read.session.OwnerChangeSection;
import io.clockwise.model.MissingKeyPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The key {@code routes}. */
public final class RouteSection {
  private static final long MOST_BODY = 1L << 40;

  private RouteSection() {}

  /**
   * Reads all routes.
   *
   * @param list empty when the document has no routes
   * @param defaults what each leaves out
   * @param pools the names of all pools; empty: they are missing, which is reported already
   */
  public static List<RouteConfig> readAll(
      Optional<Value> list, Optional<Value> defaults, Set<String> pools, Reading reading) {
    if (list.isEmpty()) {
      return standard(defaults, pools, reading);
    }
    List<RouteConfig> routes = new ArrayList<>();
    List<Value> items = list.get().items("a list of routes such as { key: path, pool: web }");
    if (items.isEmpty() && list.get().isList()) {
      list.get().problem("at least one route", "with one pool the key may be left out");
    }
    for (Value item : items) {
      routes.add(
          read(defaults.map(item::over).orElse(item), routes.size() + 1, new PoolNames(pools)));
    }
    return routes;
  }

  private static List<RouteConfig> standard(
      Optional<Value> defaults, Set<String> pools, Reading reading) {
    if (pools.size() != 1) {
      if (pools.size() > 1) {
        reading.problem("routes", "", "routes", "only a single pool can do without");
      }
      return List.of();
    }
    return List.of(
        defaults
            .map(all -> read(all, 1, new PoolNames(pools))) // they are all that it says
            .orElseGet(
                () ->
                    new RouteConfig(
                        "route-1",
                        MatchConfig.ANY,
                        List.of(),
                        MissingKeyPolicy.LEAST_REQUESTS,
                        pools.iterator().next())));
  }

  private static RouteConfig read(Value item, int number, PoolNames pools) {
    Fields fields = item.fields("a mapping such as { key: path, pool: web }");
    boolean named = fields.has("name"); // a default, which is a problem already, names nothing
    String name =
        fields
            .get("name")
            .filter(value -> named)
            .flatMap(RouteSection::name)
            .orElse("route-" + number);
    MatchConfig match = fields.get("match").map(MatchSection::read).orElse(MatchConfig.ANY);
    List<KeySource> key =
        fields
            .get("key")
            .map(value -> KeySection.read(value.alone(), match.path()))
            .orElse(List.of());
    MissingKeyPolicy policy =
        fields.word("onMissingKey", MissingKeyPolicy.class, MissingKeyPolicy.LEAST_REQUESTS);
    TargetSection.Target target = TargetSection.read(fields, pools, item);
    RouteConfig route =
        new RouteConfig(
            name,
            match,
            key,
            policy,
            target.pool(),
            target.pools(),
            target.backup(),
            target.redirect(),
            target.respond(),
            fields
                .get("timeouts")
                .map(TimeoutsSection::readOfRoute)
                .orElse(RouteTimeoutsConfig.NONE),
            fields.get("retry").map(RetrySection::readOfRoute).orElse(RouteRetryConfig.NONE),
            fields.get("limits").map(RouteSection::limits).orElse(RouteLimitsConfig.NONE),
            fields.get("allow").map(CidrText::readAll).orElse(List.of()),
            fields.get("deny").map(CidrText::readAll).orElse(List.of()),
            fields.get("rewrite").map(RewriteSection::read).orElse(null),
            fields.get("headers").map(HeadersSection::read).orElse(HeadersConfig.NONE),
            fields.get("errorPages").map(PageSection::pages).orElse(Map.of()),
            fields.get("onOwnerChange").map(OwnerChangeSection::read).orElse(null));
    fields.done();
    return route;
  }

  private static RouteLimitsConfig limits(Value value) {
    Fields fields = value.fields("a mapping such as { body: 10MiB }");
    RouteLimitsConfig limits =
        fields
            .get("body")
            .filter(body -> !body.isWord("off"))
            .map(body -> new RouteLimitsConfig(body.longSize(0, MOST_BODY, 10 << 20)))
            .orElse(RouteLimitsConfig.NONE);
    fields.done();
    return limits;
  }

  private static Optional<String> name(Value value) {
    Optional<String> name = value.text(NameText.NAME);
    if (name.isPresent() && !NameText.isName(name.get())) {
      value.problem(NameText.NAME, "");
    }
    return name;
  }
}
