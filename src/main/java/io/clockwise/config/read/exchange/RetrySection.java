package io.clockwise.config.read.exchange;

import io.clockwise.config.RetryBudget;
import io.clockwise.config.RetryConfig;
import io.clockwise.config.RetryOn;
import io.clockwise.config.RouteRetryConfig;
import io.clockwise.config.read.form.MethodText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The key {@code retry}: a mapping, or {@code off}. */
public final class RetrySection {
  private static final int MOST_ATTEMPTS = 10;
  private static final Pattern THOUSANDTHS = Pattern.compile("0(\\.[0-9]{1,3})?|1(\\.0{1,3})?");
  private static final String RATIO = "a number, 0 to 1, at most three decimals, such as 0.2";

  private RetrySection() {}

  /** Reads the retries of a pool. */
  public static RetryConfig read(Value value) {
    RetryConfig normal = RetryConfig.DEFAULT;
    if (value.isWord("off")) {
      return normal.withAttempts(1);
    }
    Fields fields = value.fields("a mapping such as { attempts: 2 }, or off");
    RetryConfig retry =
        new RetryConfig(
            fields.integer("attempts", 1, MOST_ATTEMPTS, normal.attempts()),
            fields.get("on").map(RetrySection::on).orElse(normal.on()),
            fields.get("methods").map(RetrySection::methods).orElse(normal.methods()),
            fields.get("statuses").map(RetrySection::statuses).orElse(normal.statuses()),
            fields.get("budget").map(RetrySection::budget).orElse(normal.budget()));
    fields.done();
    return retry;
  }

  /** Reads those of a route; what it leaves out is the pool's. */
  public static RouteRetryConfig readOfRoute(Value value) {
    if (value.isWord("off")) {
      return new RouteRetryConfig(1, null, null, null);
    }
    Fields fields = value.fields("a mapping such as { attempts: 2 }, or off");
    fields.get("budget").ifPresent(given -> given.problem("no budget", "it is the pool's"));
    RouteRetryConfig retry =
        new RouteRetryConfig(
            fields.get("attempts").map(v -> v.integer(1, MOST_ATTEMPTS, 2)).orElse(null),
            fields.get("on").map(RetrySection::on).orElse(null),
            fields.get("methods").map(RetrySection::methods).orElse(null),
            fields.get("statuses").map(RetrySection::statuses).orElse(null));
    fields.done();
    return retry;
  }

  private static Set<RetryOn> on(Value list) {
    return set(
        list,
        "a list such as [connectFailure]",
        item -> Optional.of(item.word(RetryOn.class, RetryOn.CONNECT_FAILURE)));
  }

  private static Set<String> methods(Value list) {
    return set(list, "a list of methods such as [GET, HEAD]", MethodText::read);
  }

  private static Set<Integer> statuses(Value list) {
    return set(
        list, "a list of statuses such as [503]", item -> Optional.of(item.integer(400, 599, 503)));
  }

  private static <T> Set<T> set(Value list, String expected, Function<Value, Optional<T>> one) {
    Set<T> set = new LinkedHashSet<>();
    for (Value item : list.items(expected)) {
      one.apply(item).ifPresent(set::add);
    }
    return set;
  }

  private static RetryBudget budget(Value value) {
    Fields fields = value.fields("a mapping such as { ratio: 0.2, minPerSecond: 10 }");
    RetryBudget normal = RetryBudget.DEFAULT;
    RetryBudget budget =
        new RetryBudget(
            fields.get("ratio").map(RetrySection::ratio).orElse(normal.ratio()),
            fields.integer("minPerSecond", 0, 1_000_000, normal.minPerSecond()),
            fields.duration(
                "window", Duration.ofSeconds(1), Duration.ofMinutes(5), normal.window()));
    fields.done();
    return budget;
  }

  private static double ratio(Value value) {
    Optional<String> text = value.text(RATIO);
    if (text.isPresent() && THOUSANDTHS.matcher(text.get()).matches()) {
      return new BigDecimal(text.get()).doubleValue();
    }
    text.ifPresent(wrong -> value.problem(RATIO, ""));
    return RetryBudget.DEFAULT.ratio();
  }
}
