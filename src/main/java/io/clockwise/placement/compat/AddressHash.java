package io.clockwise.placement.compat;

/** The hash that {@code ip_hash} of nginx makes of an IP address, from the address's text. */
final class AddressHash {
  /** What every hash is below. */
  static final int MODULUS = 6271;

  /** The hash of no bytes. */
  static final int BEGIN = 89;

  private static final int FACTOR = 113;
  private static final int GROUPS = 8;
  private static final int V6 = 1 << 16;
  private static final int INVALID = -1;
  private static final int[] POWERS = powers();

  private AddressHash() {}

  private static int[] powers() {
    int[] powers = new int[2 * GROUPS + 1];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1] * FACTOR % MODULUS;
    }
    return powers;
  }

  /**
   * Hashes the first three bytes of an IPv4 address; all of an IPv6 address, plus 2^16; three zero
   * bytes for any other text. Allocates nothing.
   */
  static int of(byte[] text, int offset, int length) {
    int end = offset + length;
    int v6 = colon(text, offset, end) < end ? v6(text, offset, end) : INVALID;
    if (v6 != INVALID) {
      return V6 | v6;
    }
    long quad = quad(text, offset, end);
    return quad == INVALID ? v4(0) : v4((int) quad);
  }

  /** Returns 113 to the power of how many bytes went into such a hash, below the modulus. */
  static int factor(long hash) {
    return POWERS[hash < V6 ? 3 : 2 * GROUPS];
  }

  private static int v4(int address) {
    int two = pair(BEGIN, address >>> 16);
    return (two * FACTOR + (address >>> 8 & 0xff)) % MODULUS;
  }

  /** Hashes two more bytes. */
  private static int pair(int hash, int bytes) {
    int one = (hash * FACTOR + (bytes >>> 8)) % MODULUS;
    return (one * FACTOR + (bytes & 0xff)) % MODULUS;
  }

  /* What stands before "::" is hashed from 89 on, what stands behind it from 0; the bytes that follow
  a part multiply its hash by 113 each, whatever they are. */
  private static int v6(byte[] text, int from, int end) {
    int gap = from;
    while (gap < end && !(text[gap] == ':' && gap + 1 < end && text[gap + 1] == ':')) {
      gap++;
    }
    if (gap == end) {
      return groups(text, from, end) == GROUPS ? hash(BEGIN, text, from, end) : INVALID;
    }
    int before = groups(text, from, gap);
    int behind = groups(text, gap + 2, end);
    if (before < 0 || behind < 0 || before + behind >= GROUPS) {
      return INVALID;
    }
    int head = hash(BEGIN, text, from, gap) * POWERS[2 * (GROUPS - before)];
    return (head + hash(0, text, gap + 2, end)) % MODULUS;
  }

  /** Counts groups between colons, a dotted quad at the end as two; below 0 if one is invalid. */
  private static int groups(byte[] text, int from, int end) {
    int count = 0;
    for (int at = from; from < end && at <= end; at = colon(text, at, end) + 1) {
      int stop = colon(text, at, end);
      if (hex(text, at, stop) >= 0) {
        count++;
      } else if (stop == end && quad(text, at, end) >= 0) {
        count += 2;
      } else {
        return INVALID;
      }
    }
    return count;
  }

  /** Hashes valid groups on top of a hash. */
  private static int hash(int begun, byte[] text, int from, int end) {
    int hash = begun;
    for (int at = from; at < end; at = colon(text, at, end) + 1) {
      int group = hex(text, at, colon(text, at, end));
      if (group >= 0) {
        hash = pair(hash, group);
      } else {
        int quad = (int) quad(text, at, end);
        hash = pair(pair(hash, quad >>> 16), quad & 0xffff);
      }
    }
    return hash;
  }

  /** Returns where the next colon is, or the end. */
  private static int colon(byte[] text, int from, int end) {
    int at = from;
    while (at < end && text[at] != ':') {
      at++;
    }
    return at;
  }

  /** Returns the value of one to four hexadecimal digits, or -1. */
  private static int hex(byte[] text, int from, int end) {
    if (from == end || end - from > 4) {
      return INVALID;
    }
    int value = 0;
    for (int at = from; at < end; at++) {
      int digit = text[at] < 0 ? INVALID : Character.digit(text[at], 16);
      if (digit < 0) {
        return INVALID;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  /** Returns the 32 bits of four decimal numbers with dots between them, or -1. */
  private static long quad(byte[] text, int from, int end) {
    long bits = 0;
    int number = INVALID;
    int dots = 0;
    for (int at = from; at < end; at++) {
      if (text[at] == '.' && number >= 0) {
        bits = bits << 8 | number;
        number = INVALID;
        dots++;
      } else if (text[at] >= '0' && text[at] <= '9') {
        number = Math.max(0, number) * 10 + text[at] - '0';
        if (number > 0xff) {
          return INVALID;
        }
      } else {
        return INVALID;
      }
    }
    return dots == 3 && number >= 0 ? bits << 8 | number : INVALID;
  }
}
