package io.clockwise.placement.compat.haproxy;

import io.clockwise.model.placement.HaproxySettings.MapBased;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.ByteHash;
import java.util.List;

/**
 * HAProxy's {@code hash-type map-based}: a table of the open servers, each as often as its weight
 * says, and a key's hash modulo its length. Another set of open servers is another table.
 *
 * <p>HAProxy would take the same server again when a connection to it failed. Here a refused member
 * is passed: the walk goes on slot by slot, at most {@value #MOST_STEPS} of them, then over the
 * members in their order from index {@code hash mod members} on.
 */
final class MapBasedPlacement implements Placement {
  private static final int MOST_STEPS = 64;

  /** The most that building may cost: slots times members. */
  private static final long MOST_WORK = 1L << 28;

  private final Membership membership;
  private final ByteHash keyHash;
  private final char[] table;

  /**
   * Builds the table.
   *
   * @throws IllegalArgumentException when it would be too large
   */
  MapBasedPlacement(MapBased settings, Membership membership) {
    this.membership = membership;
    this.keyHash = new KeyHashing(settings.keyHash());
    this.table = table(membership);
  }

  private static char[] table(Membership membership) {
    int divisor = 0;
    for (Member member : membership.members()) {
      divisor = gcd(member.weight(), divisor);
    }
    int size = membership.size();
    int[] weights = new int[size];
    long total = 0;
    for (int member = 0; member < size; member++) {
      weights[member] = membership.places(member) ? membership.weight(member) / divisor : 0;
      total += weights[member];
    }
    if (total * size > MOST_WORK) {
      throw new IllegalArgumentException(
          "a map of "
              + total
              + " slots for "
              + size
              + " backends is too large: take fewer or lower weights");
    }
    return filled(weights, (int) total);
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  private static char[] filled(int[] weights, int total) {
    char[] table = new char[total];
    int[] scores = new int[weights.length];
    for (int slot = 0; slot < total; slot++) {
      int best = -1;
      int most = 0;
      for (int member = 0; member < weights.length; member++) {
        if (weights[member] > 0) {
          scores[member] += weights[member];
          int value = (scores[member] + total) / total;
          if (best < 0 || value > most) {
            best = member;
            most = value;
          }
        }
      }
      table[slot] = (char) best;
      scores[best] -= total;
    }
    return table;
  }

  @Override
  public List<Member> members() {
    return membership.members();
  }

  @Override
  public long hash(byte[] key, int offset, int length) {
    return keyHash.hash(key, offset, length);
  }

  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    if (table.length == 0) {
      return -1;
    }
    int slot = (int) Long.remainderUnsigned(key.hash(), table.length);
    for (int steps = Math.min(MOST_STEPS, table.length); steps > 0; steps--) {
      if (filter.accepts(table[slot])) {
        return table[slot];
      }
      slot = slot + 1 == table.length ? 0 : slot + 1;
    }
    int size = membership.size();
    int member = (int) Long.remainderUnsigned(key.hash(), size);
    for (int steps = 0; steps < size; steps++) {
      if (membership.places(member) && filter.accepts(member)) {
        return member;
      }
      member = member + 1 == size ? 0 : member + 1;
    }
    return -1;
  }

  @Override
  public long digest() {
    return membership.digest();
  }

  @Override
  public double share(int member) {
    int slots = 0;
    for (char owner : table) {
      slots += owner == member ? 1 : 0;
    }
    return table.length == 0 ? 0 : slots / (double) table.length;
  }

  @Override
  public long sizeInBytes() {
    return 2L * table.length;
  }
}
