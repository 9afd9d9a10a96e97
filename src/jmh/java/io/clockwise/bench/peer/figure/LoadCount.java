package io.clockwise.bench.peer.figure;

import java.util.List;

/**
 * What a load generator has counted.
 *
 * @param requests those that were answered whole
 * @param seconds how long it took
 * @param faults what was not as it must be, in words; empty for a good run
 */
public record LoadCount(long requests, double seconds, List<String> faults) {
  /** Copies the faults. */
  public LoadCount {
    faults = List.copyOf(faults);
  }

  /** Adds a fault when a count of something that must not be is not 0. */
  static void note(List<String> faults, long count, String what) {
    if (count != 0) {
      faults.add(count + " " + what);
    }
  }
}
