package io.clockwise.app.cli.plan;

import io.clockwise.app.cli.console.DurationOption;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options that say whether a drain is waited for. */
public final class DrainWait {
  @Option(
      names = {"-w", "--wait"},
      description = "Wait until the drain is over.")
  private boolean waits;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "How long to wait; then exit code 3, and the drain goes on. Default: 10m.")
  private Duration timeout = Duration.ofMinutes(10);

  /** Tells whether to wait. */
  public boolean waits() {
    return waits;
  }

  /** Returns how long to wait. */
  public Duration timeout() {
    return timeout;
  }
}
