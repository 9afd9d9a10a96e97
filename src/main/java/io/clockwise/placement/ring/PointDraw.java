package io.clockwise.placement.ring;

import io.clockwise.placement.hash.ByteHash;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Points of members as they are drawn, one after the other, before they become a ring. */
public final class PointDraw {
  /** The most points that a ring may have. */
  public static final int MAX_POINTS = 1 << 22;

  private static final int MAX_DIGITS = 10;

  private final long[] points;
  private final char[] owners;
  private int count;

  /**
   * Makes room for exactly so many points.
   *
   * @param remedy what the user can do when they are too many, for the message
   * @throws IllegalArgumentException with a message for the user when they are more than {@value
   *     #MAX_POINTS}
   */
  public PointDraw(long total, String remedy) {
    if (total > MAX_POINTS) {
      throw new IllegalArgumentException(
          "the ring would have " + total + " points, more than " + MAX_POINTS + ": " + remedy);
    }
    this.points = new long[(int) total];
    this.owners = new char[(int) total];
  }

  /** Adds a point of a member. */
  public void add(int member, long point) {
    points[count] = point;
    owners[count++] = (char) member;
  }

  /**
   * Adds points of a member: the hashes of its name followed by a mark and a decimal number that
   * counts from 0.
   */
  public void addNumbered(int member, byte[] name, char mark, int howMany, ByteHash hash) {
    byte[] text = Arrays.copyOf(name, name.length + 1 + MAX_DIGITS);
    text[name.length] = (byte) mark;
    for (int i = 0; i < howMany; i++) {
      int length = name.length + 1 + writeDecimal(i, text, name.length + 1);
      add(member, hash.hash(text, 0, length));
    }
  }

  /** Adds such points of a member whose name is text. */
  public void addNumbered(int member, String name, char mark, int howMany, ByteHash hash) {
    addNumbered(member, name.getBytes(StandardCharsets.UTF_8), mark, howMany, hash);
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

  /** Returns a copy of the points in the order of adding. */
  public long[] points() {
    return Arrays.copyOf(points, count);
  }

  /** Returns the ring of these points, equal ones in the order of adding. */
  public PointRing ring(int bits) {
    return PointRing.sorted(points(), Arrays.copyOf(owners, count), bits);
  }

  /** Returns the ring of these points, equal ones in this order of their numbers. */
  public PointRing ring(int bits, int[] order) {
    long[] ordered = new long[count];
    char[] whose = new char[count];
    for (int i = 0; i < count; i++) {
      ordered[i] = points[order[i]];
      whose[i] = owners[order[i]];
    }
    return PointRing.sorted(ordered, whose, bits);
  }
}
