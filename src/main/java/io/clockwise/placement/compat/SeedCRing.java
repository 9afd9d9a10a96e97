package io.clockwise.placement.compat;

import io.clockwise.model.placement.SeedSettings.CRing;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.Fnv1a;
import io.clockwise.placement.ring.PointDraw;
import io.clockwise.placement.ring.RingPlacement;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The ring of the C tutorial: point i of a node is the 32-bit FNV-1a of {@code name#i}.
 *
 * <p>Names and keys are C strings, they end at a zero byte. Points beyond the capacity are dropped,
 * counted in the order of the members. The tutorial has no health: closed members keep their points
 * and a lookup passes them. Names of more than 63 bytes, which overflow a buffer there, are
 * accepted here.
 */
final class SeedCRing {
  private SeedCRing() {}

  /** Draws the ring. */
  static Placement build(CRing settings, Membership members) {
    int perWeight = SeedRustRing.checked(settings.virtualNodes(), 1);
    if (settings.capacity() < 0) {
      throw new IllegalArgumentException("capacity " + settings.capacity() + " is less than 0");
    }
    long left = SeedRustRing.total(perWeight, members);
    if (settings.capacity() > 0) {
      left = Math.min(left, settings.capacity());
    }
    PointDraw draw = new PointDraw(left, "lower virtualNodes, the weights or the capacity");
    for (int member = 0; member < members.size(); member++) {
      long wanted = (long) perWeight * members.weight(member);
      int count = (int) Math.min(wanted, left);
      draw.addNumbered(member, cString(members, member), '#', count, Fnv1a::hash32);
      left -= count;
    }
    return new RingPlacement(
        members,
        draw.ring(Integer.SIZE, ExchangeOrder.of(draw.points())),
        SeedCRing::hash,
        "fnv1a of 32 bits");
  }

  private static byte[] cString(Membership members, int member) {
    byte[] name = members.members().get(member).name().getBytes(StandardCharsets.UTF_8);
    return Arrays.copyOf(name, lengthToZero(name, 0, name.length));
  }

  private static long hash(byte[] key, int offset, int length) {
    return Fnv1a.hash32(key, offset, lengthToZero(key, offset, length));
  }

  private static int lengthToZero(byte[] bytes, int offset, int length) {
    int ended = 0;
    while (ended < length && bytes[offset + ended] != 0) {
      ended++;
    }
    return ended;
  }
}
