package io.clockwise.placement.hash;

/**
 * A mixing of 64 bits in which each bit of the result depends on all bits of the number.
 *
 * <p>Source: D. Stafford, "Better Bit Mixing", variant 13, as in G. Steele et al., "Fast Splittable
 * Pseudorandom Number Generators", OOPSLA 2014.
 */
public final class Mix64 {
  /** 2^64 divided by the golden ratio: steps of it are spread evenly. */
  public static final long GOLDEN = 0x9e3779b97f4a7c15L;

  /** The first multiplier. */
  public static final long M1 = 0xbf58476d1ce4e5b9L;

  /** The second multiplier. */
  public static final long M2 = 0x94d049bb133111ebL;

  private Mix64() {}

  /** Returns the mixed number; a bijection. */
  public static long mix(long number) {
    long z = (number ^ (number >>> 30)) * M1;
    z = (z ^ (z >>> 27)) * M2;
    return z ^ (z >>> 31);
  }
}
