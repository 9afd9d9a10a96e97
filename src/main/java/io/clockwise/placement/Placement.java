package io.clockwise.placement;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who owns a key: an immutable function from a key to ranked members.
 *
 * <p>Our own algorithms depend on the set of members and the settings alone, never on order,
 * address, history or health; foreign ones depend on what their originals depend on. Members are
 * known by their index in {@link #members()}.
 */
public interface Placement {

  /** Returns the members: sorted by the unsigned UTF-8 bytes of their ids, or as listed. */
  List<Member> members();

  /** Returns the hash by which this placement knows a key; the empty key is a normal key. */
  long hash(byte[] key, int offset, int length);

  /** Makes a key of these bytes, which are not copied. */
  default RoutingKey key(byte[] bytes) {
    return new RoutingKey().set(bytes, 0, bytes.length, hash(bytes, 0, bytes.length));
  }

  /** Tells whether a lookup reads the key's bytes besides its hash. */
  default boolean readsKey() {
    return false;
  }

  /**
   * Returns the best-ranked member that the filter accepts, or -1. Allocates nothing.
   *
   * @param key with the hash that {@link #hash} gives it
   */
  int pick(RoutingKey key, MemberFilter filter);

  /**
   * Writes the distinct candidates of a key in rank order, rank 0 being the owner. This one asks
   * {@link #pick} for each with the ones before it refused.
   *
   * @param into receives member indexes; filled up to its length or the number of candidates
   * @return how many were written
   */
  default int candidates(RoutingKey key, int[] into) {
    BitSet seen = new BitSet(members().size());
    int found = 0;
    while (found < into.length) {
      int next = pick(key, member -> !seen.get(member));
      if (next < 0) {
        break;
      }
      seen.set(next);
      into[found++] = next;
    }
    return found;
  }

  /** Returns the fingerprint: equal fingerprints mean equal placement on every instance. */
  long digest();

  /** Returns the share of the key space that a member owns, 0 to 1. */
  double share(int member);

  /** Returns the key space cut by owner; null when it cannot be cut into intervals. */
  default @Nullable KeySpace keySpace() {
    return null;
  }

  /** Returns the bytes of memory that the lookup structure takes, without the members' ids. */
  long sizeInBytes();
}
