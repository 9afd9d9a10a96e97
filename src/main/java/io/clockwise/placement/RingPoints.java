package io.clockwise.placement;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.clockwise.model.Member;
import io.clockwise.model.PlacementSettings.Ring;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The points of a ring, ascending unsigned; equal ones in the order of their owners.
 *
 * <p>Point i of a member is the hash of {@code id#i}, i in decimal from 0 to pointsPerWeight *
 * weight - 1.
 */
final class RingPoints {
  /** Where the points are. */
  final long[] hashes;

  /** The member that each point belongs to. */
  final char[] owners;

  private RingPoints(long[] hashes, char[] owners) {
    this.hashes = hashes;
    this.owners = owners;
  }

  /**
   * Draws the points of members that are sorted by id.
   *
   * @throws IllegalArgumentException with a message for the user when they are too many
   */
  static RingPoints of(Ring ring, List<Member> sorted) {
    int total = checkedTotal(ring, sorted);
    RingPoints points = new RingPoints(new long[total], new char[total]);
    int at = 0;
    for (int member = 0; member < sorted.size(); member++) {
      int count = sorted.get(member).weight() * ring.pointsPerWeight();
      draw(sorted.get(member).id(), points.hashes, at, at + count);
      Arrays.fill(points.owners, at, at + count, (char) member);
      at += count;
    }
    PairSort.sortUnsigned(points.hashes, points.owners);
    return points;
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

  private static void draw(String id, long[] into, int from, int to) {
    Hasher64 hasher = Hashing.xxh3_64();
    byte[] prefix = (id + '#').getBytes(StandardCharsets.UTF_8);
    byte[] text = Arrays.copyOf(prefix, prefix.length + 10);
    for (int i = from; i < to; i++) {
      int length = prefix.length + writeDecimal(i - from, text, prefix.length);
      into[i] = hasher.hashBytesToLong(text, 0, length);
    }
  }

  private static int writeDecimal(int value, byte[] into, int at) {
    int digits = 1;
    for (int rest = value / 10; rest > 0; rest /= 10) {
      digits++;
    }
    int rest = value;
    for (int i = at + digits - 1; i >= at; i--) {
      into[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return digits;
  }
}
