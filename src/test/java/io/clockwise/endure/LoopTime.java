package io.clockwise.endure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the event loops of a process have had of the processors.
 *
 * @param ranMillis time on a processor
 * @param waitedMillis time ready to run, while others had the processors
 */
record LoopTime(long ranMillis, long waitedMillis) {
  /** Returns the sum over the event loops of a process, from its start. */
  static LoopTime of(long process) throws IOException {
    long ran = 0;
    long waited = 0;
    List<Path> threads;
    try (Stream<Path> all = Files.list(Path.of("/proc/" + process + "/task"))) {
      threads = all.toList();
    }
    for (Path thread : threads) {
      if (Files.readString(thread.resolve("comm")).startsWith("vert.x-eventloo")) {
        String[] numbers = Files.readString(thread.resolve("schedstat")).split(" ");
        ran += Long.parseLong(numbers[0]);
        waited += Long.parseLong(numbers[1]);
      }
    }
    return new LoopTime(ran / 1_000_000, waited / 1_000_000);
  }

  /** Returns what came since. */
  LoopTime since(LoopTime before) {
    return new LoopTime(ranMillis - before.ranMillis, waitedMillis - before.waitedMillis);
  }

  @Override
  public String toString() {
    return "ran " + ranMillis + " ms, waited " + waitedMillis + " ms";
  }
}
