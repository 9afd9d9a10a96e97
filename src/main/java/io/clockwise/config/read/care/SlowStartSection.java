package io.clockwise.config.read.care;

import io.clockwise.config.SlowStartConfig;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.time.Duration;

/** The key {@code slowStart} of a pool: a mapping, or the window alone. */
final class SlowStartSection {
  private static final Duration LONGEST = Duration.ofHours(24);

  private SlowStartSection() {}

  static SlowStartConfig read(Value value) {
    SlowStartConfig normal = SlowStartConfig.OFF;
    if (value.isScalar()) {
      Duration window = value.duration(Duration.ZERO, LONGEST, normal.window());
      return new SlowStartConfig(window, normal.curve());
    }
    Fields fields = value.fields("a window such as 60s, or a mapping such as { window: 60s }");
    SlowStartConfig slowStart =
        new SlowStartConfig(
            fields.duration("window", Duration.ZERO, LONGEST, normal.window()),
            fields.word("curve", SlowStartConfig.Curve.class, normal.curve()));
    fields.done();
    return slowStart;
  }
}
