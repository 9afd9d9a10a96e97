package io.clockwise.health.outlier;

import java.util.List;
import java.util.function.Predicate;

/** How many more backends of a pool may be ejected at one look. */
final class Room {
  private static final double ROUNDING = 1e-9;

  private final double most;
  private long away;
  private boolean someAreAway;
  private int usable;

  /**
   * Makes that of a pool of which some are away already.
   *
   * @param share of the pool's weight that may be away; one backend may always
   */
  Room(List<Sight> all, Predicate<Sight> isAway, double share) {
    long weight = 0;
    for (Sight each : all) {
      weight += each.weight();
      if (isAway.test(each)) {
        away += each.weight();
        someAreAway = true;
      } else if (isUsable(each)) {
        usable++;
      }
    }
    most = share * weight + ROUNDING;
  }

  private static boolean isUsable(Sight sight) {
    return sight.weight() > 0 && sight.role() == Sight.Role.USABLE;
  }

  /** Tells whether one that is there may go. */
  boolean isFor(Sight sight) {
    boolean few = !someAreAway || away + sight.weight() <= most;
    boolean last = usable - (isUsable(sight) ? 1 : 0) == 0;
    return few && !last && sight.role() != Sight.Role.ALONE;
  }

  /** Takes note that it goes. */
  void without(Sight sight) {
    someAreAway = true;
    away += sight.weight();
    usable -= isUsable(sight) ? 1 : 0;
  }
}
