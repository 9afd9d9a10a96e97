package io.clockwise.control.table;

import io.clockwise.control.drain.SessionCounts;
import io.clockwise.control.intent.Reduction;
import io.clockwise.event.IntentState;
import io.clockwise.event.Preview;
import io.clockwise.placement.measure.KeySample;
import io.clockwise.placement.measure.PlacementDiff;
import io.clockwise.placement.measure.PlacementView;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.balance.Staging;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/*
 * The table that a change would lead to is built as it would be for traffic, and the two are laid
 * over each other. So a preview cannot differ from what happens, unless something else happens
 * between. Of a change that was made, the table that came of it is taken, where it came of nothing
 * else.
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

  /**
   * What a change is compared with.
   *
   * @param table that was current before it
   * @param epochMillis when that was
   */
  public record Before(RoutingTable table, long epochMillis) {}

  /** Returns what a change that is made now is compared with. */
  public Before before() {
    return new Before(current.get(), clock.millis());
  }

  /** Tells what a planned record would do. */
  public Future<Preview> of(Reduction.Accepted planned) {
    Before before = before();
    return told(before, () -> assembler.assemble(planned.state(), before.table()));
  }

  /** Tells what an accepted state has done. */
  public Future<Preview> of(IntentState accepted, Before before) {
    RoutingTable now = current.get();
    boolean itsOwn =
        now.revision() == accepted.revision() && now.epoch() == before.table().epoch() + 1;
    return told(before, () -> itsOwn ? now : assembler.assemble(accepted, before.table()));
  }

  private Future<Preview> told(Before before, Supplier<RoutingTable> after) {
    return context.executeBlocking(
        () -> compare(before.table(), after.get(), before.epochMillis()), false);
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
              if (old != null && isTouched(old, now)) {
                pools.add(compare(old, now, epochMillis));
              }
            });
    pools.sort((a, b) -> a.pool().compareTo(b.pool()));
    return new Preview(pools);
  }

  /* Another pool may be on its way, or its health may change: that is not of this change. */
  private static boolean isTouched(PoolSnapshot old, PoolSnapshot now) {
    return old.revision() != now.revision() || !old.config().equals(now.config());
  }

  private static Preview.Pool compare(PoolSnapshot old, PoolSnapshot now, long epochMillis) {
    PlacementView before = new PlacementView(old.placement(), old.openMembers());
    PlacementView after = Ends.view(now);
    PlacementDiff served = PlacementDiff.between(before, after, KeySample.DEFAULT);
    PlacementDiff owned =
        allOpen(before) && allOpen(after)
            ? served
            : PlacementDiff.between(old.placement(), after.placement());
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
        TrafficMoved.of(old, now, served.moved(), epochMillis),
        takes(now));
  }

  private static @Nullable Duration takes(PoolSnapshot now) {
    Staging staging = now.staging();
    return staging == null ? null : Duration.ofNanos(staging.remainingNanos());
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
      if (old.isOpen(i) && (there < 0 || !Ends.isOpen(now, there))) {
        sessions += counts.live(old, i, epochSecond);
      }
    }
    return sessions;
  }
}
