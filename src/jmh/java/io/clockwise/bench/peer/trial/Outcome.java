package io.clockwise.bench.peer.trial;

import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.Memory;
import io.clockwise.bench.peer.figure.Spread;
import java.util.List;
import java.util.Map;

/**
 * What came out of a trial.
 *
 * @param name how it is chosen
 * @param title what it is, in words
 * @param figure what the ratio is made of
 * @param shown the figures beside it
 * @param lines one for each entrant
 * @param notes what a reader must know of this run
 * @param loadBefore the load average before it
 * @param loadAfter and behind it
 */
public record Outcome(
    String name,
    String title,
    Figure figure,
    List<Figure> shown,
    List<Line> lines,
    List<String> notes,
    double loadBefore,
    double loadAfter) {
  /** Tells whether all are compared with the same one. */
  public boolean hasCommonBase() {
    return lines.stream().map(Line::base).distinct().count() == 1;
  }

  /**
   * One entrant.
   *
   * @param label its name
   * @param base the one that it is compared with
   * @param figures what was measured of it
   * @param ratio to the other one, of each round
   * @param memory behind the last round
   * @param values what was measured of {@code figure}, round by round
   */
  public record Line(
      String label,
      String base,
      Map<Figure, Spread> figures,
      Spread ratio,
      Memory memory,
      List<Double> values) {}
}
