package io.clockwise.placement.own;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.XxHash64;
import java.util.List;
import java.util.stream.IntStream;

/**
 * AnchorHash over the members in the order of the configuration: bucket i is the i-th member, all
 * working ones have equal shares whatever they weigh. A member without a weight or closed is a
 * removed bucket; its keys spread over the others, whose own stay.
 *
 * <p>A member that the filter refuses all the same (a failed attempt) makes the key start from
 * another bucket, {@value #ATTEMPTS} times at most, then the first accepted one in the order is
 * taken.
 *
 * <p>Source: G. Mendelson et al., "AnchorHash: A Scalable Consistent Hash", IEEE/ACM Transactions
 * on Networking 29(2), 2021, the version with arrays.
 */
public final class AnchorPlacement implements Placement {
  private static final int ATTEMPTS = 64;

  /** Seeds of the starts after the first lie above those of the steps, which are 1 to capacity. */
  private static final long START_SEED = 1L << Integer.SIZE;

  /*
   * Named as in the paper, for the reader who compares: removedAt is A (0 for a working bucket, else
   * how many worked once it was gone), workers is W (the working ones, densely), places is L (where
   * a bucket stands in W), successors is K (who took a bucket's place).
   */
  private final Membership membership;
  private final int[] removedAt;
  private final int[] workers;
  private final int[] places;
  private final int[] successors;
  private int working;

  private AnchorPlacement(Membership membership, int capacity) {
    this.membership = membership;
    this.removedAt = new int[capacity];
    this.workers = IntStream.range(0, capacity).toArray();
    this.places = workers.clone();
    this.successors = workers.clone();
    this.working = membership.size();
    for (int bucket = working; bucket < capacity; bucket++) {
      removedAt[bucket] = bucket;
    }
  }

  /** Builds it with the members that are not placed removed in ascending order. */
  static AnchorPlacement build(OwnSettings.Anchor settings, Membership membership) {
    int[] removed =
        IntStream.range(0, membership.size()).filter(i -> !membership.places(i)).toArray();
    return of(membership, settings.capacity(), removed);
  }

  /**
   * Makes an anchor whose buckets are the members, less some; who gets a removed bucket's keys
   * depends on the order of the removals.
   *
   * @param removedInOrder distinct indexes of members
   * @throws IllegalArgumentException with a message for the user when the capacity is out of bounds
   *     or too small for the members
   */
  public static AnchorPlacement of(Membership membership, int capacity, int[] removedInOrder) {
    if (capacity < 1 || capacity > OwnSettings.Anchor.MAX_CAPACITY) {
      throw new IllegalArgumentException(
          "capacity " + capacity + " is not between 1 and " + OwnSettings.Anchor.MAX_CAPACITY);
    }
    if (membership.size() > capacity) {
      throw new IllegalArgumentException(
          "the anchor has a capacity of "
              + capacity
              + ", less than the pool's "
              + membership.size()
              + " backends: raise the capacity, which moves keys, to the most there may ever be");
    }
    AnchorPlacement anchor = new AnchorPlacement(membership, capacity);
    for (int bucket : removedInOrder) {
      anchor.remove(bucket);
    }
    return anchor;
  }

  private void remove(int bucket) {
    working--;
    removedAt[bucket] = working;
    int last = workers[working];
    workers[places[bucket]] = last;
    successors[bucket] = last;
    places[last] = places[bucket];
  }

  @Override
  public List<Member> members() {
    return membership.members();
  }

  @Override
  public long hash(byte[] key, int offset, int length) {
    return XxHash64.hash(key, offset, length);
  }

  @Override
  public boolean readsKey() {
    return true;
  }

  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    if (working == 0) {
      return -1;
    }
    long start = key.hash();
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      int member = bucket(start, key);
      if (filter.accepts(member)) {
        return member;
      }
      start = hash(key, START_SEED + attempt);
    }
    for (int member = 0; member < membership.size(); member++) {
      if (removedAt[member] == 0 && filter.accepts(member)) {
        return member;
      }
    }
    return -1;
  }

  private int bucket(long start, RoutingKey key) {
    int bucket = (int) Long.remainderUnsigned(start, removedAt.length);
    while (removedAt[bucket] > 0) {
      int others = removedAt[bucket];
      int next = (int) Long.remainderUnsigned(hash(key, 1 + bucket), others);
      while (removedAt[next] >= others) {
        next = successors[next];
      }
      bucket = next;
    }
    return bucket;
  }

  private static long hash(RoutingKey key, long seed) {
    return XxHash64.hash(key.bytes(), key.offset(), key.length(), seed);
  }

  @Override
  public long digest() {
    return membership.digest();
  }

  @Override
  public double share(int member) {
    return working > 0 && removedAt[member] == 0 ? 1.0 / working : 0;
  }

  @Override
  public long sizeInBytes() {
    return 16L * removedAt.length;
  }
}
