package io.clockwise.placement.own;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.MultiProbe;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.XxHash64;
import io.clockwise.placement.ring.PointDraw;
import io.clockwise.placement.ring.PointRing;
import java.util.List;

/**
 * Multi-probe consistent hashing: a member has one point for each unit of weight, the xxHash64 of
 * {@code id#i}; a key probes the ring several times, and the point that lies closest behind a probe
 * owns it. Closed members leave the ring: a probe passes their points.
 *
 * <p>Source: B. Appleton and M. O'Reilly, "Multi-Probe Consistent Hashing", 2015; our own probes.
 */
final class MultiProbePlacement implements Placement {
  /*
   * Past PASSED points of members that are not accepted, the filter is asked once for every member,
   * since the walk might be long: nobody accepted ends the lookup, and so does a single one.
   */
  private static final int PASSED = 64;
  private static final int NOBODY = -1;
  private static final int MANY = -2;

  private final Membership membership;
  private final int probes;
  private final PointRing ring;
  private final double[] shares;

  /**
   * Draws the points of members that are sorted by id.
   *
   * @throws IllegalArgumentException with a message for the user when the points are too many or
   *     the probes out of bounds
   */
  MultiProbePlacement(MultiProbe settings, Membership membership) {
    if (settings.probes() < 1 || settings.probes() > MultiProbe.MAX_PROBES) {
      throw new IllegalArgumentException(
          "probes " + settings.probes() + " is not between 1 and " + MultiProbe.MAX_PROBES);
    }
    this.membership = membership;
    this.probes = settings.probes();
    this.ring = draw(membership);
    this.shares = ProbeShares.of(ring, probes, membership.size());
  }

  private static PointRing draw(Membership membership) {
    long total = membership.members().stream().mapToLong(Member::weight).sum();
    PointDraw draw = new PointDraw(total, "divide the weights by a common number");
    for (int member = 0; member < membership.size(); member++) {
      String id = membership.members().get(member).id();
      draw.addNumbered(member, id, '#', membership.weight(member), XxHash64::hash);
    }
    return draw.ring(Long.SIZE);
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
  public boolean readsKey() {
    return true;
  }

  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    if (ring.size() == 0) {
      return NOBODY;
    }
    long step = XxHash64.hash(key.bytes(), key.offset(), key.length(), 1) | 1;
    long probe = key.hash();
    int best = NOBODY;
    long closest = -1;
    for (int i = 0; i < probes; i++, probe += step) {
      int at = firstAccepted(ring.successor(probe), filter);
      if (at < 0) {
        return swapped(at);
      }
      long distance = ring.point(at) - probe;
      if (best < 0 || Long.compareUnsigned(distance, closest) < 0) {
        best = ring.owner(at);
        closest = distance;
      }
    }
    return best;
  }

  /**
   * Returns the position of the first point from one on whose member is accepted; below 0 if that
   * is settled for all probes: the {@linkplain #swapped other form} of the member, or of nobody.
   */
  private int firstAccepted(int from, MemberFilter filter) {
    int at = from;
    for (int steps = 0; steps < ring.size(); steps++) {
      if (filter.accepts(ring.owner(at))) {
        return at;
      }
      if (steps == PASSED) {
        int only = only(filter);
        if (only != MANY) {
          return swapped(only);
        }
      }
      at = ring.next(at);
    }
    return NOBODY;
  }

  /** Turns a member into a number below -1 and back; nobody stays -1. */
  private static int swapped(int member) {
    return -2 - member;
  }

  /** Returns the one member that the filter accepts, or one of two words for none and several. */
  private int only(MemberFilter filter) {
    int only = NOBODY;
    for (int member = 0; member < membership.size(); member++) {
      if (filter.accepts(member)) {
        if (only >= 0) {
          return MANY;
        }
        only = member;
      }
    }
    return only;
  }

  @Override
  public long digest() {
    return membership.digest();
  }

  /**
   * Returns the share that independent probes would give. Ours lie at equal steps, which costs
   * evenness: among ten members one may get a sixth more or less than this says.
   */
  @Override
  public double share(int member) {
    return shares[member];
  }

  @Override
  public long sizeInBytes() {
    return ring.sizeInBytes() + 8L * shares.length;
  }
}
