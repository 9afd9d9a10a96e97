package io.clockwise.placement.measure;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.model.placement.RingHash;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.KeySpace;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.placement.build.Placements;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Placements as the tests of this package need them. */
final class Pools {
  private Pools() {}

  /** Returns a ring of members {@code b0}, {@code b1}, ... with these weights. */
  static Placement ring(int pointsPerWeight, int... weights) {
    return ring(
        pointsPerWeight,
        IntStream.range(0, weights.length).mapToObj(i -> new Member("b" + i, weights[i])).toList());
  }

  static Placement ring(int pointsPerWeight, List<Member> members) {
    return Placements.build(new Ring(RingHash.XXH3, pointsPerWeight), members);
  }

  /** Returns a filter that refuses the members of these ids. */
  static PlacementView without(Placement placement, String... closed) {
    List<String> ids = List.of(closed);
    return new PlacementView(
        placement, member -> !ids.contains(placement.members().get(member).id()));
  }

  /** Returns who owns the intervals that begin at these parts of the space; - is nobody. */
  static Cut cut(String owners, double... starts) {
    List<String> ids = Stream.of(owners.split(" ")).filter(o -> !o.equals("-")).distinct().toList();
    int[] who = Stream.of(owners.split(" ")).mapToInt(ids::indexOf).toArray();
    long[] from = new long[starts.length];
    for (int i = 0; i < starts.length; i++) {
      from[i] = (long) (starts[i] * 0x1p62) << 2;
    }
    return new Cut(
        ids.stream().map(id -> new Member(id, 1)).toList(), new KeySpace("test", from, who), 64);
  }

  /**
   * A placement by intervals, whose closed members' keys go to the next member in turn.
   *
   * @param hashBits 64 or fewer: the upper bits of the coordinate are the hash; 0: it is unrelated
   */
  record Cut(List<Member> members, KeySpace keySpace, int hashBits) implements Placement {
    Cut withHashBits(int bits) {
      return new Cut(members, keySpace, bits);
    }

    @Override
    public long hash(byte[] key, int offset, int length) {
      long hash = 0;
      for (int i = offset; i < offset + length; i++) {
        hash = (hash ^ key[i]) * 0x9e3779b97f4a7c15L;
        hash ^= hash >>> 29;
      }
      return hashBits == 0 ? hash : hash >>> 64 - hashBits;
    }

    @Override
    public int pick(RoutingKey key, MemberFilter filter) {
      LongUnaryOperator unrelated = h -> Long.rotateLeft(h * 0xbf58476d1ce4e5b9L, 32);
      if (hashBits != 0 && hashBits < 64 && key.hash() >>> hashBits != 0) {
        throw new IllegalArgumentException("no hash of " + hashBits + " bits: " + key.hash());
      }
      long at = hashBits == 0 ? unrelated.applyAsLong(key.hash()) : key.hash() << 64 - hashBits;
      int interval = 0;
      while (interval + 1 < keySpace.starts().length
          && Long.compareUnsigned(keySpace.starts()[interval + 1], at) <= 0) {
        interval++;
      }
      int owner = keySpace.owners()[interval];
      for (int i = 0; owner >= 0 && i < members.size(); i++) {
        int member = (owner + i) % members.size();
        if (filter.accepts(member)) {
          return member;
        }
      }
      return -1;
    }

    @Override
    public long digest() {
      return 0xd19e57;
    }

    @Override
    public double share(int member) {
      return keySpace.shares(members.size())[member];
    }

    @Override
    public long sizeInBytes() {
      return 12L * keySpace.starts().length;
    }
  }

  /** A placement that does not say what intervals it cuts. */
  record Opaque(Placement of) implements Placement {
    @Override
    public List<Member> members() {
      return of.members();
    }

    @Override
    public long hash(byte[] key, int offset, int length) {
      return of.hash(key, offset, length);
    }

    @Override
    public int pick(RoutingKey key, MemberFilter filter) {
      return of.pick(key, filter);
    }

    @Override
    public long digest() {
      return of.digest();
    }

    @Override
    public double share(int member) {
      return of.share(member);
    }

    @Override
    public @Nullable KeySpace keySpace() {
      return null;
    }

    @Override
    public long sizeInBytes() {
      return of.sizeInBytes();
    }
  }
}
