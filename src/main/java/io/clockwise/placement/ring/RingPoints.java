package io.clockwise.placement.ring;

import com.dynatrace.hash4j.hashing.Hashing;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.model.placement.RingHash;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.ByteHash;
import io.clockwise.placement.hash.Crc32;
import io.clockwise.placement.hash.Fnv1a;
import io.clockwise.placement.hash.Md5;
import io.clockwise.placement.hash.MurmurHash2;
import io.clockwise.placement.hash.XxHash64;
import java.util.List;
import java.util.Locale;

/**
 * Draws the points of our own ring: point i of a member is the hash of {@code id#i}, i in decimal
 * from 0 to pointsPerWeight * weight - 1.
 */
public final class RingPoints {
  private RingPoints() {}

  /**
   * Builds the ring over members that are sorted by id.
   *
   * @throws IllegalArgumentException with a message for the user when the points are too many
   */
  public static Placement build(Ring settings, Membership members) {
    int total = checkedTotal(settings, members.members());
    ByteHash hash = hash(settings.hash());
    PointDraw draw = new PointDraw(total, "lower pointsPerWeight");
    for (int member = 0; member < members.size(); member++) {
      int count = members.weight(member) * settings.pointsPerWeight();
      draw.addNumbered(member, members.members().get(member).id(), '#', count, hash);
    }
    String coordinate = settings.hash().name().toLowerCase(Locale.ROOT);
    return new RingPlacement(members, draw.ring(bits(settings.hash())), hash, coordinate);
  }

  private static ByteHash hash(RingHash hash) {
    return switch (hash) {
      case XXH3 -> Hashing.xxh3_64()::hashBytesToLong;
      case XXH64 -> XxHash64::hash;
      case MURMUR -> MurmurHash2::hash;
      case FNV1A -> Fnv1a::hash64;
      case MD5 -> Md5::first8;
      case CRC32 -> Crc32::hash;
    };
  }

  private static int bits(RingHash hash) {
    return hash == RingHash.CRC32 ? Integer.SIZE : Long.SIZE;
  }

  private static int checkedTotal(Ring ring, List<Member> members) {
    int perWeight = ring.pointsPerWeight();
    if (perWeight < 1 || perWeight > Ring.MAX_POINTS) {
      throw new IllegalArgumentException(
          "pointsPerWeight " + perWeight + " is not between 1 and " + Ring.MAX_POINTS);
    }
    long weight = members.stream().mapToLong(Member::weight).sum();
    long total = weight * perWeight;
    if (total > Ring.MAX_POINTS) {
      long fitting = Ring.MAX_POINTS / weight;
      throw new IllegalArgumentException(
          String.format(
              "the ring would have %d points (weights of %d in all, pointsPerWeight %d), more than"
                  + " %d: %s",
              total,
              weight,
              perWeight,
              Ring.MAX_POINTS,
              fitting > 0
                  ? "lower pointsPerWeight to " + fitting + " or less, or divide the weights"
                  : "divide the weights by a common number"));
    }
    return (int) total;
  }
}
