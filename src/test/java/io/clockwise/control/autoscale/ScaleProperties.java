package io.clockwise.control.autoscale;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AutoscaleConfig;
import io.clockwise.control.autoscale.ScaleModel.Made;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeRecord;
import io.clockwise.model.AdminState;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What holds of autoscale whatever the load and the operators do. */
class ScaleProperties {
  private static AutoscaleConfig rule(Random random) {
    double target = 0.4 + 0.3 * random.nextDouble();
    double high = target + 0.05 + (0.95 - target) * random.nextDouble();
    double low = target * random.nextDouble();
    return new AutoscaleConfig(
        target,
        Math.min(1, high),
        low,
        10 + random.nextInt(200),
        Duration.ofSeconds(1 + random.nextInt(5)),
        Duration.ofSeconds(random.nextInt(60)),
        1 + random.nextInt(3),
        "");
  }

  @Property(tries = 60)
  void aLoadThatOnlyVariesLeadsToNoOscillation(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 3000) int load) {
    Random random = new Random(seed);
    AutoscaleConfig rule = rule(random);
    double ratio = rule.high() / rule.target();
    double noise = 0.95 * (ratio - 1) / (ratio + 1); // (1 + noise) / (1 - noise) < high / target
    ScaleModel model = ScaleModel.of(rule, 1 + random.nextInt(3), random.nextInt(8));
    // the rounding to whole requests is noise, too
    double base = load < 200 ? load * 10 : load;

    model.run(400, second -> base * (1 + noise * (2 * random.nextDouble() - 1)));

    boolean drained = false;
    for (Made made : model.made) {
      assertThat(made.up() && drained).as("%s", model.made).isFalse();
      drained |= !made.up();
    }
  }

  @Property(tries = 40)
  void whateverTheLoadNoStepIsTakenBackTooSoon(@ForAll long seed) {
    Random random = new Random(seed);
    AutoscaleConfig rule = rule(random);
    ScaleModel model = ScaleModel.of(rule, 1 + random.nextInt(3), 1 + random.nextInt(8));

    for (int i = 0; i < 20; i++) {
      double load = random.nextInt(1500);
      model.run(5 + random.nextInt(60), second -> load);
    }

    for (int i = 1; i < model.made.size(); i++) {
      Made before = model.made.get(i - 1);
      Made now = model.made.get(i);
      assertThat(now.ids()).hasSizeLessThanOrEqualTo(rule.step());
      if (!now.up()) {
        assertThat(now.ids()).hasSize(1);
        assertThat(now.second() - before.second())
            .isGreaterThanOrEqualTo(rule.cooldown().toMillis() / 1000.0 - 1e-6);
      }
      if (now.up() && !before.up()) {
        assertThat(now.load()).isGreaterThan(before.load() * rule.high() / rule.target());
      }
    }
    assertThat(model.inService()).hasSizeLessThanOrEqualTo(8);
  }

  @Property(tries = 40)
  void whatAnOperatorHasSetStays(@ForAll long seed) {
    Random random = new Random(seed);
    ScaleModel model = ScaleModel.of(rule(random), 2, 6);
    Set<String> held = new HashSet<>();
    for (int i = 0; i < 30; i++) {
      String id = "s" + (2 + random.nextInt(6));
      int what = random.nextInt(4);
      BackendChange change =
          what == 0
              ? new BackendChange.Drained(ScaleModel.POOL, id, null, null, null, false)
              : what == 1
                  ? new BackendChange.Revert(ScaleModel.POOL, id)
                  : new BackendChange.Wish(
                      ScaleModel.POOL, id, what == 2 ? AdminState.READY : AdminState.MAINT);
      if (model.apply(ChangeRecord.Kind.OPERATOR, List.of(change))) {
        held.remove(id);
        if (what != 1) {
          held.add(id);
        }
      }
      int from = model.made.size();
      double load = random.nextInt(1500);
      model.run(5 + random.nextInt(40), second -> load);
      for (Made made : model.made.subList(from, model.made.size())) {
        assertThat(made.ids()).noneMatch(held::contains).allMatch(s -> s.startsWith("s"));
      }
    }
  }
}
