package io.clockwise.config.read.care;

import io.clockwise.config.OutlierConfig;
import io.clockwise.config.read.form.DecimalText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key {@code outlier} of a pool: off, on, or a mapping. */
final class OutlierSection {
  private static final String SHARE = "a number, 0 to 1, at most three decimals, such as 0.3";
  private static final String FACTOR =
      "a number, 2 to 1000, at most two decimals, such as 3; 0: never";
  private static final BigDecimal LEAST_FACTOR = BigDecimal.valueOf(2);
  private static final BigDecimal MOST_FACTOR = BigDecimal.valueOf(1000);
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofHours(24);

  private OutlierSection() {}

  /** Reads the rules; null: off. */
  static @Nullable OutlierConfig read(Value value) {
    if (value.isScalar()) {
      Optional<String> word = value.choice(List.of("off", "false", "on", "true"));
      boolean on = word.isPresent() && (word.get().equals("on") || word.get().equals("true"));
      return on ? OutlierConfig.DEFAULT : null;
    }
    Fields fields = value.fields("off, on, or a mapping such as { consecutiveFailures: 5 }");
    OutlierConfig normal = OutlierConfig.DEFAULT;
    Optional<Duration> named =
        fields.get("eject").map(given -> given.duration(SHORTEST, LONGEST, normal.eject()));
    Duration least = named.orElse(SHORTEST);
    Duration maxEject = fields.duration("maxEject", least, DAY, greater(least, normal.maxEject()));
    Duration eject = named.orElse(normal.eject());
    OutlierConfig outlier =
        new OutlierConfig(
            fields.integer("consecutiveFailures", 1, 1_000, normal.consecutiveFailures()),
            fields.integer("distinctKeys", 1, 64, normal.distinctKeys()),
            eject.compareTo(maxEject) <= 0 ? eject : maxEject,
            maxEject,
            fields
                .get("maxEjectedShare")
                .flatMap(OutlierSection::share)
                .orElse(normal.maxEjectedShare()),
            fields.get("slowFactor").flatMap(OutlierSection::factor).orElse(normal.slowFactor()));
    fields.done();
    return outlier;
  }

  private static Duration greater(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private static Optional<Double> share(Value value) {
    return DecimalText.read(value, BigDecimal.ZERO, BigDecimal.ONE, 3, SHARE)
        .map(BigDecimal::doubleValue);
  }

  private static Optional<Double> factor(Value value) {
    Optional<BigDecimal> factor = DecimalText.read(value, BigDecimal.ZERO, MOST_FACTOR, 2, FACTOR);
    if (factor.isPresent()
        && factor.get().signum() > 0
        && factor.get().compareTo(LEAST_FACTOR) < 0) {
      value.problem(FACTOR, "");
      return Optional.empty();
    }
    return factor.map(BigDecimal::doubleValue);
  }
}
