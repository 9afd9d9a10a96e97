package io.clockwise.config.read.route;

import io.clockwise.config.PoolShare;
import io.clockwise.config.RedirectConfig;
import io.clockwise.config.RespondConfig;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.Backend;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where a route leads: {@code pool}, {@code pools}, {@code redirect} or {@code respond}. */
final class TargetSection {
  private static final List<String> WAYS = List.of("pool", "pools", "redirect", "respond");
  private static final String POOLS =
      "a list of pools such as [{ pool: a, weight: 95 }, { pool: b, weight: 5 }]";

  /** What the keys say. */
  record Target(
      String pool,
      List<PoolShare> pools,
      @Nullable String backup,
      @Nullable RedirectConfig redirect,
      @Nullable RespondConfig respond) {}

  private TargetSection() {}

  static Target read(Fields fields, PoolNames names, Value route) {
    List<String> ways = WAYS.stream().filter(fields::has).toList();
    if (ways.size() > 1) {
      route
          .reading()
          .problem(
              route.path(),
              String.join(" and ", ways),
              "one of " + String.join(", ", WAYS),
              "a route has one way to answer");
    }
    String pool = pool(fields, names, ways);
    List<PoolShare> pools = fields.get("pools").map(value -> pools(value, names)).orElse(List.of());
    return new Target(
        pool,
        pools,
        backup(fields, names, pool, pools),
        fields.get("redirect").map(AnswerSection::redirect).orElse(null),
        fields.get("respond").map(AnswerSection::respond).orElse(null));
  }

  private static String pool(Fields fields, PoolNames names, List<String> ways) {
    if (names.all().size() <= 1 || !ways.isEmpty()) {
      String implied = ways.isEmpty() ? names.only() : "";
      return fields.get("pool").map(names::read).orElse(implied);
    }
    return fields.required("pool", names.shown(), "").map(names::read).orElse("");
  }

  private static List<PoolShare> pools(Value list, PoolNames names) {
    List<PoolShare> pools = new ArrayList<>();
    Set<String> before = new HashSet<>();
    long sum = 0;
    int problems = list.reading().findings().count();
    for (Value item : list.items(POOLS)) {
      Fields fields = item.fields("a mapping such as { pool: a, weight: 95 }");
      String pool = fields.required("pool", names.shown(), "").map(names::read).orElse("");
      PoolShare share = new PoolShare(pool, fields.integer("weight", 0, Backend.MAX_WEIGHT, 1));
      fields.done();
      if (!pool.isEmpty() && !before.add(pool)) {
        item.problem("each pool once", "add its weights");
      }
      sum += share.weight();
      pools.add(share);
    }
    if (sum == 0 && list.reading().findings().count() == problems) {
      list.problem("at least one pool with a weight above 0", "");
    }
    return pools;
  }

  private static @Nullable String backup(
      Fields fields, PoolNames names, String pool, List<PoolShare> pools) {
    Value value = fields.get("backup").orElse(null);
    if (value == null) {
      return null;
    }
    String name = names.read(value);
    boolean leads = !pool.isEmpty() || !pools.isEmpty();
    boolean same = name.equals(pool) || pools.stream().anyMatch(s -> s.pool().equals(name));
    if (!name.isEmpty() && (same || !leads)) {
      value.problem(
          leads ? "another pool than the route's own" : "no backup without a pool",
          "it takes what finds no open backend there");
    }
    return name;
  }
}
