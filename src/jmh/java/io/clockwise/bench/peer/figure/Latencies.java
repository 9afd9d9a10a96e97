package io.clockwise.bench.peer.figure;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** How long requests took that were to be made at fixed times. */
public final class Latencies {
  private final long[] sorted;
  private final int requests;

  private Latencies(long[] sorted, int requests) {
    this.sorted = sorted;
    this.requests = requests;
  }

  /**
   * Reads the log of h2load: start in microseconds, status, microseconds to the end of the answer.
   * A connection asks again only when it is answered. So a request that took longer than the time
   * between two stands also for those that its connection could not make meanwhile: each of them
   * would have waited for the rest.
   *
   * @param skipped microseconds of the beginning that do not count
   * @param interval microseconds between two requests of a connection
   * @throws IllegalArgumentException when nothing is left
   */
  public static Latencies read(Stream<String> lines, long skipped, long interval) {
    List<long[]> rows = lines.map(Latencies::row).toList();
    long first = rows.stream().mapToLong(row -> row[0]).min().orElse(0);
    long[] taken =
        rows.stream().filter(row -> row[0] >= first + skipped).mapToLong(row -> row[1]).toArray();
    if (taken.length == 0) {
      throw new IllegalArgumentException("no request was logged");
    }
    long[] all =
        Arrays.stream(taken).flatMap(micros -> withThoseBehind(micros, interval)).toArray();
    Arrays.sort(all);
    return new Latencies(all, taken.length);
  }

  private static long[] row(String line) {
    String[] cells = line.split("\t");
    return new long[] {Long.parseLong(cells[0]), Long.parseLong(cells[2])};
  }

  private static LongStream withThoseBehind(long micros, long interval) {
    return LongStream.iterate(micros, left -> left - interval)
        .limit(1 + Math.max(0, micros - 1) / interval);
  }

  /** Returns how many requests were made. */
  public int requests() {
    return requests;
  }

  /** Returns the microseconds that a part of the requests, 0 to 1, did not exceed. */
  public double micros(double part) {
    int place = (int) Math.ceil(part * sorted.length) - 1;
    return sorted[Math.max(0, place)];
  }
}
