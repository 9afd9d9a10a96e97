package io.clockwise.bench.peer.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.Memory;
import io.clockwise.bench.peer.figure.Steadiness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContestTest {
  private final List<String> done = new ArrayList<>();

  /** Costs what it is told, round by round. */
  private final class Told implements Entrant {
    private final String label;
    private final Iterator<Double> costs;

    Told(String label, Double... costs) {
      this.label = label;
      this.costs = List.of(costs).iterator();
    }

    @Override
    public String label() {
      return label;
    }

    @Override
    public String base() {
      return "a";
    }

    @Override
    public void prepare() {
      done.add("prepare " + label);
    }

    @Override
    public double warm() {
      done.add("warm " + label);
      return 1;
    }

    @Override
    public Map<Figure, Double> once() throws IOException {
      done.add("once " + label);
      if (!costs.hasNext()) {
        throw new IOException("7 answers were not 2xx");
      }
      double opened = label.equals("b") ? 98 : 1;
      return Map.of(
          Figure.REQUEST_CPU,
          costs.next(),
          Figure.NEW_CONNECTIONS,
          opened,
          Figure.RATE,
          label.equals("a") ? 7_990.0 : 4_000.0);
    }

    @Override
    public Memory memory() {
      return new Memory(1, 2);
    }

    @Override
    public void close() {
      done.add("close " + label);
    }
  }

  private static Contest contest(int rounds, int repeats, int rate, Entrant... entrants) {
    Pace pace = new Pace(rounds, 1, new Steadiness(1, 2, 0.05), repeats, 0.1, 1);
    List<Figure> shown = List.of(Figure.REQUEST_CPU, Figure.NEW_CONNECTIONS, Figure.RATE);
    return new Contest(
        new Trial("t", "title", Figure.REQUEST_CPU, shown, rate, pace, List.of(entrants)));
  }

  @Test
  void ratiosAreOfTheSameRound() throws Exception {
    Outcome outcome =
        contest(3, 0, 0, new Told("a", 10.0, 10.0, 10.0), new Told("b", 9.0, 8.0, 7.0)).run();

    Outcome.Line line = outcome.lines().get(1);
    assertThat(line.ratio().median()).isEqualTo(0.8);
    assertThat(line.values()).containsExactly(9.0, 8.0, 7.0);
    assertThat(line.memory()).isEqualTo(new Memory(1, 2));
    assertThat(outcome.lines().get(0).ratio().median()).isEqualTo(1);
    assertThat(outcome.hasCommonBase()).isTrue();
    assertThat(done)
        .startsWith("prepare a", "prepare b", "warm a", "warm b")
        .endsWith("close a", "close b");
  }

  @Test
  void eachRoundHasAnOrderOfItsOwnAndEverybodyOnce() throws Exception {
    Double[] costs = IntStream.range(0, 20).mapToObj(i -> 10.0).toArray(Double[]::new);
    contest(20, 0, 0, new Told("a", costs), new Told("b", costs), new Told("c", costs)).run();

    List<String> measured = done.stream().filter(what -> what.startsWith("once ")).toList();
    List<List<String>> rounds =
        IntStream.range(0, 20).mapToObj(i -> measured.subList(3 * i, 3 * i + 3)).toList();
    assertThat(rounds)
        .allSatisfy(r -> assertThat(r).containsExactlyInAnyOrder("once a", "once b", "once c"));
    assertThat(rounds.stream().collect(Collectors.toSet())).hasSizeGreaterThan(2);
  }

  @Test
  void anUnsteadyMeasureIsMeasuredAgainAndTheSteadierRoundsAreShown() throws Exception {
    Outcome outcome =
        contest(
                2,
                1,
                0,
                new Told("a", 10.0, 20.0, 10.0, 10.1),
                new Told("c", 10.0, 10.0, 30.0, 30.0))
            .run();

    assertThat(outcome.lines().get(1).values()).containsExactly(30.0, 30.0);
    assertThat(outcome.notes())
        .containsExactly(
            "the range of a is 33 % of its median, above 10 %: measured again, the steadier ones"
                + " are shown");
  }

  @Test
  void oneThatStaysUnsteadyIsToldAsSuch() throws Exception {
    Outcome outcome = contest(2, 0, 0, new Told("a", 10.0, 20.0), new Told("c", 1.0, 1.0)).run();

    assertThat(outcome.notes())
        .containsExactly(
            "the range of a is 33 % of its median, above 10 %: the machine was not quiet");
  }

  @Test
  void whoKeepsNoConnectionsOrDoesNotReachTheRateIsNamed() throws Exception {
    Outcome outcome = contest(1, 0, 8_000, new Told("a", 10.0), new Told("b", 10.0)).run();

    assertThat(outcome.notes())
        .containsExactly(
            "b opened 98 connections to backends for 100 requests",
            "b got 4000 of 8000 requests a second: these are times of a saturated machine");
  }

  @Test
  void aFaultEndsItWithItsPlaceAndEverybodyIsClosed() {
    Contest contest = contest(2, 0, 0, new Told("a", 10.0, 10.0), new Told("b", 10.0));

    assertThatIOException()
        .isThrownBy(contest::run)
        .withMessage("t: b, round 2: 7 answers were not 2xx");
    assertThat(done).endsWith("close a", "close b");
  }

  @Test
  void aPaceCanBeSlowedButNotQuickened() {
    Pace pace = new Pace(3, 2, new Steadiness(1, 2, 0.05), 0, 0.1, 1);

    assertThat(pace.atLeast(5, 1)).extracting(Pace::rounds, Pace::seconds).containsExactly(5, 2);
    assertThat(pace.atLeast(1, 5)).extracting(Pace::rounds, Pace::seconds).containsExactly(3, 5);
  }
}
