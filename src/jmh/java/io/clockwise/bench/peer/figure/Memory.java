package io.clockwise.bench.peer.figure;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Memory of processes, in KiB.
 *
 * @param resident what is in memory now
 * @param peak the most that ever was
 */
public record Memory(long resident, long peak) {
  /** None. */
  public static final Memory NONE = new Memory(0, 0);

  /** Reads the content of {@code /proc/PID/status}. */
  public static Memory ofStatus(String status) {
    return new Memory(kibibytes(status, "VmRSS"), kibibytes(status, "VmHWM"));
  }

  private static long kibibytes(String status, String name) {
    Matcher line = Pattern.compile("(?m)^" + name + ":\\s+(\\d+) kB$").matcher(status);
    return line.find() ? Long.parseLong(line.group(1)) : 0;
  }

  /** Returns the sum of both: of peaks an upper bound, since they need not be at one time. */
  public Memory plus(Memory other) {
    return new Memory(resident + other.resident, peak + other.peak);
  }
}
