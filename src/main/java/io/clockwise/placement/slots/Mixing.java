package io.clockwise.placement.slots;

import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.StandardCharsets;

/**
 * The 64-bit mixing of keys, slots, ids and seeds.
 *
 * <p>Source: the finalizer of D. Stafford, "Better Bit Mixing", variant 13, as in G. Steele et al.,
 * "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
 */
final class Mixing {
  /** 2^64 divided by the golden ratio. */
  static final long GOLDEN = 0x9e3779b97f4a7c15L;

  /** The first multiplier. */
  static final long M1 = 0xbf58476d1ce4e5b9L;

  /** The second multiplier. */
  static final long M2 = 0x94d049bb133111ebL;

  private Mixing() {}

  /** Returns a number whose bits each depend on all bits of this one; a bijection. */
  static long mix(long number) {
    long z = (number ^ (number >>> 30)) * M1;
    z = (z ^ (z >>> 27)) * M2;
    return z ^ (z >>> 31);
  }

  /** Returns the number of a slot. */
  static long ofSlot(long slot) {
    return mix((slot + 1) * GOLDEN);
  }

  /** Returns the number of an id under a seed. */
  static long ofId(String id, long seed) {
    return mix(Hashing.xxh3_64().hashBytesToLong(id.getBytes(StandardCharsets.UTF_8)) ^ seed);
  }

  /** Returns the number of a seed; that of the empty one is 0. */
  static long ofSeed(String seed) {
    return seed.isEmpty()
        ? 0
        : Hashing.xxh3_64().hashBytesToLong(seed.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the pseudo-random number of a pair: of what is placed and of who may take it. */
  static long pair(long placed, long member) {
    long z = (placed ^ member) * M1;
    return (z ^ (z >>> 32)) * M2;
  }
}
