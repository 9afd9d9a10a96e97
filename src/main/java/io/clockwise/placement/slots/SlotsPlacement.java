package io.clockwise.placement.slots;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Slots;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.KeySpace;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.Mix64;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** The lookup in a table of slots with four ranked members each. */
final class SlotsPlacement implements Placement {
  /*
   * A key's hash is mixed with the seed; its upper bits are the slot. Open members are sought among
   * the four of the slot, then those of 15 more slots that the hash leads to, then among all,
   * beginning at a place that the hash names. With half of the members closed one slot is enough
   * for 94 of 100 keys.
   */
  private static final Hasher64 HASHER = Hashing.xxh3_64();
  private static final int MORE_SLOTS = 15;

  private final Membership membership;
  private final Slots settings;
  private final PairCosts costs;
  private final long[] table;
  private final BitSet displaced;
  private final int shift;
  private final long seed;
  private final int[] owned;
  private final long digest;

  /**
   * Takes a finished table.
   *
   * @param table empty when there are no members
   * @param displaced the slots whose owner is not their best
   */
  SlotsPlacement(
      Membership membership, Slots settings, PairCosts costs, long[] table, BitSet displaced) {
    this.membership = membership;
    this.settings = settings;
    this.costs = costs;
    this.table = table;
    this.displaced = displaced;
    this.shift = Long.SIZE - Integer.numberOfTrailingZeros(settings.count());
    this.seed = Mixing.ofSeed(settings.seed());
    this.owned = new int[membership.size()];
    for (long entry : table) {
      owned[SlotTable.member(entry, 0)]++;
    }
    this.digest = TableDigest.of(membership.members(), table);
  }

  /** Returns the settings that the table was built by. */
  Slots settings() {
    return settings;
  }

  /** Returns the costs that the table was built by. */
  PairCosts costs() {
    return costs;
  }

  /** Returns the entries, not to be changed. */
  long[] table() {
    return table;
  }

  /** Returns the slots whose owner is not their best by key, not to be changed. */
  BitSet displaced() {
    return displaced;
  }

  @Override
  public List<Member> members() {
    return membership.members();
  }

  @Override
  public long hash(byte[] key, int offset, int length) {
    return Mix64.mix(HASHER.hashBytesToLong(key, offset, length) ^ seed);
  }

  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    if (table.length == 0) {
      return -1;
    }
    long hash = key.hash();
    long entry = table[(int) (hash >>> shift)];
    int owner = (int) entry & SlotTable.NOBODY;
    return filter.accepts(owner) ? owner : pickOther(hash, entry, filter);
  }

  private int pickOther(long hash, long entry, MemberFilter filter) {
    int found = accepted(entry >>> Character.SIZE, SlotTable.RANKS - 1, filter);
    for (int k = 1; k <= MORE_SLOTS && found < 0; k++) {
      found = accepted(entryAfter(hash, k), SlotTable.RANKS, filter);
    }
    return found >= 0 ? found : first(hash, filter);
  }

  private static int accepted(long entry, int ranks, MemberFilter filter) {
    long rest = entry;
    for (int rank = 0; rank < ranks; rank++) {
      int member = (int) rest & SlotTable.NOBODY;
      if (member != SlotTable.NOBODY && filter.accepts(member)) {
        return member;
      }
      rest >>>= Character.SIZE;
    }
    return -1;
  }

  private long entryAfter(long hash, int k) {
    return table[(int) (Mix64.mix(hash + k * Mix64.GOLDEN) >>> shift)];
  }

  private int first(long hash, MemberFilter filter) {
    int members = membership.size();
    int member = (int) Long.remainderUnsigned(hash, members);
    for (int i = 0; i < members; i++) {
      if (filter.accepts(member)) {
        return member;
      }
      member = member + 1 == members ? 0 : member + 1;
    }
    return -1;
  }

  @Override
  public int candidates(RoutingKey key, int[] into) {
    if (table.length == 0 || into.length == 0) {
      return 0;
    }
    Distinct found = new Distinct(into, membership.size());
    long hash = key.hash();
    found.addAll(table[(int) (hash >>> shift)]);
    for (int k = 1; k <= MORE_SLOTS; k++) {
      found.addAll(entryAfter(hash, k));
    }
    int member = (int) Long.remainderUnsigned(hash, membership.size());
    for (int i = 0; i < membership.size(); i++) {
      found.add(member);
      member = member + 1 == membership.size() ? 0 : member + 1;
    }
    return found.count;
  }

  /** Collects members, each once, until there is no room. */
  private static final class Distinct {
    private final int[] into;
    private final BitSet seen;
    private int count;

    Distinct(int[] into, int members) {
      this.into = into;
      this.seen = new BitSet(members);
    }

    void addAll(long entry) {
      for (int rank = 0; rank < SlotTable.RANKS; rank++) {
        int member = SlotTable.member(entry, rank);
        if (member != SlotTable.NOBODY) {
          add(member);
        }
      }
    }

    void add(int member) {
      if (count < into.length && !seen.get(member)) {
        seen.set(member);
        into[count++] = member;
      }
    }
  }

  @Override
  public long digest() {
    return digest;
  }

  @Override
  public double share(int member) {
    return (double) owned[member] / settings.count();
  }

  @Override
  public KeySpace keySpace() {
    if (table.length == 0) {
      return new KeySpace(coordinate(), new long[0], new int[0]);
    }
    int[] owners = new int[table.length];
    Arrays.setAll(owners, slot -> SlotTable.member(table[slot], 0));
    return KeySpace.ofCells(coordinate(), owners);
  }

  private String coordinate() {
    return "xxh3 mixed, seed " + settings.seed();
  }

  @Override
  public long sizeInBytes() {
    return 8L * table.length + displaced.size() / Byte.SIZE + (4L + 8L + 4L) * membership.size();
  }
}
