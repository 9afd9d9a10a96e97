package io.clockwise.placement.compat;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.PlacedMembers;
import io.clockwise.placement.Placement;
import java.util.List;

/**
 * {@code ip_hash} of nginx: a hash below 6271 of the first three bytes of an IPv4 address or all of
 * an IPv6 address, modulo the total weight; a useless peer makes it hash the address once more on
 * top. Closed members keep their weight. A key that is no IP address counts as 0.0.0.0, as nginx
 * has it for clients of a Unix socket.
 *
 * <p>Where nginx takes the next peer in turn (a single peer, the 21st useless one), this takes the
 * first accepted member going round from one that the hash chooses.
 *
 * <p>Source: nginx 1.22.1, observed.
 */
final class NginxIpHash implements Placement {
  /*
   * Hashing an address on top of h is h -> h * 113^bytes + c, modulo 6271, where c depends on the
   * address. The first result is 89 * 113^bytes + c, so it yields c, and later attempts need
   * nothing of the key but that result and its number of bytes: the key's hash holds both.
   */
  private final Membership membership;
  private final PlacedMembers peers;
  private final double[] shares;

  /** Lays the members end to end. */
  NginxIpHash(Membership membership) {
    this.membership = membership;
    this.peers = new PlacedMembers(membership);
    this.shares = peers.sharesOfRemainders(AddressHash.MODULUS);
  }

  @Override
  public List<Member> members() {
    return membership.members();
  }

  /** Returns the first attempt's hash, plus 2^16 for IPv6. */
  @Override
  public long hash(byte[] key, int offset, int length) {
    return AddressHash.of(key, offset, length);
  }

  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    int first = (int) key.hash() & 0xffff;
    if (peers.size() > 1) {
      int factor = AddressHash.factor(key.hash());
      int sum = Math.floorMod(first - AddressHash.BEGIN * factor, AddressHash.MODULUS);
      int hash = first;
      for (int attempt = 0; attempt < NginxHash.ATTEMPTS; attempt++) {
        int member = peers.at(hash % peers.totalWeight());
        if (filter.accepts(member)) {
          return member;
        }
        hash = (hash * factor + sum) % AddressHash.MODULUS;
      }
    }
    return peers.firstAccepted(first, filter);
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
    return 20L * membership.size();
  }
}
