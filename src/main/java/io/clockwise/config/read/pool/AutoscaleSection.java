package io.clockwise.config.read.pool;

import io.clockwise.config.AutoscaleConfig;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The key {@code autoscale} of a pool: a mapping, or {@code off}. */
final class AutoscaleSection {
  private static final String FORM = "a mapping such as { target: 0.7, capacity: 100 }, or off";
  private static final Pattern THOUSANDTHS = Pattern.compile("0(\\.[0-9]{1,3})?|1(\\.0{1,3})?");
  private static final String RATIO = "a number, 0 to 1, at most three decimals, such as 0.7";
  private static final String URL =
      "http:// or https://, a host, at most 2048 characters, or empty";
  private static final int MOST_CAPACITY = 1_000_000;
  private static final int MOST_STEP = 100;
  private static final int LONGEST_URL = 2048;

  private AutoscaleSection() {}

  static @Nullable AutoscaleConfig read(Value value) {
    if (value.isWord("off")) {
      return null;
    }
    Fields fields = value.fields(FORM);
    int before = value.reading().findings().count();
    AutoscaleConfig normal = AutoscaleConfig.DEFAULT;
    AutoscaleConfig scale =
        new AutoscaleConfig(
            ratio(fields, "target", normal.target()),
            ratio(fields, "high", normal.high()),
            ratio(fields, "low", normal.low()),
            fields.integer("capacity", 1, MOST_CAPACITY, normal.capacity()),
            fields.duration(
                "interval", Duration.ofSeconds(1), Duration.ofHours(1), normal.interval()),
            fields.duration("cooldown", Duration.ZERO, Duration.ofHours(24), normal.cooldown()),
            fields.integer("step", 1, MOST_STEP, normal.step()),
            fields.get("webhook").map(AutoscaleSection::url).orElse(normal.webhook()));
    fields.done();
    if (value.reading().findings().count() == before && !isOrdered(scale)) {
      value
          .reading()
          .problem(
              value.path(),
              "low " + scale.low() + ", target " + scale.target() + ", high " + scale.high(),
              "low below target, and target below high",
              "what is brought in at high must not be drained again at low");
    }
    return scale;
  }

  private static boolean isOrdered(AutoscaleConfig scale) {
    return scale.low() < scale.target() && scale.target() < scale.high();
  }

  private static double ratio(Fields fields, String key, double normal) {
    return fields.get(key).map(value -> ratio(value, normal)).orElse(normal);
  }

  private static double ratio(Value value, double normal) {
    Optional<String> text = value.text(RATIO);
    if (text.isPresent() && THOUSANDTHS.matcher(text.get()).matches()) {
      return new BigDecimal(text.get()).doubleValue();
    }
    text.ifPresent(wrong -> value.problem(RATIO, ""));
    return normal;
  }

  private static String url(Value value) {
    Optional<String> text = value.text(URL);
    if (text.isPresent() && !text.get().isEmpty() && !isUrl(text.get())) {
      value.problem(URL, "");
      return "";
    }
    return text.orElse("");
  }

  private static boolean isUrl(String text) {
    try {
      URI uri = new URI(text);
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean port = uri.getPort() == -1 || uri.getPort() >= 1 && uri.getPort() <= 65_535;
      boolean place = uri.getHost() != null && uri.getUserInfo() == null && port;
      return web && place && text.length() <= LONGEST_URL;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
