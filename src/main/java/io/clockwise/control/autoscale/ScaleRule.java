package io.clockwise.control.autoscale;

import io.clockwise.config.AutoscaleConfig;
import io.clockwise.control.autoscale.ScaleFacts.Part;
import io.clockwise.control.autoscale.ScaleFacts.Role;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/*
 * Two thresholds with a gap between them. Above `high` the pool gets what `target` needs, which ends
 * below `high` by at least the distance of the two. Below `low` it loses one backend, but only when
 * the rest is then at `target` at most: so the load has to grow from `target` to `high` before that
 * backend is wanted again. A load that varies by less than `high / target` leads to no step that
 * takes the one before back. Time only delays drains: a late drain costs money, a late backend costs
 * answers.
 */
/** Decides whether a pool gets or loses backends: a pure function of what is known and the time. */
final class ScaleRule {
  private static final double ROUNDING = 1e-9;

  private ScaleRule() {}

  /**
   * Decides.
   *
   * @param sinceChangeNanos how long ago anything of the pool was changed
   */
  static ScaleStep decide(ScaleFacts facts, long sinceChangeNanos) {
    AutoscaleConfig rule = facts.rule();
    double utilisation = facts.utilisation();
    if (facts.capacity(Role.SERVING) == 0 || utilisation > rule.high()) {
      return up(facts);
    }
    if (utilisation < rule.low() && sinceChangeNanos >= rule.cooldown().toNanos()) {
      return down(facts);
    }
    return rest(facts, facts.count(Role.SERVING));
  }

  private static ScaleStep up(ScaleFacts facts) {
    double lacking = needed(facts) - facts.capacity(Role.SERVING) - facts.capacity(Role.COMING);
    List<String> chosen = new ArrayList<>();
    for (Part part : spares(facts)) {
      if (lacking <= ROUNDING || chosen.size() == facts.rule().step()) {
        break;
      }
      chosen.add(part.id());
      lacking -= part.capacity();
    }
    int wanted = Math.max(facts.count(Role.SERVING), wanted(facts));
    return chosen.isEmpty()
        ? rest(facts, wanted)
        : new ScaleStep(
            chosen,
            List.of(),
            reason(facts, " above " + plain(facts.rule().high())),
            outlook(facts, chosen.size(), wanted));
  }

  /* One that is still warm comes before one that is cold. */
  private static List<Part> spares(ScaleFacts facts) {
    return facts.parts().stream()
        .filter(part -> part.role() == Role.SPARE)
        .sorted(
            Comparator.comparing((Part part) -> !part.warm())
                .thenComparing(part -> part.warm() ? -part.since() : 0))
        .toList();
  }

  private static ScaleStep down(ScaleFacts facts) {
    int wanted = Math.min(facts.count(Role.SERVING), wanted(facts));
    Part last = null;
    for (Part part : facts.parts()) {
      if (part.isBroughtIn() && (last == null || part.since() >= last.since())) {
        last = part;
      }
    }
    if (last == null || !canDoWithout(facts, last)) {
      return rest(facts, wanted);
    }
    String reason = reason(facts, " below " + plain(facts.rule().low()));
    return new ScaleStep(List.of(), List.of(last.id()), reason, outlook(facts, -1, wanted));
  }

  private static boolean canDoWithout(ScaleFacts facts, Part part) {
    long left = facts.capacity(Role.SERVING) - (part.role() == Role.SERVING ? part.capacity() : 0);
    return left > 0 && facts.inFlight() <= facts.rule().target() * left + ROUNDING;
  }

  private static ScaleStep rest(ScaleFacts facts, int wanted) {
    return new ScaleStep(List.of(), List.of(), "", outlook(facts, 0, wanted));
  }

  /* At least one, also where nothing is in flight. */
  private static double needed(ScaleFacts facts) {
    return Math.max(1, facts.inFlight() / facts.rule().target());
  }

  /** Returns how many backends of the pool's usual size are needed, one at least. */
  private static int wanted(ScaleFacts facts) {
    Role usual = facts.capacity(Role.SERVING) > 0 ? Role.SERVING : Role.SPARE;
    double size =
        facts.capacity(usual) > 0
            ? (double) facts.capacity(usual) / facts.count(usual)
            : facts.rule().capacity();
    return (int) Math.max(1, Math.ceil(needed(facts) / size - ROUNDING));
  }

  private static ScaleStep.Outlook outlook(ScaleFacts facts, int taken, int wanted) {
    return new ScaleStep.Outlook(
        facts.utilisation(),
        Math.round(facts.inFlight()),
        facts.capacity(Role.SERVING),
        facts.count(Role.SERVING),
        facts.count(Role.SPARE) - taken,
        wanted);
  }

  private static String reason(ScaleFacts facts, String compared) {
    long capacity = facts.capacity(Role.SERVING);
    String load = "in flight " + Math.round(facts.inFlight()) + " of " + capacity;
    return capacity == 0
        ? "no backend is open: " + load
        : "utilisation " + plain(facts.utilisation()) + compared + ": " + load;
  }

  private static String plain(double number) {
    BigDecimal rounded = BigDecimal.valueOf(number).setScale(3, RoundingMode.HALF_UP);
    return rounded.stripTrailingZeros().toPlainString();
  }
}
