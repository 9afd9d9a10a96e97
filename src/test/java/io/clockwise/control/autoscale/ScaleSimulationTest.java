package io.clockwise.control.autoscale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.config.AutoscaleConfig;
import io.clockwise.control.autoscale.ScaleModel.Made;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** A load that grows to four times, falls, and has a spike; minutes of it in no time. */
class ScaleSimulationTest {
  private static final AutoscaleConfig RULE = AutoscaleConfig.DEFAULT;
  private static final double COOLDOWN = RULE.cooldown().toSeconds();
  private static final double INTERVAL = RULE.interval().toSeconds();
  private static final int KEYS = 20_000;

  private final ScaleModel model = ScaleModel.of(RULE, 2, 8);

  /* From 120 to 480 in five minutes, back in five, quiet, and a spike of one minute. */
  private static double curve(double second) {
    if (second < 300) {
      return 120 + 360 * second / 300;
    }
    if (second < 600) {
      return 480 - 400 * (second - 300) / 300;
    }
    return second >= 1500 && second < 1560 ? 400 : 80;
  }

  private static DoubleUnaryOperator noisy(double part) {
    Random random = new Random(7);
    return second -> curve(second) * (1 + part * (2 * random.nextDouble() - 1));
  }

  @Test
  void capacityFollowsTheLoadInTime() {
    model.run(2400, noisy(0.1));

    assertThat(model.made.stream().filter(Made::up).count()).isGreaterThan(6);
    assertThat(model.longestShort).isLessThanOrEqualTo(COOLDOWN + INTERVAL);
    assertThat(model.inService()).isEmpty();
  }

  @Test
  void noStepIsTakenBackWithinACooldown() {
    model.run(2400, noisy(0.1));

    for (int i = 1; i < model.made.size(); i++) {
      Made before = model.made.get(i - 1);
      Made now = model.made.get(i);
      if (before.up() && !now.up()) {
        assertThat(now.second() - before.second()).isGreaterThanOrEqualTo(COOLDOWN);
      }
      if (!before.up() && now.up()) {
        assertThat(now.load()).isGreaterThan(before.load() * RULE.high() / RULE.target());
      }
      assertThat(now.second() - before.second()).isGreaterThanOrEqualTo(INTERVAL);
    }
  }

  @Test
  void theLastThatCameGoesFirst() {
    model.run(1400, ScaleSimulationTest::curve);

    List<String> came =
        model.made.stream().filter(Made::up).flatMap(m -> m.ids().stream()).toList();
    List<String> went =
        model.made.stream().filter(m -> !m.up()).flatMap(m -> m.ids().stream()).toList();
    List<String> reversed = new ArrayList<>(came);
    Collections.reverse(reversed);
    assertThat(came).hasSizeGreaterThan(3).doesNotHaveDuplicates();
    assertThat(went).isEqualTo(reversed);
  }

  @Test
  void asManyKeysMoveAsWasSaid() {
    PoolSnapshot before = model.pool();
    int steps = 0;
    for (int second = 0; second < 1400; second++) {
      model.run(1, ScaleSimulationTest::curve);
      if (model.made.size() > steps) {
        steps = model.made.size();
        Made last = model.made.get(steps - 1);
        assertThat(last.moved().moved())
            .isCloseTo(moved(before, model.pool()), within(0.02))
            .isLessThan(0.4);
      }
      before = model.pool();
    }
    assertThat(steps).isGreaterThan(6);
  }

  private static double moved(PoolSnapshot before, PoolSnapshot after) {
    int moved = 0;
    for (int i = 0; i < KEYS; i++) {
      byte[] key =
          Long.toHexString((i + 1) * 0x9e3779b97f4a7c15L).getBytes(StandardCharsets.US_ASCII);
      int was = Router.firstOpen(before, before.placement().key(key));
      int is = Router.firstOpen(after, after.placement().key(key));
      moved += before.backend(was).id().equals(after.backend(is).id()) ? 0 : 1;
    }
    return moved / (double) KEYS;
  }

  @Test
  void aSpikeThatNeedsManyIsMetStepByStep() {
    model.run(30, second -> 120);
    model.run(60, second -> 480);

    assertThat(model.inService()).hasSize(4);
    assertThat(model.made).allMatch(made -> made.ids().size() == 1);
    assertThat(model.longestShort).isLessThan(6 * INTERVAL);
  }
}
