package io.clockwise.placement.ring;

import java.util.Arrays;

/** A stable sort of longs, unsigned, that carries a char along with each. */
final class PairSort {
  /*
   * Radix sort from the least significant digit: six passes of eleven bits, each a stable counting
   * sort into the other pair of arrays; a digit that all keys share costs only its count. Time is
   * linear whatever the keys, nothing is boxed, and six being even the result ends where it began
   * unless passes were left out.
   */
  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private PairSort() {}

  /** Sorts both arrays, which are equally long, by the keys. */
  static void sortUnsigned(long[] keys, char[] values) {
    long[] fromKeys = keys;
    char[] fromValues = values;
    long[] toKeys = new long[keys.length];
    char[] toValues = new char[keys.length];
    for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
      int[] starts = starts(fromKeys, shift);
      if (starts.length == 0) {
        continue;
      }
      for (int i = 0; i < fromKeys.length; i++) {
        int to = starts[digit(fromKeys[i], shift)]++;
        toKeys[to] = fromKeys[i];
        toValues[to] = fromValues[i];
      }
      long[] sortedKeys = toKeys;
      char[] sortedValues = toValues;
      toKeys = fromKeys;
      toValues = fromValues;
      fromKeys = sortedKeys;
      fromValues = sortedValues;
    }
    if (fromKeys != keys) {
      System.arraycopy(fromKeys, 0, keys, 0, keys.length);
      System.arraycopy(fromValues, 0, values, 0, values.length);
    }
  }

  /** Returns where each digit's keys begin; empty when all keys have the same digit. */
  private static int[] starts(long[] keys, int shift) {
    int[] counts = new int[DIGITS];
    for (long key : keys) {
      counts[digit(key, shift)]++;
    }
    if (Arrays.stream(counts).anyMatch(count -> count == keys.length)) {
      return new int[0];
    }
    int start = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
      int count = counts[digit];
      counts[digit] = start;
      start += count;
    }
    return counts;
  }

  private static int digit(long key, int shift) {
    return (int) (key >>> shift) & (DIGITS - 1);
  }
}
