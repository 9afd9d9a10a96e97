package io.clockwise.app.cli.console;

import java.time.Duration;
import picocli.CommandLine.Option;

/** The option that bounds the time of a call. */
public final class TimeoutOption {
  /** The time of a call where no option says another. */
  public static final Duration DEFAULT = Duration.ofSeconds(10);

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "How long to wait for an answer. Default: 10s.")
  private Duration time = DEFAULT;

  /** Returns how long a call may take. */
  public Duration time() {
    return time;
  }
}
