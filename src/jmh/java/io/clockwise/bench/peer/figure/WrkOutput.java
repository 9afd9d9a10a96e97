package io.clockwise.bench.peer.figure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What wrk prints through the script of the benchmark: one line of {@code name=count}. */
public final class WrkOutput {
  /** The beginning of that line. */
  public static final String MARK = "counted:";

  private static final Pattern PAIR = Pattern.compile("(\\w+)=(\\d+)");

  private WrkOutput() {}

  /** Reads the output; without the line that is the only fault. */
  public static LoadCount read(String output) {
    Map<String, Long> counts = new HashMap<>();
    output
        .lines()
        .filter(line -> line.startsWith(MARK))
        .forEach(
            line -> {
              Matcher pair = PAIR.matcher(line);
              while (pair.find()) {
                counts.put(pair.group(1), Long.parseLong(pair.group(2)));
              }
            });
    if (counts.isEmpty()) {
      return new LoadCount(0, 0, List.of("wrk has not counted: " + output.strip()));
    }
    List<String> faults = new ArrayList<>();
    LoadCount.note(faults, counts.getOrDefault("status", 0L), "answers were not 2xx");
    for (String kind : List.of("connect", "read", "write", "timeout")) {
      LoadCount.note(faults, counts.getOrDefault(kind, 0L), "socket errors: " + kind);
    }
    long requests = counts.getOrDefault("requests", 0L);
    if (requests == 0) {
      faults.add("no request was answered");
    }
    return new LoadCount(requests, counts.getOrDefault("micros", 0L) / 1e6, faults);
  }
}
