package io.clockwise.telemetry.accesslog;

import io.clockwise.config.BackendConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.proxy.loop.Choice;
import io.clockwise.proxy.loop.Tally;
import io.clockwise.proxy.policy.RequestLog;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.recent.Interest;
import io.clockwise.testkit.PlainRequest;
import io.clockwise.testkit.TestConfig;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a line of the access log costs an event loop, and what it costs the writer's thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LogBenchmark implements RequestLog {
  private static final int REQUESTS = 1 << 10;
  private static final int BATCH = 1 << 7; // records that wait when the writer looks
  private static final int BYTES = 1 << 16;

  private final RecordRing ring = new RecordRing(1 << 8, 1 << 6);
  private final PlainRequest[] requests = new PlainRequest[REQUESTS];
  private final String[] ids = new String[REQUESTS];
  private final AccessRecord[] records = new AccessRecord[REQUESTS];
  private final Tally tally = new Tally();
  private final JsonLine json = new JsonLine();
  private final TemplateLine combined = TemplateLine.combined();
  private final LineBytes lines = new LineBytes(2 * BYTES);
  private RoutingTable table;
  private Choice choice;
  private @Nullable AccessRecord own; // in place of the ring's
  private int at;

  /** Makes requests, and a record of each. */
  @Setup
  public void prepare() {
    BackendAddress address = new BackendAddress("192.0.2.9", 8080);
    BackendConfig backend = new BackendConfig("backend-1", address, 1, AdminState.READY);
    table = TestConfig.of().withBackends(List.of(backend)).table(31, new Meters(1));
    choice =
        new Choice(
            table.routes().get(0),
            Objects.requireNonNull(table.pools().get(TestConfig.POOL)),
            0,
            0,
            ChosenBy.PLACEMENT,
            null,
            new Choice.Key("header", RoutingKey.ofHash(0x2d06800538d394c2L)));
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < REQUESTS; i++) {
      requests[i] =
          new PlainRequest(
              "/items/" + random.nextInt(1_000_000) + "?p=" + random.nextInt(99), null);
      ids[i] = String.format("%016x%016x", random.nextLong(), random.nextLong());
      records[i] = new AccessRecord();
      own = records[i];
      log(i);
    }
    own = null;
  }

  @Override
  public @Nullable AccessRecord next(Interest interest, long nowNanos) {
    return own == null ? ring.next() : own;
  }

  @Override
  public void publish() {
    if (own == null) {
      ring.publish();
    }
  }

  private void log(int i) {
    tally.begin(1_700_000_000_000L + i, i);
    tally.chosen(choice);
    tally.id().set(ids[i]);
    tally.leased(4, true, System.nanoTime());
    tally.bytes(0, 10_240);
    tally.log(this, requests[i], table, 200, EndedBy.COMPLETE, 1_345_678L + i);
  }

  /** A request's facts into the ring, and out again; on one thread. */
  @Benchmark
  public int handOver() {
    log(at++ & REQUESTS - 1);
    if (at % BATCH == 0) {
      for (AccessRecord record = ring.poll(); record != null; record = ring.poll()) {
        record.clear();
      }
    }
    return at;
  }

  /** A line of JSON. */
  @Benchmark
  public int json() {
    json.append(records[at++ & REQUESTS - 1], lines);
    return flushed();
  }

  /** A line of the combined log format. */
  @Benchmark
  public int combined() {
    combined.append(records[at++ & REQUESTS - 1], lines);
    return flushed();
  }

  private int flushed() {
    int length = lines.length();
    if (length >= BYTES) {
      lines.clear();
    }
    return length;
  }
}
