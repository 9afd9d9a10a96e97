package io.clockwise.bench;

import io.clockwise.model.placement.RoutingKey;
import io.clockwise.telemetry.hot.KeyTraffic;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What it costs a request that its key is counted, in windows that begin and end. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HotKeyBenchmark {
  private static final int STREAM = 1 << 16;

  /** Which keys come: all alike often, by Zipf's law over a million, or one in 30 % of requests. */
  @Param({"uniform", "zipf", "hot"})
  public String keys;

  /** How many requests a millisecond has: 1 are all counted, 20 are sampled. */
  @Param({"1", "20"})
  public int perMilli;

  /** Whether keys themselves are kept. */
  @Param({"false", "true"})
  public boolean names;

  private final long[] stream = new long[STREAM];
  private final RoutingKey key = new RoutingKey();
  private final byte[] bytes = new byte[24];
  private KeyTraffic traffic;
  private int next;
  private long requests;

  /** Draws the stream. */
  @Setup
  public void prepare() {
    traffic = new KeyTraffic(1);
    traffic.keepTexts(names);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < STREAM; i++) {
      stream[i] = draw(random);
    }
  }

  private long draw(SplittableRandom random) {
    return switch (keys) {
      case "uniform" -> random.nextLong();
      case "zipf" -> hash((long) Math.exp(random.nextDouble() * Math.log(1e6)));
      default -> random.nextInt(10) < 3 ? 1 : random.nextLong();
    };
  }

  private static long hash(long rank) {
    return new SplittableRandom(rank).nextLong();
  }

  /** Counts one request. */
  @Benchmark
  public void note() {
    next = next + 1 & STREAM - 1;
    key.set(bytes, 0, bytes.length, stream[next]);
    traffic.note(0, key, 1_800_000_000_000L + requests++ / perMilli);
  }
}
