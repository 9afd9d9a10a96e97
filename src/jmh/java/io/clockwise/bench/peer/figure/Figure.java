package io.clockwise.bench.peer.figure;

import java.util.Locale;

/** What is measured of a proxy under one load; of each but the rates, less is better. */
public enum Figure {
  /** Processor time of a request, in microseconds. */
  REQUEST_CPU("us/req", 1, 1),
  /** Of the processor time, what was spent in user mode. */
  USER("user", 1, 1),
  /** What was spent in the kernel. */
  SYSTEM("sys", 1, 1),
  /** Processor time of a MiB that was passed on, in microseconds. */
  MEBIBYTE_CPU("us/MiB", 1, 0),
  /** Requests in a second: what the load generator got, no ranking. */
  RATE("req/s", 1, 0),
  /** MiB that were passed on in a second: no ranking either. */
  BYTE_RATE("MiB/s", 1, 0),
  /** Half of the requests took no longer, in milliseconds. */
  P50("p50 ms", 1e-3, 3),
  /** 99 of 100 took no longer. */
  P99("p99 ms", 1e-3, 3),
  /** 999 of 1,000 took no longer. */
  P999("p99.9 ms", 1e-3, 3),
  /** Connections to backends that were opened for a hundred requests. */
  NEW_CONNECTIONS("connects %", 1, 1),
  /** From exec to the first answer of 200, in milliseconds. */
  START("start ms", 1, 0),
  /** Memory behind the first answer, in MiB. */
  FIRST_RESIDENT("MiB at start", 1, 0);

  private final String title;
  private final double scale;
  private final int decimals;

  Figure(String title, double scale, int decimals) {
    this.title = title;
    this.scale = scale;
    this.decimals = decimals;
  }

  /** Returns the heading of its column, with the unit. */
  public String title() {
    return title;
  }

  /** Tells whether it is the processor time of some work. */
  public boolean isProcessorTime() {
    return this == REQUEST_CPU || this == MEBIBYTE_CPU;
  }

  /** Returns a value as it is shown. */
  public String text(double value) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value * scale);
  }
}
