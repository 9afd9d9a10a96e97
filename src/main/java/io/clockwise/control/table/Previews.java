package io.clockwise.control.table;

import io.clockwise.control.drain.SessionCounts;
import io.clockwise.control.intent.Reduction;
import io.clockwise.event.Preview;
import io.clockwise.placement.measure.KeySample;
import io.clockwise.placement.measure.PlacementDiff;
import io.clockwise.placement.measure.PlacementView;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/*
 * The table that a change would lead to is built as it would be for traffic, and the two are laid
 * over each other. So a preview cannot differ from what happens, unless something else happens
 * between.
 */
/** What changes would do to the keys; used on the controller's context only. */
public final class Previews {
  private final Context context;
  private final TableAssembler assembler;
  private final Supplier<RoutingTable> current;
  private final InstantSource clock;

  /** Compares with the table that is current then. */
  public Previews(
      Context context,
      TableAssembler assembler,
      Supplier<RoutingTable> current,
      InstantSource clock) {
    this.context = context;
    this.assembler = assembler;
    this.current = current;
    this.clock = clock;
  }

  /** Tells what a planned record would do. */
  public Future<Preview> of(Reduction.Accepted planned) {
    RoutingTable before = current.get();
    long millis = clock.millis();
    return context.executeBlocking(
        () -> compare(before, assembler.assemble(planned.state(), before), millis), false);
  }

  /**
   * Lays two tables over each other.
   *
   * @param epochMillis the time by which requests and sessions were counted
   */
  public static Preview compare(RoutingTable before, RoutingTable after, long epochMillis) {
    List<Preview.Pool> pools = new ArrayList<>();
    after
        .pools()
        .forEach(
            (name, now) -> {
              PoolSnapshot old = before.pools().get(name);
              if (old != null && old != now) {
                pools.add(compare(old, now, epochMillis));
              }
            });
    pools.sort((a, b) -> a.pool().compareTo(b.pool()));
    return new Preview(pools);
  }

  private static Preview.Pool compare(PoolSnapshot old, PoolSnapshot now, long epochMillis) {
    PlacementView before = new PlacementView(old.placement(), old.openMembers());
    PlacementView after = new PlacementView(now.placement(), now.openMembers());
    PlacementDiff served = PlacementDiff.between(before, after, KeySample.DEFAULT);
    PlacementDiff owned =
        allOpen(before) && allOpen(after)
            ? served
            : PlacementDiff.between(old.placement(), now.placement());
    return new Preview.Pool(
        old.name(),
        served.moved(),
        served.minimum(),
        owned.moved(),
        served.exact() && owned.exact(),
        served.moves().stream()
            .map(move -> new Preview.Move(move.from(), move.to(), move.share()))
            .toList(),
        shares(old, served.before()),
        shares(now, served.after()),
        sessionsLeft(old, now, epochMillis / 1000),
        TrafficMoved.of(old, now, served.moved(), epochMillis));
  }

  /* A change is answered with what it moved, and others wait for it: one comparison less counts. */
  private static boolean allOpen(PlacementView view) {
    return IntStream.range(0, view.placement().members().size()).allMatch(view.open()::accepts);
  }

  /** Returns what each backend serves, in the order of the pool. */
  private static Map<String, Double> shares(PoolSnapshot pool, Map<String, Double> served) {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (int i = 0; i < pool.size(); i++) {
      String id = pool.backend(i).id();
      shares.put(id, served.getOrDefault(id, 0.0));
    }
    return shares;
  }

  private static long sessionsLeft(PoolSnapshot old, PoolSnapshot now, long epochSecond) {
    SessionCounts counts = new SessionCounts();
    long sessions = 0;
    for (int i = 0; i < old.size(); i++) {
      int there = now.indexOf(old.backend(i).id());
      if (old.isOpen(i) && (there < 0 || !now.isOpen(there))) {
        sessions += counts.live(old, i, epochSecond);
      }
    }
    return sessions;
  }
}
