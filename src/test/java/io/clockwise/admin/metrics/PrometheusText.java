package io.clockwise.admin.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A strict reader of the text format of Prometheus, version 0.0.4. */
final class PrometheusText {
  private static final Pattern META =
      Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)");
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-zA-Z_:][a-zA-Z0-9_:]*)"
              + "(\\{(?:[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\n]|\\\\[\"\\\\n])*\",?)+})?"
              + " (NaN|[+-]?Inf|-?[0-9.]+(?:E-?[0-9]+)?)");

  private PrometheusText() {}

  /** Returns each sample by its name and labels; fails on anything that is not the format. */
  static Map<String, Double> parse(String text) {
    assertThat(text).endsWith("\n");
    Map<String, Double> samples = new LinkedHashMap<>();
    Set<String> closed = new HashSet<>();
    String family = "";
    for (String line : text.split("\n")) {
      Matcher meta = META.matcher(line);
      if (meta.matches()) {
        if (!meta.group(2).equals(family)) {
          closed.add(family);
          family = meta.group(2);
          assertThat(closed).as("families stand together").doesNotContain(family);
        }
        continue;
      }
      Matcher sample = SAMPLE.matcher(line);
      assertThat(sample.matches()).as(line).isTrue();
      assertThat(sample.group(1)).as("a sample follows its family").startsWith(family);
      String labels = sample.group(2) == null ? "" : sample.group(2);
      double value = Double.parseDouble(sample.group(3).replace("Inf", "Infinity"));
      assertThat(samples.put(sample.group(1) + labels, value)).as("twice: " + line).isNull();
    }
    return samples;
  }
}
