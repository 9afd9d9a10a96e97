package io.clockwise.route.walk;

import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.Mix64;
import io.clockwise.placement.hash.XxHash64;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Which of its keys a backend takes that is on its way into service. Immutable. */
public final class Admission {
  /*
   * Each pair of key and backend has a number in [0, 1) for good; the backend takes the key as soon
   * as its share is above that. So the keys that it takes are a subset that only grows, and each key
   * moves once. The number is drawn from what the placement knows the key by: keys that it cannot
   * tell apart move together. A placement that reads the bytes may know a key by no hash at all.
   */
  private static final long NAMES_SEED = 0x3a3b_1e55_0f0d_0001L;
  private static final int BITS = 53;
  private static final long WHOLE = 1L << BITS;

  /** Every backend takes all its keys. */
  public static final Admission ALL = new Admission(new long[0], new long[0]);

  private final long[] names;
  private final long[] below;

  private Admission(long[] names, long[] below) {
    this.names = names;
    this.below = below;
  }

  /**
   * Makes one.
   *
   * @param ids of all backends, by dense index
   * @param shares of its keys that each takes; 1: it is in service
   */
  public static Admission of(List<String> ids, double[] shares) {
    if (Arrays.stream(shares).allMatch(share -> share >= 1)) {
      return ALL;
    }
    long[] below = new long[ids.size()];
    long[] names = new long[ids.size()];
    for (int i = 0; i < below.length; i++) {
      below[i] = (long) (Math.min(1, shares[i]) * WHOLE);
      byte[] id = ids.get(i).getBytes(StandardCharsets.UTF_8);
      names[i] = XxHash64.hash(id, 0, id.length, NAMES_SEED);
    }
    return new Admission(names, below);
  }

  /** Tells whether every backend takes all its keys. */
  public boolean isWhole() {
    return below.length == 0;
  }

  /** Tells whether the backend of this dense index is on its way into service. */
  boolean isWarming(int backend) {
    return below.length != 0 && below[backend] < WHOLE;
  }

  /** Returns the number from which a key's draws are made; the same whenever it is asked. */
  public static long seed(Placement placement, RoutingKey key) {
    return placement.readsKey()
        ? XxHash64.hash(key.bytes(), key.offset(), key.length(), NAMES_SEED)
        : key.hash();
  }

  /**
   * Tells whether a backend takes a key.
   *
   * @param backend dense index
   * @param seed of the key
   */
  public boolean admits(int backend, long seed) {
    if (below.length == 0 || below[backend] == WHOLE) {
      return true;
    }
    return Mix64.mix(seed ^ names[backend]) >>> Long.SIZE - BITS < below[backend];
  }
}
