package io.clockwise.bench.peer.result;

import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.Spread;
import io.clockwise.bench.peer.trial.Outcome;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All figures, as JSON. */
final class FigureFile {
  private FigureFile() {}

  /** Returns the document. */
  static String of(Circumstances circumstances, List<Outcome> outcomes) {
    JsonObject versions = new JsonObject();
    circumstances.versions().forEach(versions::put);
    return new JsonObject()
            .put("at", circumstances.at().toString())
            .put("processor", circumstances.processor())
            .put("processors", circumstances.processors())
            .put("kernel", circumstances.kernel())
            .put("versions", versions)
            .put("arguments", circumstances.arguments())
            .put("cases", new JsonArray(outcomes.stream().map(FigureFile::outcome).toList()))
            .encodePrettily()
        + "\n";
  }

  private static JsonObject outcome(Outcome outcome) {
    return new JsonObject()
        .put("name", outcome.name())
        .put("title", outcome.title())
        .put("figure", name(outcome.figure()))
        .put("loadAverage", new JsonArray(List.of(outcome.loadBefore(), outcome.loadAfter())))
        .put("notes", new JsonArray(outcome.notes()))
        .put("targets", new JsonArray(outcome.lines().stream().map(FigureFile::line).toList()));
  }

  private static JsonObject line(Outcome.Line line) {
    JsonObject figures = new JsonObject();
    for (Map.Entry<Figure, Spread> figure : line.figures().entrySet()) {
      figures.put(name(figure.getKey()), spread(figure.getValue()));
    }
    return new JsonObject()
        .put("name", line.label())
        .put("base", line.base())
        .put("ratio", spread(line.ratio()))
        .put("figures", figures)
        .put("rounds", new JsonArray(line.values().stream().map(FigureFile::rounded).toList()))
        .put("residentKiB", line.memory().resident())
        .put("peakKiB", line.memory().peak());
  }

  private static JsonObject spread(Spread spread) {
    return new JsonObject()
        .put("median", rounded(spread.median()))
        .put("low", rounded(spread.low()))
        .put("high", rounded(spread.high()))
        .put("least", rounded(spread.least()))
        .put("most", rounded(spread.most()));
  }

  private static double rounded(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }

  /* Latencies are in microseconds here, as they were measured. */
  private static String name(Figure figure) {
    return figure.name().toLowerCase(Locale.ROOT);
  }
}
