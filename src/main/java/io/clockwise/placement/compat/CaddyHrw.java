package io.clockwise.placement.compat;

import io.clockwise.model.placement.HrwSettings.Caddy;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.PlacedMembers;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.Fnv1a;
import io.clockwise.placement.hash.XxHash64;
import io.clockwise.placement.hash.XxHash64Joined;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The highest random weight of Caddy: the upstream whose text, hashed together with the key, gives
 * the largest number; the first one of equal numbers. It knows no weights. A lookup skips closed
 * members, so it costs time in their number.
 *
 * <p>Where Caddy chooses at random (an empty header), this hashes the empty key as any other.
 *
 * <p>Source: Caddy 2.6.2, observed; the rules from 2.6.3 and from 2.8 on are read from its sources.
 */
final class CaddyHrw implements Placement {
  private final Caddy.Rule rule;
  private final Membership membership;
  private final byte[][] names;
  private final int[] begun;
  private final double[] shares;

  /** Prepares the upstreams' texts. */
  CaddyHrw(Caddy.Rule rule, Membership membership) {
    this.rule = rule;
    this.membership = membership;
    this.names = names(membership);
    this.begun = new int[names.length];
    for (int i = 0; i < names.length; i++) {
      begun[i] = (int) Fnv1a.hash32(names[i], 0, names[i].length);
    }
    this.shares = new PlacedMembers(membership).equalShares();
  }

  /** Returns the bytes of each member's name. */
  static byte[][] names(Membership membership) {
    return membership.members().stream()
        .map(member -> member.name().getBytes(StandardCharsets.UTF_8))
        .toArray(byte[][]::new);
  }

  @Override
  public List<Member> members() {
    return membership.members();
  }

  @Override
  public long hash(byte[] key, int offset, int length) {
    return rule == Caddy.Rule.V2_8
        ? XxHash64.hash(key, offset, length)
        : Fnv1a.hash32(key, offset, length);
  }

  @Override
  public boolean readsKey() {
    return rule != Caddy.Rule.V2_6_2;
  }

  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    int best = -1;
    long largest = 0;
    for (int member = 0; member < names.length; member++) {
      if (membership.places(member) && filter.accepts(member)) {
        long hash = together(key, member);
        if (best < 0 || Long.compareUnsigned(hash, largest) > 0) {
          best = member;
          largest = hash;
        }
      }
    }
    return best;
  }

  private long together(RoutingKey key, int member) {
    byte[] name = names[member];
    return switch (rule) {
      case V2_6_2 -> Fnv1a.continue32((int) key.hash(), name, 0, name.length) & 0xffffffffL;
      case V2_7 ->
          Fnv1a.continue32(begun[member], key.bytes(), key.offset(), key.length()) & 0xffffffffL;
      case V2_8 -> XxHash64Joined.hash(name, key.bytes(), key.offset(), key.length());
    };
  }

  @Override
  public long digest() {
    return membership.digest();
  }

  /** Returns equal shares, which the 32-bit rules only come near to. */
  @Override
  public double share(int member) {
    return shares[member];
  }

  @Override
  public long sizeInBytes() {
    return 12L * names.length;
  }
}
