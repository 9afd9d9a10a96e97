package io.clockwise.placement.compat.haproxy;

import io.clockwise.model.placement.HaproxySettings.Consistent;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.KeySpace;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.ByteHash;
import io.clockwise.placement.hash.HaproxyHashes;
import java.util.Arrays;
import java.util.List;

/**
 * HAProxy's {@code hash-type consistent}: 16 points for each unit of a server's weight, a key goes
 * to the nearest one.
 *
 * <p>A {@link #pick} treats refused members as HAProxy treats servers that are down: as if they
 * were not there, so the nearest accepted point wins. The {@link #candidates} are HAProxy's
 * redispatch instead: after the nearest point the walk goes on clockwise to the first point of
 * another server, and so on. The two agree in rank 0 but not always behind it.
 *
 * <p>Source: HAProxy's configuration manual, {@code hash-type}, {@code hash-key}.
 */
public final class ConsistentPlacement implements Placement {
  /** The largest weight: more would reach the points of the next id. */
  static final int MAX_WEIGHT = 256;

  private static final int POINTS_PER_WEIGHT = 16;
  private static final int MAX_POINTS = 1 << 22;

  private final Membership membership;
  private final NearestRing ring;
  private final ByteHash keyHash;
  private final String coordinate;
  private final double[] shares;

  /**
   * Draws the ring.
   *
   * @throws IllegalArgumentException when an id is there twice, or a weight or the number of points
   *     is out of bounds
   */
  ConsistentPlacement(Consistent settings, Membership membership) {
    this.membership = membership;
    this.ring = draw(settings, membership);
    this.keyHash = new KeyHashing(settings.keyHash());
    this.coordinate = "haproxy " + settings.keyHash();
    this.shares = ring.keySpace(coordinate).shares(membership.size());
  }

  private static NearestRing draw(Consistent settings, Membership membership) {
    int[] keys = ServerKeys.of(settings.hashKey(), membership.members());
    int total = checkedTotal(membership);
    long[] points = new long[total];
    char[] owners = new char[total];
    int at = 0;
    for (int member = 0; member < keys.length; member++) {
      int count = POINTS_PER_WEIGHT * membership.weight(member);
      for (int i = 0; i < count; i++) {
        points[at + i] = HaproxyHashes.avalanche(keys[member] + i) & 0xffffffffL;
      }
      Arrays.fill(owners, at, at + count, (char) member);
      at += count;
    }
    return new NearestRing(points, owners, membership.size());
  }

  private static int checkedTotal(Membership membership) {
    long total = 0;
    for (Member member : membership.members()) {
      if (member.weight() > MAX_WEIGHT) {
        throw new IllegalArgumentException(
            "the weight of '" + member.id() + "' is " + member.weight() + ": HAProxy's end at 256");
      }
      total += POINTS_PER_WEIGHT * (long) member.weight();
    }
    if (total > MAX_POINTS) {
      throw new IllegalArgumentException(
          "the ring would have " + total + " points, more than " + MAX_POINTS + ": lower weights");
    }
    return (int) total;
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
    int at = ring.nearest(key.hash(), filter);
    return at < 0 ? -1 : ring.owner(at);
  }

  /**
   * Returns the first eligible member clockwise from the point that is nearest among the usable
   * ones, or -1. Allocates nothing.
   *
   * @param eligible refuses whom {@code usable} refuses, and others
   */
  public int pick(RoutingKey key, MemberFilter usable, MemberFilter eligible) {
    int nearest = ring.nearest(key.hash(), usable);
    int at = nearest < 0 ? -1 : ring.forward(nearest, eligible);
    return at < 0 ? -1 : ring.owner(at);
  }

  @Override
  public int candidates(RoutingKey key, int[] into) {
    int nearest = ring.nearest(key.hash(), MemberFilter.ANY);
    return nearest < 0 ? 0 : ring.distinct(nearest, membership.size(), into);
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
  public KeySpace keySpace() {
    return ring.keySpace(coordinate);
  }

  @Override
  public long sizeInBytes() {
    return ring.sizeInBytes() + 8L * shares.length;
  }
}
