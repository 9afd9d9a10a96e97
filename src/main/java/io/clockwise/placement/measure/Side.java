package io.clockwise.placement.measure;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.KeySpace;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One of the two placements of a comparison, its members numbered as in the other one. */
final class Side {
  /** The number of nobody. */
  static final int NOBODY = 0;

  private static final int PROBES = 256;

  private final Placement placement;
  private final MemberFilter open;
  private final @Nullable KeySpace space;
  private final int[] numbers;
  private final RoutingKey key = new RoutingKey();
  private int lookups;
  private int shift = -1;

  /**
   * Makes a side.
   *
   * @param numbers by id, 1 and up; gets the ids of this side that it does not have yet
   */
  Side(PlacementView view, Map<String, Integer> numbers) {
    this.placement = view.placement();
    this.open = view.open();
    this.space = placement.keySpace();
    List<Member> members = placement.members();
    this.numbers = new int[members.size()];
    for (int i = 0; i < this.numbers.length; i++) {
      this.numbers[i] = numbers.computeIfAbsent(members.get(i).id(), id -> numbers.size() + 1);
    }
  }

  /** Returns the key space cut by owner, or null. */
  @Nullable KeySpace space() {
    return space;
  }

  /** Returns how many intervals were looked up, as their owner is not open. */
  int lookups() {
    return lookups;
  }

  private int number(int member) {
    return member < 0 ? NOBODY : numbers[member];
  }

  /** Returns the number of who gets a key. */
  int pick(byte[] bytes, int length) {
    key.set(bytes, 0, length, placement.hash(bytes, 0, length));
    return number(placement.pick(key, open));
  }

  /**
   * Returns the number of who gets the keys of a part of an interval: its owner, or when that is
   * not open who gets the key in the middle.
   *
   * @param member the owner, or -1
   */
  int pick(int member, long start, long length) {
    if (member < 0 || open.accepts(member)) {
      return number(member);
    }
    lookups++;
    return number(placement.pick(key.setHash((start + ((length - 1) >>> 1)) >>> shift), open));
  }

  /** Tells whether an interval can be picked for: all owners are open, or hashes are known. */
  boolean picksIntervals(KeySpace cut, KeySample sample) {
    boolean allOpen = true;
    for (int owner : cut.owners()) {
      allOpen &= owner < 0 || open.accepts(owner);
    }
    return allOpen || hashesAreCoordinates(cut, sample);
  }

  /*
   * Coordinates have 64 bits, hashes the upper ones of them, where a placement cuts the space of
   * its hashes. Others cut something else (what is left of a division, say), which shows when the
   * beginnings of the intervals are looked up.
   */
  private boolean hashesAreCoordinates(KeySpace cut, KeySample sample) {
    if (placement.readsKey()) {
      return false;
    }
    shift = Long.numberOfLeadingZeros(bitsInHashes(sample));
    for (int i = 0; i < cut.starts().length; i++) {
      long hash = cut.starts()[i] >>> shift;
      if (placement.pick(key.setHash(hash), MemberFilter.ANY) != cut.owners()[i]) {
        return false;
      }
    }
    return true;
  }

  private long bitsInHashes(KeySample sample) {
    byte[] bytes = new byte[KeySample.MAX_LENGTH];
    long bits = 1;
    for (int i = 0; i < PROBES; i++) {
      bits |= placement.hash(bytes, 0, sample.write(i, bytes));
    }
    return bits;
  }
}
