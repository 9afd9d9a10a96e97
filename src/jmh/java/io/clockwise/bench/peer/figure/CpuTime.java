package io.clockwise.bench.peer.figure;

/**
 * Processor time of processes, in clock ticks.
 *
 * @param user outside of the kernel
 * @param system in the kernel
 */
public record CpuTime(long user, long system) {
  /** None. */
  public static final CpuTime NONE = new CpuTime(0, 0);

  private static final int USER = 14;
  private static final int SYSTEM = 15;
  private static final int AFTER_NAME = 3; // the number of the first field behind the name

  /** Reads the content of {@code /proc/PID/stat}; the name in it may hold blanks and brackets. */
  public static CpuTime ofStat(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split("\\s+");
    return new CpuTime(
        Long.parseLong(fields[USER - AFTER_NAME]), Long.parseLong(fields[SYSTEM - AFTER_NAME]));
  }

  /** Returns the sum of both. */
  public CpuTime plus(CpuTime other) {
    return new CpuTime(user + other.user, system + other.system);
  }

  /** Returns what has passed since an earlier one. */
  public CpuTime since(CpuTime earlier) {
    return new CpuTime(user - earlier.user, system - earlier.system);
  }

  /** Returns user and system together. */
  public long total() {
    return user + system;
  }
}
