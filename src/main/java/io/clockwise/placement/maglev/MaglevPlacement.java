package io.clockwise.placement.maglev;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Maglev;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.Mix64;
import io.clockwise.placement.hash.XxHash64;
import java.util.BitSet;
import java.util.List;

/**
 * Our own Maglev: the table over ids and weights. A member that comes or goes moves some keys of
 * the others too; one that closes does not, a lookup passes it.
 *
 * <p>Candidates of a key of hash h: the owner of entry h, then those of the entries {@code mix(h +
 * k * G)} for k = 1 to 64 that are new, then the members in the order of their ids from index
 * {@code h mod members} on.
 */
public final class MaglevPlacement implements Placement {
  private static final int PROBES = 64;

  private final Membership membership;
  private final MaglevTable table;
  private final double[] shares;

  /**
   * Builds the table over members that are sorted by id.
   *
   * @throws IllegalArgumentException with a message for the user when the size of the table is not
   *     a prime or out of bounds
   */
  public MaglevPlacement(Maglev settings, Membership membership) {
    this.membership = membership;
    List<Member> members = membership.members();
    this.table =
        MaglevTable.of(
            members.stream().map(Member::id).toList(),
            members.stream().mapToDouble(Member::weight).toArray(),
            settings.tableSize(),
            Maglev.MAX_TABLE_SIZE);
    this.shares = table.shares(members.size());
  }

  @Override
  public List<Member> members() {
    return membership.members();
  }

  @Override
  public long hash(byte[] key, int offset, int length) {
    return XxHash64.hash(key, offset, length);
  }

  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    int size = membership.size();
    if (size == 0) {
      return -1;
    }
    for (int probe = 0; probe <= PROBES; probe++) {
      int member = probed(key.hash(), probe);
      if (filter.accepts(member)) {
        return member;
      }
    }
    int member = (int) Long.remainderUnsigned(key.hash(), size);
    for (int steps = 0; steps < size; steps++) {
      if (filter.accepts(member)) {
        return member;
      }
      member = member + 1 == size ? 0 : member + 1;
    }
    return -1;
  }

  private int probed(long hash, int probe) {
    return table.owner(probe == 0 ? hash : Mix64.mix(hash + probe * Mix64.GOLDEN));
  }

  @Override
  public int candidates(RoutingKey key, int[] into) {
    int size = membership.size();
    BitSet seen = new BitSet(size);
    int found = 0;
    for (int step = 0; size > 0 && step <= PROBES + size && found < into.length; step++) {
      int member =
          step <= PROBES
              ? probed(key.hash(), step)
              : (int) ((Long.remainderUnsigned(key.hash(), size) + step - PROBES - 1) % size);
      if (!seen.get(member)) {
        seen.set(member);
        into[found++] = member;
      }
    }
    return found;
  }

  @Override
  public long digest() {
    return membership.digest();
  }

  @Override
  public double share(int member) {
    return shares[member];
  }

  @Override
  public long sizeInBytes() {
    return table.sizeInBytes() + 8L * shares.length;
  }
}
