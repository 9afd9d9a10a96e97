package io.clockwise.config.read.session;

import io.clockwise.config.OnOwnerChange;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Suggestion;
import io.clockwise.config.read.node.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The key {@code onOwnerChange} of a pool, and of a route. */
public final class OwnerChangeSection {
  private static final String FORM = "keep, close, or a mapping such as { closeAfter: 10s }";
  private static final String CLOSE = "close";
  private static final List<String> WORDS = List.of("keep", CLOSE);
  private static final Duration EXAMPLE = Duration.ofSeconds(10);

  private OwnerChangeSection() {}

  /** Reads it; after a problem nothing is closed. */
  public static OnOwnerChange read(Value value) {
    if (value.isScalar()) {
      Optional<String> word = value.text(FORM);
      if (word.isPresent() && !WORDS.contains(word.get())) {
        value.problem(FORM, Suggestion.hint(word.get(), WORDS));
      }
      return word.orElse("").equals(CLOSE) ? OnOwnerChange.CLOSE : OnOwnerChange.KEEP;
    }
    Fields fields = value.fields(FORM);
    Optional<Duration> closeAfter =
        fields
            .required("closeAfter", "a duration such as 10s", "")
            .map(given -> given.duration(Duration.ZERO, Duration.ofHours(24), EXAMPLE));
    fields.done();
    return new OnOwnerChange(closeAfter.orElse(null));
  }
}
