package io.clockwise.bench;

import io.clockwise.model.placement.Member;
import io.clockwise.placement.Placement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** From members and settings to a placement. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class BuildBenchmark {
  /** The algorithm. */
  @Param({"slots-18", "slots-20", "ring", "maglev", "rendezvous"})
  public String algorithm;

  /** How many backends. */
  @Param({"10", "100", "1000"})
  public int n;

  /** Their weights: equal, or 1 to 5 in turn. */
  @Param({"equal", "1-5"})
  public String weights;

  private List<Member> members;

  /** Makes the members. */
  @Setup
  public void prepare() {
    members = Scenario.members(n, weights.equals("1-5"));
  }

  /** Builds one placement. */
  @Benchmark
  public Placement build() {
    return Scenario.placement(algorithm, members);
  }
}
