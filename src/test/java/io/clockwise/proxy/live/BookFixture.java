package io.clockwise.proxy.live;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.OnOwnerChange;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.Drain;
import io.clockwise.model.Drain.Then;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.CutReason;
import io.clockwise.telemetry.Meters;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestTables;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A book with a clock that the test moves, over the backends a, b and c. */
class BookFixture {
  final FakeClock clock = new FakeClock();
  final Meters meters = new Meters(2);
  final LiveBook book = new LiveBook(clock, meters.loop(1), 1, new SplittableRandom(7));
  private final TestConfig config =
      TestConfig.of().withBackends(List.of(backend("a"), backend("b"), backend("c")));
  private OnOwnerChange rule = OnOwnerChange.KEEP;
  private AffinityConfig affinity = AffinityConfig.NONE;
  private long epoch;
  RoutingTable table = table();

  BookFixture() {
    book.follow(table);
  }

  /** An exchange that notes how it was cut. */
  final class Probe implements LiveExchange {
    final LiveEntry entry = new LiveEntry(this);
    boolean willing = true;
    boolean faulty;
    int asked;
    long cutNanos = -1;
    @Nullable CutReason reason;
    boolean atOnce;

    @Override
    public boolean cut(CutReason why, boolean now) {
      asked++;
      if (faulty) {
        throw new IllegalStateException("a fault");
      }
      if (willing || now) {
        cutNanos = clock.nanos();
        reason = why;
        atOnce = now;
        book.remove(entry);
        return true;
      }
      return false;
    }

    boolean isCut() {
      return reason != null;
    }

    long cutMillis() {
      return cutNanos / 1_000_000;
    }
  }

  static BackendConfig backend(String id) {
    return new BackendConfig(id, new BackendAddress("127.0.0.1", 1), 1, AdminState.READY);
  }

  /** Returns another table of the same. */
  final RoutingTable table() {
    return table(config);
  }

  final RoutingTable table(TestConfig of) {
    SessionConfig session = SessionConfig.DEFAULT.withOnOwnerChange(rule).withAffinity(affinity);
    return of.withPool(pool -> pool.withSession(session)).table(++epoch, meters);
  }

  final TestConfig config() {
    return config;
  }

  /** Publishes a table. */
  final void publish(RoutingTable next) {
    table = next;
    book.follow(next);
    clock.runTurns();
  }

  /** Says by which rule the tables are made that follow. */
  final void nextRule(@Nullable Duration closeAfter) {
    rule = new OnOwnerChange(closeAfter);
  }

  /** Says what keeps keys in the tables that follow. */
  final void nextAffinity(AffinityConfig other) {
    affinity = other;
  }

  /** Publishes the plain table with another rule. */
  final void rule(@Nullable Duration closeAfter) {
    nextRule(closeAfter);
    publish(table());
  }

  final Instant now() {
    return Instant.ofEpochMilli(clock.epochMillis());
  }

  /** Publishes that a is drained from now on, and returns the drain. */
  final Drain drainA(Duration deadline, Then then, Duration hardStop) {
    Drain drain = TestTables.drain("d1", now(), now().plus(deadline), then, hardStop);
    publish(TestTables.drained(table(), "a", drain));
    return drain;
  }

  final PoolSnapshot pool() {
    return table.pools().get(TestConfig.POOL);
  }

  /** Returns a key that has this backend by the present table. */
  final RoutingKey keyOf(String backend, int number) {
    for (int i = 0, found = 0; ; i++) {
      byte[] bytes = ("key" + i).getBytes(StandardCharsets.US_ASCII);
      RoutingKey key = pool().placement().key(bytes);
      if (pool().backend(Router.firstOpen(pool(), key)).id().equals(backend) && found++ == number) {
        return key;
      }
    }
  }

  final Probe request(String backend) {
    return begin(backend, ChosenBy.PLACEMENT, null);
  }

  final Probe begin(String backend, ChosenBy by, @Nullable RoutingKey key) {
    Probe probe = new Probe();
    book.add(probe.entry.goes(table.routes().get(0), pool(), pool().indexOf(backend), by, key));
    return probe;
  }

  final Probe stream(String backend, ChosenBy by, @Nullable RoutingKey key) {
    Probe probe = begin(backend, by, key);
    book.becomesStream(probe.entry);
    return probe;
  }

  /** Begins a long stream of a key on the backend that the key has. */
  final Probe stream(String backend, int number) {
    return stream(backend, ChosenBy.PLACEMENT, keyOf(backend, number));
  }

  final Probe stream(String backend) {
    return stream(backend, ChosenBy.FALLBACK, null);
  }

  final long cuts(CutReason reason) {
    return meters.loop(1).streamsCut(reason);
  }

  final long streams(String backend) {
    return meters.backend(TestConfig.POOL, backend).streams();
  }
}
