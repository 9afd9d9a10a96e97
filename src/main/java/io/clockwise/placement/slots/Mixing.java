package io.clockwise.placement.slots;

import com.dynatrace.hash4j.hashing.Hashing;
import io.clockwise.placement.hash.Mix64;
import java.nio.charset.StandardCharsets;

/** The numbers of slots, ids and seeds, and of their pairs. */
final class Mixing {
  private Mixing() {}

  /** Returns the number of a slot. */
  static long ofSlot(long slot) {
    return Mix64.mix((slot + 1) * Mix64.GOLDEN);
  }

  /** Returns the number of an id under a seed. */
  static long ofId(String id, long seed) {
    return Mix64.mix(Hashing.xxh3_64().hashBytesToLong(id.getBytes(StandardCharsets.UTF_8)) ^ seed);
  }

  /** Returns the number of a seed; that of the empty one is 0. */
  static long ofSeed(String seed) {
    return seed.isEmpty()
        ? 0
        : Hashing.xxh3_64().hashBytesToLong(seed.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the pseudo-random number of a pair: of what is placed and of who may take it. */
  static long pair(long placed, long member) {
    long z = (placed ^ member) * Mix64.M1;
    return (z ^ (z >>> 32)) * Mix64.M2;
  }
}
