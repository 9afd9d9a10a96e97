package io.clockwise.app.cli.ask;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The metrics without labels of a scrape.
 *
 * @param values by name
 */
record Gauges(Map<String, Double> values) {

  /** Reads the text format of Prometheus; what is not understood is left out. */
  static Gauges of(String scrape) {
    Map<String, Double> values = new HashMap<>();
    scrape
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" ", 3))
        .filter(words -> words.length >= 2 && words[0].indexOf('{') < 0)
        .forEach(
            words -> {
              try {
                values.put(words[0], Double.parseDouble(words[1]));
              } catch (NumberFormatException e) {
                // another kind of line
              }
            });
    return new Gauges(values);
  }

  OptionalDouble find(String name) {
    Double value = values.get(name);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
