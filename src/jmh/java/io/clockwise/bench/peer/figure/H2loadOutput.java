package io.clockwise.bench.peer.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What h2load prints. */
public final class H2loadOutput {
  private static final Pattern FINISHED = Pattern.compile("(?m)^finished in ([\\d.]+)(us|ms|s),");
  private static final Pattern REQUESTS =
      Pattern.compile(
          "(?m)^requests: .*, (\\d+) succeeded, (\\d+) failed, (\\d+) errored, (\\d+) timeout");
  private static final Pattern STATUS =
      Pattern.compile("(?m)^status codes: (\\d+) 2xx, (\\d+) 3xx, (\\d+) 4xx, (\\d+) 5xx");

  private H2loadOutput() {}

  /** Reads the output; without its summary that is the only fault. */
  public static LoadCount read(String output) {
    Matcher finished = FINISHED.matcher(output);
    Matcher requests = REQUESTS.matcher(output);
    Matcher status = STATUS.matcher(output);
    if (!finished.find() || !requests.find() || !status.find()) {
      return new LoadCount(0, 0, List.of("h2load has not counted: " + output.strip()));
    }
    List<String> faults = new ArrayList<>();
    LoadCount.note(faults, number(requests, 2), "requests failed");
    LoadCount.note(faults, number(requests, 3), "requests broke off");
    LoadCount.note(faults, number(requests, 4), "requests timed out");
    long other = number(status, 2) + number(status, 3) + number(status, 4);
    LoadCount.note(faults, other, "answers were not 2xx");
    if (number(requests, 1) == 0) {
      faults.add("no request was answered");
    }
    return new LoadCount(number(requests, 1), seconds(finished), faults);
  }

  private static long number(Matcher matcher, int group) {
    return Long.parseLong(matcher.group(group));
  }

  private static double seconds(Matcher finished) {
    double value = Double.parseDouble(finished.group(1));
    return switch (finished.group(2)) {
      case "us" -> value / 1e6;
      case "ms" -> value / 1e3;
      default -> value;
    };
  }
}
