package io.clockwise.config.read.session;

import io.clockwise.config.DrainConfig;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import io.clockwise.config.text.DurationText;
import io.clockwise.model.Drain;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key {@code drain} of a pool: a mapping, or the deadline alone. */
final class DrainSection {
  private static final Duration LONGEST_DEADLINE = Duration.ofDays(7);
  private static final Duration DAY = Duration.ofHours(24);
  private static final Duration SHORTEST_WINDOW = Duration.ofSeconds(1);
  private static final String AUTO = "auto";
  private static final String WINDOW = "auto, or a duration, 1s to 24h, such as 5m";

  private DrainSection() {}

  static DrainConfig read(Value value) {
    DrainConfig normal = DrainConfig.DEFAULT;
    if (value.isScalar()) {
      Duration deadline = value.duration(Duration.ZERO, LONGEST_DEADLINE, normal.deadline());
      return new DrainConfig(deadline, normal.then(), normal.hardStop(), normal.window());
    }
    Fields fields = value.fields("a deadline such as 10m, or a mapping such as { deadline: 10m }");
    DrainConfig drain =
        new DrainConfig(
            fields.duration("deadline", Duration.ZERO, LONGEST_DEADLINE, normal.deadline()),
            fields.word("then", Drain.Then.class, normal.then()),
            fields.duration("hardStop", Duration.ZERO, DAY, normal.hardStop()),
            fields.get("window").map(DrainSection::window).orElse(normal.window()));
    fields.done();
    return drain;
  }

  private static @Nullable Duration window(Value value) {
    Optional<String> text = value.text(WINDOW).filter(word -> !word.equals(AUTO));
    Optional<Duration> window =
        text.flatMap(DurationText::parse)
            .filter(given -> given.compareTo(SHORTEST_WINDOW) >= 0 && given.compareTo(DAY) <= 0);
    if (text.isPresent() && window.isEmpty()) {
      value.problem(WINDOW, "");
    }
    return window.orElse(null);
  }
}
