package io.clockwise.app.cli.plan;

import io.clockwise.app.cli.console.DurationOption;
import io.clockwise.config.text.DurationText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how a drain ends. */
public final class DrainTerms {
  /** What becomes of streams at the deadline. */
  enum Then {
    MOVE,
    CUT
  }

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      converter = DurationOption.OrZero.class,
      description = "When sessions move at the latest, from now. Default: as the pool says.")
  private @Nullable Duration deadline;

  @Option(
      names = "--then",
      paramLabel = "move|cut",
      description = "At the deadline: sessions move, or streams are closed as well.")
  private @Nullable Then then;

  @Option(
      names = "--hard-stop",
      paramLabel = "TIME",
      converter = DurationOption.OrZero.class,
      description = "How long requests may go on after the deadline.")
  private @Nullable Duration hardStop;

  /** Returns the fields of a call. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (deadline != null) {
      fields.put("deadline", DurationText.of(deadline));
    }
    if (then != null) {
      fields.put("then", then.name().toLowerCase(Locale.ROOT));
    }
    if (hardStop != null) {
      fields.put("hardStop", DurationText.of(hardStop));
    }
    return fields;
  }
}
