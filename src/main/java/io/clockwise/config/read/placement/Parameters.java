package io.clockwise.config.read.placement;

import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.util.Locale;
import java.util.Optional;

/** Parameters of more than one algorithm. */
final class Parameters {
  /** The largest table of the Maglev family. */
  static final int MAX_TABLE = 5_000_011;

  private static final String SEED = "a text; empty: no seed";

  private Parameters() {}

  /** Returns a prime; a problem names the next one. */
  static int tableSize(Fields fields, int fallback) {
    return fields.get("tableSize").map(value -> tableSize(value, fallback)).orElse(fallback);
  }

  private static int tableSize(Value value, int fallback) {
    int size = value.integer(2, MAX_TABLE, fallback);
    if (isPrime(size)) {
      return size;
    }
    int next = size;
    while (!isPrime(next)) {
      next++;
    }
    value.problem("a prime, 2 to " + MAX_TABLE, "the next prime is " + next);
    return fallback;
  }

  private static boolean isPrime(int number) {
    for (int factor = 2; factor * factor <= number; factor++) {
      if (number % factor == 0) {
        return false;
      }
    }
    return number >= 2;
  }

  static String seed(Fields fields) {
    Optional<Value> seed = fields.get("seed");
    fields.notYet("seedFile");
    return seed.flatMap(value -> value.text(SEED)).orElse("");
  }

  /** Returns a constant as most other products write it: {@code XX_HASH} is {@code xx_hash}. */
  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
