package io.clockwise.bench.peer.trial;

import io.clockwise.bench.peer.figure.Figure;
import java.util.List;

/**
 * A comparison under one load.
 *
 * @param name how it is chosen
 * @param title what it is, in words
 * @param figure what the ratio is made of
 * @param shown the figures beside it
 * @param rate requests in a second that the load asks for; 0: as many as it gets
 * @param pace how often and how long is measured
 * @param entrants who is compared
 */
record Trial(
    String name,
    String title,
    Figure figure,
    List<Figure> shown,
    int rate,
    Pace pace,
    List<Entrant> entrants) {
  /** Returns the label of the measure of all, or of the first when there is none. */
  String measure() {
    return entrants.stream()
        .filter(entrant -> entrant.base().equals(entrant.label()))
        .findFirst()
        .orElse(entrants.get(0))
        .label();
  }
}
