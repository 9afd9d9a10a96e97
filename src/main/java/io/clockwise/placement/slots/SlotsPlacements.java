package io.clockwise.placement.slots;

import io.clockwise.model.placement.OwnSettings.Rendezvous;
import io.clockwise.model.placement.OwnSettings.Slots;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** From the settings of {@code slots} and {@code rendezvous}, which share costs, to placements. */
public final class SlotsPlacements {
  private SlotsPlacements() {}

  /**
   * Builds the table.
   *
   * @param members sorted by id, each with a weight
   * @param previous may lend its ranks; the result is the same without it
   * @throws IllegalArgumentException with a message for the user when the settings are out of
   *     bounds
   */
  public static Placement build(Slots settings, Membership members, @Nullable Placement previous) {
    check(settings);
    PairCosts costs = PairCosts.of(members.members(), Mixing.ofSeed(settings.seed()));
    if (members.size() == 0) {
      return new SlotsPlacement(members, settings, costs, new long[0], new BitSet());
    }
    long[] table = ranked(settings, members, costs, previous);
    BitSet displaced = Acceptance.assign(costs, table, quotas(settings, members));
    return new SlotsPlacement(members, settings, costs, table, displaced);
  }

  /** Builds exact rendezvous over members that are sorted by id, each with a weight. */
  public static Placement build(Rendezvous settings, Membership members) {
    return new RendezvousPlacement(members, settings);
  }

  private static void check(Slots settings) {
    int count = settings.count();
    if (count < Slots.MIN_COUNT || count > Slots.MAX_COUNT || Integer.bitCount(count) != 1) {
      throw new IllegalArgumentException(
          "count "
              + count
              + " is not a power of two, "
              + Slots.MIN_COUNT
              + " to "
              + Slots.MAX_COUNT);
    }
    int slack = settings.slackThousandths();
    if (slack < 0 || slack > Slots.MAX_SLACK) {
      throw new IllegalArgumentException("slack " + slack / 1000.0 + " is not between 0 and 1");
    }
  }

  /** Returns the best four members of each slot, by key. */
  private static long[] ranked(
      Slots settings, Membership members, PairCosts costs, @Nullable Placement previous) {
    if (previous instanceof SlotsPlacement old) {
      RankUpdate update = RankUpdate.of(old, settings, members, costs);
      if (update != null) {
        return update.ranks();
      }
    }
    long[] table = new long[settings.count()];
    RankBlock block = new RankBlock(costs);
    int[] slots = new int[RankBlock.SIZE];
    for (int from = 0; from < table.length; from += slots.length) {
      Arrays.setAll(slots, slotsFrom(from));
      block.rank(slots, slots.length, table);
    }
    return table;
  }

  private static IntUnaryOperator slotsFrom(int from) {
    return j -> from + j;
  }

  /** Returns the most slots that each member may own: its share and the slack, rounded up. */
  static int[] quotas(Slots settings, Membership members) {
    long all = IntStream.range(0, members.size()).mapToLong(members::weight).sum() * 1000;
    long each = (long) settings.count() * (1000 + settings.slackThousandths());
    return IntStream.range(0, members.size())
        .map(i -> (int) Math.min(settings.count(), (each * members.weight(i) + all - 1) / all))
        .toArray();
  }
}
