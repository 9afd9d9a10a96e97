package io.clockwise.control.autoscale;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AutoscaleConfig;
import io.clockwise.control.autoscale.ScaleFacts.Part;
import io.clockwise.control.autoscale.ScaleFacts.Role;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** When backends are brought in, and when one is drained. */
class ScaleRuleTest {
  private static final AutoscaleConfig RULE = AutoscaleConfig.DEFAULT;
  private static final long LATE = Duration.ofMinutes(5).toNanos();

  private static AutoscaleConfig rule(int step) {
    return new AutoscaleConfig(0.7, 0.8, 0.5, 100, RULE.interval(), RULE.cooldown(), step, "");
  }

  private static Part part(String id, Role role) {
    return new Part(id, 100, role, 0, false);
  }

  private static Part scaled(String id, Role role, long since, boolean warm) {
    return new Part(id, 100, role, since, warm);
  }

  private static ScaleStep decide(AutoscaleConfig rule, long since, double load, Part... parts) {
    return ScaleRule.decide(new ScaleFacts(rule, load, Arrays.asList(parts)), since);
  }

  @Test
  void betweenTheThresholdsNothingIsDone() {
    for (double load : new double[] {100, 140, 160}) {
      ScaleStep step =
          decide(
              RULE,
              LATE,
              load,
              part("a", Role.SERVING),
              scaled("s", Role.SERVING, 3, false),
              part("t", Role.SPARE));
      assertThat(step.isStep()).isFalse();
      assertThat(step.outlook().wanted()).isEqualTo(2);
    }
  }

  @Test
  void aboveHighOneIsBroughtInAndTheReasonSaysWhy() {
    ScaleStep step =
        decide(
            RULE,
            0,
            172,
            part("a", Role.SERVING),
            part("b", Role.SERVING),
            part("s", Role.SPARE),
            part("t", Role.SPARE));

    assertThat(step.up()).containsExactly("s");
    assertThat(step.down()).isEmpty();
    assertThat(step.reason()).isEqualTo("utilisation 0.86 above 0.8: in flight 172 of 200");
    assertThat(step.outlook()).isEqualTo(new ScaleStep.Outlook(0.86, 172, 200, 2, 1, 3));
  }

  @Test
  void asManyAreBroughtInAsTheTargetNeedsAndNoMoreThanAStep() {
    Part[] parts = {
      part("a", Role.SERVING),
      part("s", Role.SPARE),
      part("t", Role.SPARE),
      part("u", Role.SPARE),
      part("v", Role.SPARE)
    };

    assertThat(decide(rule(9), 0, 240, parts).up()).containsExactly("s", "t", "u");
    assertThat(decide(rule(2), 0, 240, parts).up()).containsExactly("s", "t");
    assertThat(decide(rule(9), 0, 140, parts).up()).containsExactly("s");
    assertThat(decide(rule(9), 0, 1000, parts).outlook())
        .isEqualTo(new ScaleStep.Outlook(10, 1000, 100, 1, 0, 15));
  }

  @Test
  void whatIsOnItsWayIsNotBroughtInTwice() {
    assertThat(
            decide(
                    rule(9),
                    0,
                    90,
                    part("a", Role.SERVING),
                    scaled("s", Role.COMING, 4, false),
                    part("t", Role.SPARE))
                .isStep())
        .isFalse();
  }

  @Test
  void oneThatIsStillWarmComesFirst() {
    assertThat(
            decide(
                    rule(2),
                    0,
                    190,
                    part("a", Role.SERVING),
                    part("s", Role.SPARE),
                    scaled("t", Role.SPARE, 4, true),
                    scaled("u", Role.SPARE, 6, true))
                .up())
        .containsExactly("u", "t");
  }

  @Test
  void withoutAnOpenBackendOneIsBroughtInWithoutAnyLoad() {
    ScaleStep step = decide(RULE, 0, 0, part("a", Role.OTHER), part("s", Role.SPARE));

    assertThat(step.up()).containsExactly("s");
    assertThat(step.reason()).isEqualTo("no backend is open: in flight 0 of 0");
    assertThat(decide(RULE, 0, 0, part("a", Role.OTHER)).isStep()).isFalse();
  }

  @Test
  void belowLowTheLastThatCameIsDrained() {
    ScaleStep step =
        decide(
            RULE,
            LATE,
            96,
            part("a", Role.SERVING),
            scaled("s", Role.SERVING, 9, false),
            scaled("t", Role.SERVING, 4, false));

    assertThat(step.down()).containsExactly("s");
    assertThat(step.reason()).isEqualTo("utilisation 0.32 below 0.5: in flight 96 of 300");
    assertThat(step.outlook().standby()).isEqualTo(1);
    assertThat(step.outlook().wanted()).isEqualTo(2);
  }

  @Test
  void nothingIsDrainedWithinTheCooldown() {
    Part[] parts = {part("a", Role.SERVING), scaled("s", Role.SERVING, 9, false)};
    long cooldown = RULE.cooldown().toNanos();

    assertThat(decide(RULE, cooldown - 1, 10, parts).isStep()).isFalse();
    assertThat(decide(RULE, cooldown, 10, parts).down()).containsExactly("s");
  }

  @Test
  void nothingIsDrainedThatWouldBeWantedAgainSoon() {
    Part[] parts = {part("a", Role.SERVING), scaled("s", Role.SERVING, 9, false)};

    assertThat(decide(RULE, LATE, 71, parts).isStep()).isFalse();
    assertThat(decide(RULE, LATE, 70, parts).down()).containsExactly("s");
  }

  @Test
  void whatAutoscaleHasNotBroughtInIsNeverDrained() {
    assertThat(decide(RULE, LATE, 0, part("a", Role.SERVING), part("s", Role.SERVING)).isStep())
        .isFalse();
  }

  @Test
  void theLastOpenOneIsNotDrained() {
    assertThat(
            decide(RULE, LATE, 0, part("a", Role.OTHER), scaled("s", Role.SERVING, 2, false))
                .isStep())
        .isFalse();
  }

  @Test
  void weightsCount() {
    ScaleStep step =
        decide(
            rule(9),
            0,
            260,
            new Part("a", 300, Role.SERVING, 0, false),
            new Part("s", 50, Role.SPARE, 0, false),
            new Part("t", 50, Role.SPARE, 0, false),
            new Part("u", 50, Role.SPARE, 0, false));

    assertThat(step.up()).containsExactly("s", "t");
  }
}
