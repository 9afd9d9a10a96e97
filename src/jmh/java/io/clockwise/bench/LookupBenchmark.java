package io.clockwise.bench;

import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
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

/** From the hash of a key to the open backend that gets it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LookupBenchmark {
  private static final int HASHES = 1 << 16; // more than a branch predictor learns by heart

  /** The algorithm. */
  @Param({"slots-18", "slots-20", "ring", "maglev", "rendezvous"})
  public String algorithm;

  /** How many backends. */
  @Param({"10", "100", "1000"})
  public int n;

  /** How many of them are closed, in per cent. */
  @Param({"0", "10", "50"})
  public int closed;

  private final RoutingKey key = new RoutingKey();
  private final long[] hashes = new long[HASHES];
  private Placement placement;
  private MemberFilter open;
  private int at;
  private int last;

  /** Builds the placement and draws the hashes. */
  @Setup
  public void prepare() {
    placement = Scenario.placement(algorithm, Scenario.members(n, false));
    if (placement.readsKey()) {
      throw new IllegalArgumentException(algorithm + " is not looked up by hash");
    }
    open = Scenario.filter(Scenario.open(n, closed));
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < HASHES; i++) {
      hashes[i] = random.nextLong();
    }
  }

  /** Hashes that are known in advance: the processor overlaps several look-ups. */
  @Benchmark
  public int independent() {
    return placement.pick(key.setHash(hashes[at++ & HASHES - 1]), open);
  }

  /** Each hash depends on the last answer: the time from question to answer. */
  @Benchmark
  public int dependent() {
    last = placement.pick(key.setHash(hashes[at++ & HASHES - 1] ^ last), open);
    return last;
  }
}
