package io.clockwise.config.read;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.AffinityConfig.SameSite;
import io.clockwise.config.AffinityConfig.SecureRule;
import io.clockwise.config.ChangeBudgetConfig;
import io.clockwise.config.DrainConfig;
import io.clockwise.config.ExplainConfig;
import io.clockwise.config.OnOwnerChange;
import io.clockwise.config.OnUnavailable;
import io.clockwise.config.SecretFile;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.Drain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Draws what binds requests to backends, as the reader could have given it. */
record SessionDraw(Random random) {
  private static final long DAY = 86_400_000;
  private static final int SECOND = 1_000;

  SessionConfig session() {
    return new SessionConfig(
        affinity(),
        one(List.of(OnUnavailable.values())),
        onOwnerChange(),
        drain(),
        random.nextBoolean()
            ? null
            : new ChangeBudgetConfig((1 + random.nextInt(1_000_000)) / 1_000_000.0));
  }

  ExplainConfig explain() {
    return random.nextBoolean() ? ExplainConfig.OFF : new ExplainConfig(secret("explain"));
  }

  OnOwnerChange onOwnerChange() {
    return switch (random.nextInt(3)) {
      case 0 -> OnOwnerChange.KEEP;
      case 1 -> OnOwnerChange.CLOSE;
      default -> new OnOwnerChange(millis(0, DAY));
    };
  }

  private AffinityConfig affinity() {
    return switch (random.nextInt(3)) {
      case 0 -> AffinityConfig.NONE;
      case 1 ->
          new AffinityConfig.Table(millis(SECOND, DAY), 1_000 + random.nextInt((1 << 24) - 999));
      default -> cookie();
    };
  }

  private AffinityConfig cookie() {
    Duration maxAge = millis(SECOND, 400 * DAY);
    SameSite sameSite = one(List.of(SameSite.values()));
    String name = one(List.of("cw", "1", "null", "a$b", "__Host-cw", "n".repeat(64)));
    boolean secured = sameSite == SameSite.NONE || name.startsWith("__");
    return new AffinityConfig.Cookie(
        name,
        maxAge,
        random.nextBoolean() ? maxAge : millis(SECOND, maxAge.toMillis()),
        sameSite,
        secured ? SecureRule.ALWAYS : one(List.of(SecureRule.values())),
        random.nextBoolean(),
        random.nextBoolean() ? List.of() : List.of(secret("new${x}"), secret("old")));
  }

  private DrainConfig drain() {
    return new DrainConfig(
        millis(0, 7 * DAY),
        one(List.of(Drain.Then.values())),
        millis(0, DAY),
        random.nextBoolean() ? null : millis(SECOND, DAY));
  }

  /** Returns a file as the reader of these tests knows it. */
  private static SecretFile secret(String name) {
    String file = name + ".key";
    return new SecretFile(Path.of("/run/secrets/" + file), Documents.secret(file));
  }

  private <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private Duration millis(long least, long most) {
    long unit = one(List.of(1L, 1_000L, 60_000L));
    long drawn = least + (long) (random.nextDouble() * (most - least + 1));
    return Duration.ofMillis(Math.max(least, drawn / unit * unit));
  }
}
