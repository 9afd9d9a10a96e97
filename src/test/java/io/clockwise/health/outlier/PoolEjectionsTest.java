package io.clockwise.health.outlier;

import static io.clockwise.health.outlier.Sights.RULE;
import static io.clockwise.health.outlier.Sights.SECOND;
import static io.clockwise.health.outlier.Sights.failing;
import static io.clockwise.health.outlier.Sights.run;
import static io.clockwise.health.outlier.Sights.slow;
import static io.clockwise.health.outlier.Sights.well;
import static io.clockwise.health.outlier.Sights.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.OutlierConfig;
import io.clockwise.telemetry.EjectionReason;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PoolEjectionsTest {
  private final PoolEjections ejections = new PoolEjections();
  private OutlierConfig rule = RULE;
  private long now = 7 * SECOND;

  private List<Step> look(Sight... sights) {
    return ejections.look(List.of(sights), rule, now);
  }

  private List<String> ejected(Sight... sights) {
    return look(sights).stream().filter(step -> step instanceof Step.Eject).map(Step::id).toList();
  }

  private static Duration time(List<Step> steps) {
    return Stream.of(steps.get(0))
        .map(step -> ((Step.Eject) step).time())
        .findFirst()
        .orElseThrow();
  }

  /* Ejects a, waits its time, and lets it return. */
  private Duration eject() {
    Duration time = time(look(failing("a", 5, 3), well("b"), well("c")));
    now += time.toNanos();
    assertThat(look(well("a"), well("b"), well("c"))).containsExactly(new Step.Ask("a"));
    assertThat(ejections.told("a", true, rule, now)).isEqualTo(new Step.Return("a", time));
    return time;
  }

  @Test
  void enoughFailuresInARowFromEnoughKeysEject() {
    assertThat(ejected(failing("a", 4, 4), well("b"))).isEmpty();
    assertThat(ejected(failing("a", 40, 2), well("b"))).isEmpty();
    assertThat(look(failing("a", 5, 3), well("b")))
        .containsExactly(new Step.Eject("a", new Step.Why(run(5, 3), 0), Duration.ofSeconds(10)));
    assertThat(ejections.isAway("a")).isTrue();
    assertThat(look(failing("a", 9, 3), well("b"))).isEmpty();
  }

  @Test
  void theRunOfOneLoopIsEnough() {
    assertThat(ejected(failing("a", 1_000, run(2, 2), run(5, 3)), well("b"))).containsExactly("a");
  }

  @Test
  void runsOfSeveralLoopsAreNotAddedUp() {
    assertThat(ejected(failing("a", 0, run(4, 4), run(4, 4), run(30, 1)), well("b"))).isEmpty();
  }

  @Test
  void oneKeyEjectsOnlyWhereNobodyIsAnswered() {
    assertThat(ejected(failing("a", 7, run(50, 1)), well("b"))).isEmpty();
    now += 4 * SECOND;
    assertThat(ejected(failing("a", 8, run(90, 1)), well("b"))).isEmpty(); // another loop's answer
    now += 4 * SECOND;
    assertThat(ejected(failing("a", 8, run(99, 1)), well("b"))).isEmpty();
    now += SECOND;
    assertThat(ejected(failing("a", 8, run(49, 1)), well("b"))).isEmpty();
    assertThat(ejected(failing("a", 8, run(50, 1)), well("b"))).containsExactly("a");
  }

  @Test
  void theTimeDoublesUpToTheMostAndIsForgottenInGoodTimes() {
    assertThat(eject()).isEqualTo(Duration.ofSeconds(10));
    assertThat(eject()).isEqualTo(Duration.ofSeconds(20));
    assertThat(eject()).isEqualTo(Duration.ofSeconds(40));
    assertThat(eject()).isEqualTo(Duration.ofSeconds(60));
    assertThat(eject()).isEqualTo(Duration.ofSeconds(60));
    now += 60 * SECOND;
    assertThat(look(well("a", 10), well("b"), well("c"))).isEmpty();
    assertThat(eject()).isEqualTo(Duration.ofSeconds(60)); // one forgotten, one more
    now += (60 + 40 + 20 + 10) * SECOND;
    assertThat(look(well("a", 10), well("b"), well("c"))).isEmpty();
    assertThat(eject()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void onTrialTwoFailuresFromTwoKeysEject() {
    eject();
    assertThat(ejected(failing("a", 100, run(2, 1)), well("b"))).isEmpty();
    assertThat(ejected(failing("a", 109, run(2, 2)), well("b"))).containsExactly("a");
  }

  @Test
  void tenAnswersEndTheTrial() {
    eject();
    assertThat(look(well("a", 100), well("b"))).isEmpty();
    assertThat(ejected(failing("a", 110, run(4, 4)), well("b"))).isEmpty();
    assertThat(ejected(failing("a", 110, run(5, 4)), well("b"))).containsExactly("a");
  }

  @Test
  void whoeverDoesNotAnswerStaysAndIsAskedAgainLessAndLess() {
    look(failing("a", 5, 3), well("b"));
    now += 10 * SECOND;
    for (long pause : new long[] {1, 2, 4, 8, 10, 10}) {
      assertThat(look(well("a"), well("b"))).containsExactly(new Step.Ask("a"));
      assertThat(look(well("a"), well("b"))).isEmpty(); // it was asked
      assertThat(ejections.told("a", false, rule, now))
          .isEqualTo(new Step.Stay("a", new Step.Why(run(5, 3), 0)));
      now += pause * SECOND - 1;
      assertThat(look(well("a"), well("b"))).isEmpty();
      now += 1;
    }
    assertThat(ejections.isAway("a")).isTrue();
    assertThat(look(well("a"), well("b"))).containsExactly(new Step.Ask("a"));
    assertThat(ejections.told("a", true, rule, now))
        .isEqualTo(new Step.Return("a", Duration.ofSeconds(45)));
    assertThat(ejections.told("a", true, rule, now)).isNull();
  }

  @Test
  void aShareOfTheWeightIsTheMostButOneMayAlwaysGo() {
    rule = new OutlierConfig(5, 3, Duration.ofSeconds(10), Duration.ofSeconds(60), 0.5, 0);
    Sight heavy = with(failing("a", 5, 3), 8, Sight.Role.USABLE);
    assertThat(ejected(heavy, failing("b", 5, 3), well("c"))).containsExactly("a");
    assertThat(ejected(with(well("a"), 8, Sight.Role.USABLE), failing("b", 5, 3), well("c")))
        .isEmpty();
    assertThat(
            new PoolEjections()
                .look(
                    List.of(failing("a", 5, 3), failing("b", 5, 3), failing("c", 5, 3), well("d")),
                    rule,
                    now))
        .extracting(Step::id)
        .containsExactly("a", "b");
  }

  @Test
  void theLastUsableOneStays() {
    Sight failing = failing("a", 50, 30);
    assertThat(ejected(failing)).isEmpty();
    assertThat(ejected(failing, with(well("b"), 1, Sight.Role.OTHER))).isEmpty();
    assertThat(ejected(failing, with(well("b"), 0, Sight.Role.USABLE))).isEmpty();
    assertThat(ejected(with(failing, 1, Sight.Role.ALONE), well("b"))).isEmpty();
    assertThat(ejected(failing, failing("b", 50, 30))).containsExactly("a");
    assertThat(ejected(failing, well("b"))).isEmpty(); // it is gone already
  }

  @Test
  void aSlowOneGoes() {
    assertThat(ejected(slow("a", 4), well("b"))).isEmpty();
    List<Step> steps = look(slow("a", 4.1), well("b"));
    assertThat(steps)
        .containsExactly(new Step.Eject("a", new Step.Why(null, 4.1), Duration.ofSeconds(10)));
    assertThat(((Step.Eject) steps.get(0)).why().reason()).isEqualTo(EjectionReason.LATENCY);
    rule = new OutlierConfig(5, 3, Duration.ofSeconds(10), Duration.ofSeconds(60), 0.5, 0);
    assertThat(ejected(well("a"), well("c"), slow("b", 1_000))).isEmpty();
  }

  @Test
  void anotherServerOfThatNameHasNoPast() {
    look(failing("a", 5, 3), well("b"));
    Sight moved = new Sight("a", "elsewhere:1", 1, Sight.Role.USABLE, List.of(run(5, 3)), 0, 0);
    assertThat(look(moved, well("b"))).containsExactly(new Step.Forget("a"));
    assertThat(ejections.isAway("a")).isFalse();
    assertThat(look(well("a"), well("b"))).isEmpty();
  }

  @Test
  void whoIsGoneIsForgottenAndAllAreInTheEnd() {
    look(failing("a", 5, 3), well("b"));
    assertThat(look(well("b"))).containsExactly(new Step.Forget("a"));
    look(failing("a", 5, 3), well("b"));
    assertThat(ejections.end()).containsExactly(new Step.Forget("a"));
    assertThat(ejections.isAway("a")).isFalse();
  }

  @Test
  void whatIsOldEjectsNobody() {
    assertThat(ejected(failing("a", 5, 3), failing("b", 9, 3))).containsExactly("a");
    now += 3 * SECOND;
    assertThat(ejected(failing("a", 5, 3), failing("b", 9, 3), well("c"))).isEmpty();
    assertThat(ejected(failing("a", 5, 3), failing("b", 10, 3), well("c"), well("d")))
        .as("it still fails")
        .containsExactly("b");
  }
}
