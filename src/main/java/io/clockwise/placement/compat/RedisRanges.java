package io.clockwise.placement.compat;

import io.clockwise.model.placement.RedisClusterSlot;
import io.clockwise.placement.Membership;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Ranges of slots as the configuration has them, such as {@code 0-99,200}. */
final class RedisRanges {
  private static final int NOBODY = -1;

  private final int[] givenTo = nobody();
  private final Map<String, Integer> members = new HashMap<>();
  private final Membership membership;

  private RedisRanges(Membership membership) {
    this.membership = membership;
    for (int i = 0; i < membership.size(); i++) {
      members.put(membership.members().get(i).id(), i);
    }
  }

  /** Returns a table in which nobody owns anything. */
  static int[] nobody() {
    int[] owners = new int[RedisClusterSlot.SLOTS];
    Arrays.fill(owners, NOBODY);
    return owners;
  }

  /**
   * Returns the owner of each slot, -1 for a member that is not placed.
   *
   * @param ranges by member id
   * @throws IllegalArgumentException with a message for the user
   */
  static int[] owners(Map<String, String> ranges, Membership membership) {
    RedisRanges read = new RedisRanges(membership);
    ranges.forEach(read::give);
    for (int slot = 0; slot < read.givenTo.length; slot++) {
      int member = read.givenTo[slot];
      if (member == NOBODY) {
        throw new IllegalArgumentException(
            "slot "
                + slot
                + " has no owner: the ranges of all backends together must cover 0 to "
                + (RedisClusterSlot.SLOTS - 1));
      }
      if (!membership.places(member)) {
        read.givenTo[slot] = NOBODY;
      }
    }
    return read.givenTo;
  }

  private void give(String id, String ranges) {
    Integer member = members.get(id);
    if (member == null) {
      throw new IllegalArgumentException(
          "the ranges name a backend '" + id + "' that the pool does not have");
    }
    for (String range : ranges.split(",", -1)) {
      int dash = range.indexOf('-');
      int first = slot(id, range, dash < 0 ? range : range.substring(0, dash));
      int last = dash < 0 ? first : slot(id, range, range.substring(dash + 1));
      if (last < first) {
        throw invalid(id, range);
      }
      for (int slot = first; slot <= last; slot++) {
        give(slot, member, id);
      }
    }
  }

  private void give(int slot, int member, String id) {
    if (givenTo[slot] != NOBODY) {
      String other = membership.members().get(givenTo[slot]).id();
      throw new IllegalArgumentException(
          "slot " + slot + " is given to '" + other + "' and to '" + id + "': it has one owner");
    }
    givenTo[slot] = member;
  }

  private static int slot(String id, String range, String text) {
    String digits = text.strip();
    boolean number = !digits.isEmpty() && digits.length() <= 5 && digits.matches("[0-9]+");
    int slot = number ? Integer.parseInt(digits) : RedisClusterSlot.SLOTS;
    if (slot >= RedisClusterSlot.SLOTS) {
      throw invalid(id, range);
    }
    return slot;
  }

  private static IllegalArgumentException invalid(String id, String range) {
    return new IllegalArgumentException(
        String.format(
            "'%s' of backend '%s' is no range of slots: write one as 0-5460 or 7, within 0 to %d,"
                + " several with commas between them",
            range, id, RedisClusterSlot.SLOTS - 1));
  }
}
