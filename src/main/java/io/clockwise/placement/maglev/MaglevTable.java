package io.clockwise.placement.maglev;

import io.clockwise.placement.hash.XxHash64;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table of a prime number of entries, each owned by one of some weighted names; immutable.
 *
 * <p>Source: D. Eisenbud et al., "Maglev: A Fast and Reliable Software Network Load Balancer", NSDI
 * 2016; weights and hash functions are those of Envoy.
 */
public final class MaglevTable {
  /*
   * Every name has a permutation of the table: from an offset on, in steps of its skip. In rounds, in
   * the order of the names' bytes, each takes the next entry of its permutation that is free. A name
   * of less than the greatest weight sits out rounds: it is due when round * weight is not less than
   * the greatest weight times its entries so far, summed up in binary64. Which round that will be is
   * computed when it takes an entry, so a heap of (round, rank) brings up whose turn it is, and
   * building costs O(size * log names) whatever the weights.
   */
  private static final int RANK_BITS = 16;

  private final char[] owners;

  private MaglevTable(char[] owners) {
    this.owners = owners;
  }

  /**
   * Fills a table.
   *
   * @param names of at most 65,535 owners, known by their index
   * @param weights of the names; 0: owns nothing
   * @param size a prime
   * @param largest the greatest size that is allowed
   * @throws IllegalArgumentException with a message for the user when the size is not a prime of 2
   *     to {@code largest}
   */
  public static MaglevTable of(List<String> names, double[] weights, int size, int largest) {
    checkSize(size, largest);
    byte[][] keys = new byte[names.size()][];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = names.get(i).getBytes(StandardCharsets.UTF_8);
    }
    int[] ranked =
        IntStream.range(0, keys.length)
            .filter(i -> weights[i] > 0)
            .boxed()
            .sorted((a, b) -> Arrays.compareUnsigned(keys[a], keys[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    return new MaglevTable(ranked.length == 0 ? new char[0] : filled(keys, weights, ranked, size));
  }

  private static char[] filled(byte[][] keys, double[] weights, int[] ranked, int size) {
    double greatest = Arrays.stream(weights).max().orElse(0);
    int[] places = new int[ranked.length];
    int[] skips = new int[ranked.length];
    double[] targets = new double[ranked.length];
    long[] turns = new long[ranked.length]; // round << 16 | rank, a heap: at first all in round 1
    for (int rank = 0; rank < ranked.length; rank++) {
      byte[] key = keys[ranked[rank]];
      places[rank] = remainder(XxHash64.hash(key, 0, key.length, 0), size);
      skips[rank] = remainder(XxHash64.hash(key, 0, key.length, 1), size - 1) + 1;
      turns[rank] = 1L << RANK_BITS | rank;
    }
    char[] owners = new char[size];
    boolean[] taken = new boolean[size];
    for (int count = 0; count < size; count++) {
      long turn = turns[0];
      int rank = (int) turn & ((1 << RANK_BITS) - 1);
      int place = places[rank];
      while (taken[place]) {
        place = (int) (((long) place + skips[rank]) % size);
      }
      taken[place] = true;
      owners[place] = (char) ranked[rank];
      places[rank] = (int) (((long) place + skips[rank]) % size);
      targets[rank] += greatest;
      long due = due(turn >>> RANK_BITS, weights[ranked[rank]], targets[rank], size);
      replaceFirst(turns, due << RANK_BITS | rank);
    }
    return owners;
  }

  /** Returns the first round behind this one in which a weight has reached its target. */
  private static long due(long round, double weight, double target, int size) {
    if (target / weight > size + 1.0) {
      return size + 2L; // never: each round takes an entry at least
    }
    long due = Math.max(round + 1, (long) Math.ceil(target / weight));
    while (due - 1 > round && (due - 1) * weight >= target) {
      due--;
    }
    while (due * weight < target) {
      due++;
    }
    return due;
  }

  private static void replaceFirst(long[] heap, long value) {
    int at = 0;
    while (2 * at + 1 < heap.length) {
      int child = 2 * at + 1;
      if (child + 1 < heap.length && heap[child + 1] < heap[child]) {
        child++;
      }
      if (heap[child] >= value) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = value;
  }

  private static int remainder(long hash, int divisor) {
    return (int) Long.remainderUnsigned(hash, divisor);
  }

  private static void checkSize(int size, int largest) {
    if (size < 2 || size > largest) {
      throw new IllegalArgumentException("tableSize " + size + " is not between 2 and " + largest);
    }
    if (!isPrime(size)) {
      int next = size + 1;
      while (!isPrime(next)) {
        next++;
      }
      throw new IllegalArgumentException(
          "tableSize " + size + " is not a prime: the next one is " + next);
    }
  }

  private static boolean isPrime(int number) {
    for (int divisor = 2; (long) divisor * divisor <= number; divisor++) {
      if (number % divisor == 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the index of the name that owns the entry of a hash, or -1 when there is no name. */
  public int owner(long hash) {
    return owners.length == 0 ? -1 : owners[remainder(hash, owners.length)];
  }

  /** Returns the share of the entries that each name owns, 0 to 1. */
  public double[] shares(int names) {
    double[] shares = new double[names];
    for (char owner : owners) {
      shares[owner]++;
    }
    for (int i = 0; i < names; i++) {
      shares[i] /= Math.max(1, owners.length);
    }
    return shares;
  }

  /** Returns the bytes that the table takes. */
  public long sizeInBytes() {
    return 2L * owners.length;
  }
}
