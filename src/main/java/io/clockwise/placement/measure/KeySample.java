package io.clockwise.placement.measure;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * A sequence of keys, always the same, to estimate with what cannot be added up.
 *
 * @param size how many keys, at least 1
 */
public record KeySample(int size, Kind kind) {
  /** The longest key, in bytes. */
  public static final int MAX_LENGTH = 16;

  /** A million keys of text: shares are right to 0.001, two standard deviations at most. */
  public static final KeySample DEFAULT = new KeySample(1_000_000, Kind.TEXT);

  private static final byte[] DIGITS = "0123456789abcdef".getBytes(US_ASCII);

  /** What keys look like; some rules take addresses only, and many stop at marks such as commas. */
  public enum Kind {
    /** 16 hexadecimal digits. */
    TEXT {
      @Override
      int write(long mixed, byte[] into) {
        for (int i = 0; i < MAX_LENGTH; i++) {
          into[i] = DIGITS[(int) (mixed >>> 4 * i) & 15];
        }
        return MAX_LENGTH;
      }
    },
    /** IPv4 addresses in dotted decimal. */
    ADDRESS {
      @Override
      int write(long mixed, byte[] into) {
        int length = 0;
        for (int shift = 24; shift >= 0; shift -= 8) {
          int part = (int) (mixed >>> shift) & 0xff;
          if (part >= 100) {
            into[length++] = DIGITS[part / 100];
          }
          if (part >= 10) {
            into[length++] = DIGITS[part / 10 % 10];
          }
          into[length++] = DIGITS[part % 10];
          if (shift > 0) {
            into[length++] = '.';
          }
        }
        return length;
      }
    };

    abstract int write(long mixed, byte[] into);
  }

  /** Checks the size. */
  public KeySample {
    if (size < 1) {
      throw new IllegalArgumentException("a sample needs a key: " + size);
    }
  }

  /**
   * Writes the key with this number.
   *
   * @param into at least {@value #MAX_LENGTH} bytes
   * @return the length of the key
   */
  public int write(int number, byte[] into) {
    return kind.write(mix(number), into);
  }

  /* The output function of SplitMix64: different for each number. */
  private static long mix(long number) {
    long z = (number + 1) * 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
