package io.clockwise.app.cli.console;

import io.clockwise.config.text.DurationText;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations of options, written as in the configuration. */
public final class DurationOption implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    return DurationText.parse(text)
        .filter(duration -> !duration.isZero())
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "given '" + text + "', expected a duration such as 500ms, 30s or 10m"));
  }
}
