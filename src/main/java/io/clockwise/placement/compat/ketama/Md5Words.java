package io.clockwise.placement.compat.ketama;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Draws ketama's points: four words of 32 bits from each MD5. */
final class Md5Words {
  /** How many points a digest gives. */
  static final int WORDS = 4;

  private final MessageDigest md5;

  Md5Words() {
    try {
      md5 = MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no MD5, from which ketama's points come", e);
    }
  }

  /** Writes the words of {@code base-0} to {@code base-(count - 1)}; returns where it ended. */
  int draw(String base, int count, long[] into, int from) {
    int at = from;
    for (int i = 0; i < count; i++) {
      byte[] digest = md5.digest((base + '-' + i).getBytes(StandardCharsets.UTF_8));
      ByteBuffer words = ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN);
      for (int word = 0; word < WORDS; word++) {
        into[at++] = words.getInt() & 0xffffffffL;
      }
    }
    return at;
  }
}
