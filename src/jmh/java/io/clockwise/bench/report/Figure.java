package io.clockwise.bench.report;

import java.util.Locale;

/** What is measured of a placement. */
enum Figure {
  /** The largest load over what its weight asks for. */
  MAX_OVER_MEAN("max/mean", 3),
  /** The smallest. */
  MIN_OVER_MEAN("min/mean", 3),
  /** The coefficient of variation of the loads. */
  VARIATION("CV", 4),
  /** Keys moved over keys that had to move when a backend of weight 1 is added. */
  ADD("add", 2),
  /** The same when one in the middle is removed. */
  REMOVE("remove", 2),
  /** The same when the weight of one in the middle grows by 1. */
  REWEIGHT("reweight", 2),
  /** The same when one in the middle closes. */
  CLOSE("close", 2),
  /** Which part of the keys of one that closed and opened again is back. */
  HOME("home", 3),
  /** The largest part of the keys of a closed one that another gets, over the mean. */
  FAILOVER("failover", 2),
  /** Nanoseconds of a look-up by hash. */
  LOOKUP("lookup ns", 1),
  /** Milliseconds of processor time of a build. */
  BUILD("build ms", 3),
  /** Bytes of memory. */
  BYTES("bytes", 0),
  /** Keys that a comparison looked up at most; 0: all are exact. */
  SAMPLED("sampled", 0);

  private final String title;
  private final int decimals;

  Figure(String title, int decimals) {
    this.title = title;
    this.decimals = decimals;
  }

  /** Returns the heading of its column. */
  String title() {
    return title;
  }

  /** Returns a value as text; - for none. */
  String text(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return Double.isInfinite(value)
        ? "inf"
        : String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
