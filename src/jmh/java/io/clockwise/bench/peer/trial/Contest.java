package io.clockwise.bench.peer.trial;

import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.Memory;
import io.clockwise.bench.peer.figure.Spread;
import io.clockwise.bench.peer.machine.Machine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Runs one trial: starts, warms, measures in rounds, repeats when the measure was not steady. */
final class Contest {
  private static final double MOST_OPENED = 5;
  private static final double LEAST_REACHED = 0.95;

  private final Trial trial;
  private final Pace pace;
  private final List<String> notes = new ArrayList<>();

  Contest(Trial trial) {
    this.trial = trial;
    this.pace = trial.pace();
  }

  Outcome run() throws IOException, InterruptedException {
    Journal.say("%s: %s", trial.name(), trial.title());
    double before = Machine.loadAverage();
    try {
      for (Entrant entrant : trial.entrants()) {
        entrant.prepare();
      }
      for (Entrant entrant : trial.entrants()) {
        double seconds = entrant.warm();
        if (seconds > 0) {
          Journal.say("  %s warmed for %.0f s", entrant.label(), seconds);
        }
      }
      Rounds rounds = steadiest();
      noteDoubts(rounds);
      Map<String, Memory> memory = new HashMap<>();
      for (Entrant entrant : trial.entrants()) {
        memory.put(entrant.label(), entrant.memory());
      }
      return outcome(rounds, memory, before);
    } catch (IOException e) {
      throw new IOException(trial.name() + ": " + e.getMessage(), e);
    } finally {
      for (Entrant entrant : trial.entrants()) {
        entrant.close();
      }
    }
  }

  private Rounds steadiest() throws IOException, InterruptedException {
    Random random = new Random(pace.seed() + trial.name().hashCode());
    Journal journal = new Journal(trial.figure());
    Rounds best = Rounds.of(trial.entrants(), pace.rounds(), random, journal);
    for (int again = 1; range(best) > pace.range(); again++) {
      String told =
          String.format(
              Locale.ROOT,
              "the range of %s is %.0f %% of its median, above %.0f %%",
              trial.measure(),
              100 * range(best),
              100 * pace.range());
      if (again > pace.repeats()) {
        notes.add(told + ": the machine was not quiet");
        break;
      }
      notes.add(told + ": measured again, the steadier ones are shown");
      Journal.say("  %s: once more", told);
      Rounds more = Rounds.of(trial.entrants(), pace.rounds(), random, journal);
      best = range(more) < range(best) ? more : best;
    }
    return best;
  }

  private void noteDoubts(Rounds rounds) {
    for (Entrant entrant : trial.entrants()) {
      if (trial.shown().contains(Figure.NEW_CONNECTIONS)) {
        double opened = median(rounds, entrant, Figure.NEW_CONNECTIONS);
        if (opened > MOST_OPENED) {
          notes.add(
              String.format(
                  Locale.ROOT,
                  "%s opened %.0f connections to backends for 100 requests",
                  entrant.label(),
                  opened));
        }
      }
      if (trial.rate() > 0 && median(rounds, entrant, Figure.RATE) < LEAST_REACHED * trial.rate()) {
        notes.add(
            String.format(
                Locale.ROOT,
                "%s got %.0f of %d requests a second: these are times of a saturated machine",
                entrant.label(),
                median(rounds, entrant, Figure.RATE),
                trial.rate()));
      }
    }
  }

  private static double median(Rounds rounds, Entrant entrant, Figure figure) {
    return Spread.of(rounds.values(entrant.label(), figure)).median();
  }

  private double range(Rounds rounds) {
    return Spread.of(rounds.values(trial.measure(), trial.figure())).relativeRange();
  }

  private Outcome outcome(Rounds rounds, Map<String, Memory> memory, double before)
      throws IOException {
    List<Outcome.Line> lines = new ArrayList<>();
    for (Entrant entrant : trial.entrants()) {
      Map<Figure, Spread> figures = new EnumMap<>(Figure.class);
      for (Figure figure : trial.shown()) {
        figures.put(figure, Spread.of(rounds.values(entrant.label(), figure)));
      }
      lines.add(
          new Outcome.Line(
              entrant.label(),
              entrant.base(),
              figures,
              Spread.of(rounds.ratios(entrant.label(), entrant.base(), trial.figure())),
              memory.get(entrant.label()),
              rounds.values(entrant.label(), trial.figure())));
    }
    return new Outcome(
        trial.name(),
        trial.title(),
        trial.figure(),
        trial.shown(),
        lines,
        notes,
        before,
        Machine.loadAverage());
  }
}
