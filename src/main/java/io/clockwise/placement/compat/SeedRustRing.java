package io.clockwise.placement.compat;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.SeedSettings;
import io.clockwise.model.placement.SeedSettings.RustRing;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.Md5;
import io.clockwise.placement.ring.PointDraw;
import io.clockwise.placement.ring.RingPlacement;
import java.nio.charset.StandardCharsets;

/**
 * The ring of the Rust tutorial: the first eight bytes of MD5, least significant first; the last of
 * equal points wins. The plain form has one point a node, the hash of its name, whatever its
 * weight; with virtual nodes point i is the hash of {@code name#i}. Closed members keep their
 * points and a lookup passes them.
 */
final class SeedRustRing {
  private SeedRustRing() {}

  /** Draws the ring. */
  static Placement build(RustRing settings, Membership members) {
    int perWeight = checked(settings.virtualNodes(), 0);
    long total = perWeight == 0 ? members.size() : total(perWeight, members);
    PointDraw draw = new PointDraw(total, "lower virtualNodes or divide the weights");
    for (int member = 0; member < members.size(); member++) {
      byte[] name = members.members().get(member).name().getBytes(StandardCharsets.UTF_8);
      if (perWeight > 0) {
        draw.addNumbered(member, name, '#', perWeight * members.weight(member), Md5::first8);
      } else if (members.places(member)) {
        draw.add(member, Md5.first8(name, 0, name.length));
      }
    }
    return new RingPlacement(members, draw.ring(Long.SIZE).lastOfEqual(), Md5::first8, "md5");
  }

  /** Returns how many points members have, so many for each unit of weight. */
  static long total(int perWeight, Membership members) {
    return perWeight * members.members().stream().mapToLong(Member::weight).sum();
  }

  /** Returns the number of virtual nodes if it is not out of bounds. */
  static int checked(int virtualNodes, int least) {
    if (virtualNodes < least || virtualNodes > SeedSettings.MAX_POINTS) {
      throw new IllegalArgumentException(
          String.format(
              "virtualNodes %d is not between %d and %d",
              virtualNodes, least, SeedSettings.MAX_POINTS));
    }
    return virtualNodes;
  }
}
