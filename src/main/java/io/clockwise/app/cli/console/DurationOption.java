package io.clockwise.app.cli.console;

import io.clockwise.config.text.DurationText;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations of options, written as in the configuration; longer than nothing. */
public class DurationOption implements ITypeConverter<Duration> {
  /** Durations that may be nothing. */
  public static final class OrZero extends DurationOption {
    @Override
    boolean takes(Duration duration) {
      return true;
    }
  }

  boolean takes(Duration duration) {
    return !duration.isZero();
  }

  @Override
  public final Duration convert(String text) {
    return DurationText.parse(text)
        .filter(this::takes)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "given '" + text + "', expected a duration such as 500ms, 30s or 10m"));
  }
}
