package io.clockwise.config.read;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.CareConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.config.HealthConfig.Initial;
import io.clockwise.config.HealthConfig.StatusRange;
import io.clockwise.config.HotKeysConfig;
import io.clockwise.config.LoadBoundConfig;
import io.clockwise.config.OutlierConfig;
import io.clockwise.config.SlowStartConfig;
import io.clockwise.config.WhenNoneUsable;
import io.clockwise.config.ZonesConfig;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Draws what is done about backends, as the reader could have given it. */
record CareDraw(Random random) {
  private static final int HOUR = 3_600_000;

  CareConfig care(List<BackendConfig> backends) {
    boolean ports = backends.stream().noneMatch(backend -> backend.address().isUnix());
    return new CareConfig(
            random.nextInt(3) == 0 ? null : health(ports),
            random.nextBoolean() ? null : outlier(),
            one(List.of(WhenNoneUsable.values())),
            random.nextBoolean()
                ? null
                : new LoadBoundConfig(number(100, 10_000), number(1, 100_000)),
            new SlowStartConfig(millis(0, 24 * HOUR), one(List.of(SlowStartConfig.Curve.values()))),
            hotKeys())
        .withZones(zones());
  }

  private HealthConfig health(boolean ports) {
    Duration interval = millis(100, HOUR);
    return new HealthConfig(
        switch (random.nextInt(3)) {
          case 0 -> new HealthConfig.Tcp();
          case 1 -> new HealthConfig.Grpc(one(List.of("", "a.B", "${x}", "null", "1")));
          default -> http();
        },
        interval,
        millis(10, (int) Math.min(600_000, interval.toMillis())),
        number(1, 100),
        number(1, 100),
        one(List.of(Initial.values())),
        ports ? number(0, 65_535) : 0);
  }

  private HealthConfig.Http http() {
    String method = one(List.of("GET", "HEAD", "null", "x$1"));
    List<StatusRange> expect = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      int first = number(100, 599);
      expect.add(new StatusRange(first, number(first, 599)));
    }
    return new HealthConfig.Http(
        method,
        one(List.of("/", "/healthz?a=1&b=${x}", "//", "/%7B{}")),
        one(List.of("", "a.example", "a:80", "[::1]:80", "1", "true")),
        random.nextBoolean() ? Map.of() : Map.of("X-A", "a b", "X$", one(List.of("", "1", "${x}"))),
        expect,
        method.equals("HEAD") ? "" : one(List.of("", "ok", "^\\s*\\{\"a\": \"${", "1", "(?i)a|b")));
  }

  private OutlierConfig outlier() {
    Duration eject = millis(100, HOUR);
    return new OutlierConfig(
        number(1, 1_000),
        number(1, 64),
        eject,
        millis((int) eject.toMillis(), 24 * HOUR),
        number(0, 1_000) / 1_000.0,
        random.nextBoolean() ? 0 : number(200, 100_000) / 100.0);
  }

  private @Nullable HotKeysConfig hotKeys() {
    if (random.nextBoolean()) {
      return null;
    }
    double share = BigDecimal.valueOf(number(1, 1_000_000)).movePointLeft(6).doubleValue();
    return new HotKeysConfig(share, number(2, 16), random.nextBoolean());
  }

  private @Nullable ZonesConfig zones() {
    return random.nextBoolean()
        ? null
        : new ZonesConfig(
            one(List.of("eu-1a", "1", "null", "${x}", "off")), number(1, 1_000) / 1_000.0);
  }

  private <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private int number(int least, int most) {
    return random.nextInt(4) == 0 ? least : least + random.nextInt(most - least + 1);
  }

  private Duration millis(int least, int most) {
    int unit = one(List.of(1, 1_000, 60_000));
    return Duration.ofMillis(Math.max(least, number(least, most) / unit * unit));
  }
}
