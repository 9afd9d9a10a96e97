package io.clockwise.placement.compat;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.KeySpace;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.PlacedMembers;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.Crc32;
import io.clockwise.placement.ring.PointDraw;
import io.clockwise.placement.ring.PointRing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code hash KEY consistent} of nginx: 160 points for each unit of weight on a ring of CRC-32,
 * drawn from the literal text of the server line. Members of equal name are the addresses of one
 * line: they share its points, and the first accepted one of them is taken.
 *
 * <p>Where nginx takes the next peer in turn (an empty key, a single peer, too many useless
 * points), this takes the first accepted member going round from one that the hash chooses.
 *
 * <p>Source: nginx 1.22.1, observed.
 */
final class NginxHashConsistent implements Placement {
  /*
   * The walk goes on point by point, not server by server, and a request may meet 20 useless points
   * in all its attempts together: the next one ends it. A retry goes on at the point where the one
   * before it ended, with the count that it had. Walking again from the start, past the points that
   * were useless then and past those of the servers tried since, comes to the same count.
   */
  private static final int MAX_USELESS = 20;

  private static final int POINTS_PER_WEIGHT = 160;

  /** The key space that pingora shares. */
  static final String COORDINATE = "crc32 of 32 bits";

  /** Stands for the empty key; no CRC-32 is that large. */
  private static final long EMPTY = 1L << Integer.SIZE;

  private final Membership membership;
  private final PlacedMembers peers;
  private final PointRing ring;
  private final int[] nextOfName;
  private final double[] shares;

  /** Draws the ring. */
  NginxHashConsistent(Membership membership) {
    this.membership = membership;
    this.peers = new PlacedMembers(membership);
    this.nextOfName = new int[membership.size()];
    Arrays.fill(nextOfName, -1);
    this.ring = draw();
    this.shares = ring.keySpace(COORDINATE).shares(membership.size());
  }

  private PointRing draw() {
    PointDraw draw = drawFor(membership);
    Map<String, Integer> lastOfName = new HashMap<>();
    for (int rank = 0; rank < peers.size(); rank++) {
      int member = peers.get(rank);
      String name = membership.members().get(member).name();
      Integer before = lastOfName.put(name, member);
      if (before == null) {
        addPoints(draw, member, base(name), membership.weight(member));
      } else {
        nextOfName[before] = member;
      }
    }
    return draw.ring(Integer.SIZE).firstOfEqual();
  }

  /** Makes room for the points of all members. */
  static PointDraw drawFor(Membership membership) {
    long weight = membership.members().stream().mapToLong(Member::weight).sum();
    return new PointDraw(POINTS_PER_WEIGHT * weight, "divide the weights by a common number");
  }

  /** Adds a member's points: each is the CRC-32 of its base followed by the point before. */
  static void addPoints(PointDraw draw, int member, byte[] base, int weight) {
    int begun = (int) Crc32.hash(base, 0, base.length);
    byte[] before = new byte[Integer.BYTES];
    for (int i = 0; i < POINTS_PER_WEIGHT * weight; i++) {
      int point = Crc32.resume(begun, before, 0, before.length);
      for (int at = 0; at < before.length; at++) {
        before[at] = (byte) (point >>> (Byte.SIZE * at));
      }
      draw.add(member, point & 0xffffffffL);
    }
  }

  /** Returns host, a zero byte and port of a server line's address as it is written there. */
  private static byte[] base(String server) {
    if (server.regionMatches(true, 0, "unix:", 0, 5)) {
      return base(server.substring(5), "");
    }
    int at = server.length();
    while (at > 0 && server.charAt(at - 1) >= '0' && server.charAt(at - 1) <= '9') {
      at--;
    }
    return at > 0 && server.charAt(at - 1) == ':'
        ? base(server.substring(0, at - 1), server.substring(at))
        : base(server, "");
  }

  /** Returns host, a zero byte and port. */
  static byte[] base(String host, String port) {
    return (host + '\0' + port).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public List<Member> members() {
    return membership.members();
  }

  @Override
  public long hash(byte[] key, int offset, int length) {
    return length == 0 ? EMPTY : Crc32.hash(key, offset, length);
  }

  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    long hash = key.hash();
    if (hash != EMPTY && peers.size() > 1) {
      int at = ring.successor(hash);
      for (int useless = 0; useless <= MAX_USELESS; useless++) {
        for (int member = ring.owner(at); member >= 0; member = nextOfName[member]) {
          if (filter.accepts(member)) {
            return member;
          }
        }
        at = ring.next(at);
      }
    }
    return peers.firstAccepted((int) hash & 0xffffffffL, filter);
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
    return ring.keySpace(COORDINATE);
  }

  @Override
  public long sizeInBytes() {
    return ring.sizeInBytes() + 24L * membership.size();
  }
}
