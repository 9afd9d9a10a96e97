package io.clockwise.bench.peer.trial;

import io.clockwise.bench.peer.figure.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What was measured of each entrant in each round; in a round each was measured once. */
public final class Rounds {
  private final List<Map<String, Map<Figure, Double>>> rounds = new ArrayList<>();

  /** Measures rounds, each in an order of its own. */
  static Rounds of(List<Entrant> entrants, int count, Random random, Journal journal)
      throws IOException, InterruptedException {
    Rounds measured = new Rounds();
    for (int round = 1; round <= count; round++) {
      List<Entrant> order = new ArrayList<>(entrants);
      Collections.shuffle(order, random);
      Map<String, Map<Figure, Double>> figures = new LinkedHashMap<>();
      for (Entrant entrant : order) {
        try {
          figures.put(entrant.label(), entrant.once());
        } catch (IOException e) {
          throw new IOException(entrant.label() + ", round " + round + ": " + e.getMessage(), e);
        }
      }
      measured.add(figures);
      journal.round(round, count, figures);
    }
    return measured;
  }

  /** Adds a round. */
  public void add(Map<String, Map<Figure, Double>> figures) {
    rounds.add(figures);
  }

  /** Returns all values of a figure of an entrant, in the order of rounds. */
  public List<Double> values(String label, Figure figure) {
    return rounds.stream().map(round -> round.get(label).get(figure)).toList();
  }

  /** Returns the ratio of an entrant to another one in each round. */
  public List<Double> ratios(String label, String base, Figure figure) {
    return rounds.stream()
        .map(round -> round.get(label).get(figure) / round.get(base).get(figure))
        .toList();
  }

  /** Returns how many rounds there are. */
  public int count() {
    return rounds.size();
  }
}
