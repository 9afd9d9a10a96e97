package io.clockwise.bench.peer.load;

import io.clockwise.bench.peer.figure.CpuTime;
import io.clockwise.bench.peer.figure.Figure;
import java.util.EnumMap;
import java.util.Map;

/** What processor time means for each request. */
final class Costs {
  private Costs() {}

  /** Returns the figures of processor time that was spent for requests. */
  static Map<Figure, Double> of(CpuTime spent, long ticksPerSecond, long requests, double seconds) {
    double micros = 1e6 / ticksPerSecond / requests;
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    figures.put(Figure.REQUEST_CPU, spent.total() * micros);
    figures.put(Figure.USER, spent.user() * micros);
    figures.put(Figure.SYSTEM, spent.system() * micros);
    figures.put(Figure.RATE, requests / seconds);
    return figures;
  }

  /** Returns how many connections to backends a hundred requests took. */
  static double newConnections(Counters.Count count) {
    return count.requests() == 0 ? 0 : 100.0 * count.connections() / count.requests();
  }
}
