package io.clockwise.config.read.doubt;

import io.clockwise.config.PoolConfig;
import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.model.placement.EnvoySettings.Locality;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.limits.SlotShare;
import java.util.List;

/** What the placement of a valid pool should be warned of. */
final class PlacementDoubts {
  private static final int FINE_SHARE = 100;
  private static final int MANY_BACKENDS = 300;
  private static final int COUNT_FOR_MANY = 1 << 20;
  private static final int SLACK_FOR_MANY = 50;

  private PlacementDoubts() {}

  static void find(String path, PoolConfig pool, Warnings warnings) {
    List<Member> members = pool.members();
    if (pool.placement() instanceof OwnSettings.Slots slots) {
      coarse(path, slots, members, warnings);
      manyMoves(path, slots, members, warnings);
    } else if (pool.placement() instanceof OwnSettings.Maglev maglev) {
      smallTable(path, maglev.tableSize(), members, warnings);
    } else if (pool.placement() instanceof EnvoySettings.Maglev maglev) {
      smallTable(path, maglev.tableSize(), members, warnings);
    }
    if (pool.placement() instanceof EnvoySettings envoy) {
      noLocality(path, envoy.localities(), warnings);
    }
  }

  private static void coarse(
      String path, OwnSettings.Slots slots, List<Member> members, Warnings warnings) {
    SlotShare.smallest(slots, members)
        .filter(share -> share.isBelow(FINE_SHARE))
        .ifPresent(
            share ->
                warnings.warning(
                    path + ".placement.count",
                    share.text(),
                    "a share of at least " + FINE_SHARE + " slots for each backend",
                    share.advice(FINE_SHARE)));
  }

  /** Measured: from so many backends on, a change moves much more than it must. */
  private static void manyMoves(
      String path, OwnSettings.Slots slots, List<Member> members, Warnings warnings) {
    long placed = placed(members);
    if (placed >= MANY_BACKENDS
        && slots.count() < COUNT_FOR_MANY
        && slots.slackThousandths() < SLACK_FOR_MANY) {
      warnings.warning(
          path + ".placement",
          placed + " backends on " + slots.count() + " slots with a small slack",
          "count: 1048576, slack: 0.05, or placement: ring",
          "a change of the pool moves more keys than it must");
    }
  }

  private static void smallTable(String path, int size, List<Member> members, Warnings warnings) {
    long placed = placed(members);
    if (size < FINE_SHARE * placed) {
      warnings.warning(
          path + ".placement.tableSize",
          "a table of " + size + " for " + placed + " backends",
          "at least " + FINE_SHARE + " entries for each backend",
          "shares are coarse; another size moves keys");
    }
  }

  private static void noLocality(String path, List<Locality> localities, Warnings warnings) {
    if (!localities.isEmpty() && localities.stream().allMatch(one -> one.weight() == 0)) {
      warnings.warning(
          path + ".placement.localities",
          "localities without any weight",
          "a weight above 0 in one of them",
          "nobody owns a key");
    }
  }

  private static long placed(List<Member> members) {
    return members.stream().filter(member -> member.weight() > 0).count();
  }
}
