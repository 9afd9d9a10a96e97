package io.clockwise.placement.compat.envoy;

import io.clockwise.model.placement.EnvoySettings.Maglev;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.XxHash64;
import io.clockwise.placement.maglev.MaglevTable;
import java.util.List;

/**
 * Envoy's {@code maglev}: attempt a > 0 looks up the hash with its bits turned by -a.
 *
 * <p>Envoy gives up after some attempts. Here, after {@value #ATTEMPTS}, come the hosts in the
 * order of the members from index {@code hash mod members} on.
 */
final class TablePlacement implements Placement {
  private static final int ATTEMPTS = 64;

  private final Membership membership;
  private final Hosts hosts;
  private final MaglevTable table;
  private final double[] shares;

  TablePlacement(Maglev settings, Membership membership, Hosts hosts) {
    this.membership = membership;
    this.hosts = hosts;
    this.table =
        MaglevTable.of(
            membership.members().stream().map(Member::name).toList(),
            hosts.weights(),
            settings.tableSize(),
            OwnSettings.Maglev.MAX_TABLE_SIZE);
    this.shares = table.shares(membership.size());
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
    if (hosts.size() == 0) {
      return -1;
    }
    for (long attempt = 0; attempt < ATTEMPTS; attempt++) {
      int member = table.owner(key.hash() ^ -attempt);
      if (filter.accepts(member)) {
        return member;
      }
    }
    int size = membership.size();
    int member = (int) Long.remainderUnsigned(key.hash(), size);
    for (int steps = 0; steps < size; steps++) {
      if (hosts.weight(member) > 0 && filter.accepts(member)) {
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
    return shares[member];
  }

  @Override
  public long sizeInBytes() {
    return table.sizeInBytes() + 16L * shares.length;
  }
}
