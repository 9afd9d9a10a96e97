package io.clockwise.bench;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.placement.build.Placements;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What the benchmarks run on: algorithms by the names of their parameter, pools of a size. */
final class Scenario {
  /** Every algorithm under test. */
  static final Map<String, PlacementSettings> ALGORITHMS = algorithms();

  private static final int HEAVIEST = 5;
  private static final int STEP = 7; // has no divisor in common with the sizes of the pools

  private Scenario() {}

  private static Map<String, PlacementSettings> algorithms() {
    Map<String, PlacementSettings> all = new LinkedHashMap<>();
    all.put("slots-18", new OwnSettings.Slots(1 << 18, 20, ""));
    all.put("slots-20", new OwnSettings.Slots(1 << 20, 20, ""));
    all.put("ring", OwnSettings.Ring.DEFAULT);
    all.put("maglev", OwnSettings.Maglev.DEFAULT);
    all.put("rendezvous", OwnSettings.Rendezvous.DEFAULT);
    return all;
  }

  /** Returns the names of the algorithms that can be built; tells why others cannot. */
  static List<String> known() {
    List<String> known = new ArrayList<>();
    ALGORITHMS.forEach(
        (name, settings) -> {
          try {
            Placements.build(settings, members(2, false));
            known.add(name);
          } catch (IllegalArgumentException e) {
            System.err.println("skipped: " + name + ": " + e.getMessage());
          }
        });
    return known;
  }

  /**
   * Returns members {@code backend-0} and up.
   *
   * @param unequal weights of 1 to 5 in turn, else 1
   */
  static List<Member> members(int count, boolean unequal) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Member("backend-" + i, unequal ? 1 + i % HEAVIEST : 1))
        .toList();
  }

  /** Builds a placement of an algorithm. */
  static Placement placement(String algorithm, List<Member> members) {
    PlacementSettings settings = ALGORITHMS.get(algorithm);
    if (settings == null) {
      throw new IllegalArgumentException(algorithm + " is none of " + ALGORITHMS.keySet());
    }
    return Placements.build(settings, members);
  }

  /** Tells which of so many members are open when some per cent, spread over all, are closed. */
  static boolean[] open(int count, int closedPercent) {
    boolean[] open = new boolean[count];
    for (int i = 0; i < count; i++) {
      open[i] = (long) i * STEP % count >= (long) count * closedPercent / 100;
    }
    return open;
  }

  /** Returns the filter that a request uses: it reads one flag. */
  static MemberFilter filter(boolean[] open) {
    return member -> open[member];
  }
}
