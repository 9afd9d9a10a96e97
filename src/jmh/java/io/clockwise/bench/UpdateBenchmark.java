package io.clockwise.bench;

import io.clockwise.model.placement.Member;
import io.clockwise.placement.Placement;
import io.clockwise.placement.build.Placements;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** From one placement to the next, when a pool has changed; median times are {@code p0.50}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class UpdateBenchmark {
  private static final String ALGORITHM = "slots-18";

  /** What changed; {@code nothing}: there is no placement before. */
  @Param({"nothing", "add", "remove", "weight", "four"})
  public String change;

  /** How many backends there are before. */
  @Param({"10", "100"})
  public int n;

  /** Their weights: equal, or 1 to 5 in turn. */
  @Param({"equal", "1-5"})
  public String weights;

  private List<Member> members;
  private @Nullable Placement previous;

  /** Makes both. */
  @Setup
  public void prepare() {
    boolean unequal = weights.equals("1-5");
    List<Member> before = Scenario.members(n, unequal);
    members = new ArrayList<>(before);
    previous = change.equals("nothing") ? null : Scenario.placement(ALGORITHM, before);
    if (change.equals("add") || change.equals("four")) {
      members.add(new Member("backend-one", 1));
    }
    if (change.equals("four")) {
      members.add(new Member("backend-two", 1));
      members.remove(1);
    }
    if (change.equals("remove")) {
      members.remove(2);
    }
    if (change.equals("weight") || change.equals("four")) {
      members.set(2, new Member(members.get(2).id(), members.get(2).weight() + 1));
    }
  }

  /** Builds the next one. */
  @Benchmark
  public Placement next() {
    return Placements.build(Scenario.ALGORITHMS.get(ALGORITHM), members, Set.of(), previous);
  }
}
