package io.clockwise.placement;

import io.clockwise.model.Member;
import java.util.List;

/**
 * Who owns a key: an immutable function from a key's hash to ranked members.
 *
 * <p>It depends on the set of members and the settings alone, never on order, address, history or
 * health. Members are known by their index in {@link #members()}.
 */
public interface Placement {

  /** Returns the members, sorted by the unsigned UTF-8 bytes of their ids. */
  List<Member> members();

  /** Returns the hash by which this placement knows a key; the empty key is a normal key. */
  long hash(byte[] key, int offset, int length);

  /**
   * Returns the best-ranked member that the filter accepts, or -1. Allocates nothing.
   *
   * @param keyHash as {@link #hash} gives it
   */
  int pick(long keyHash, MemberFilter filter);

  /**
   * Writes the distinct candidates of a key in rank order, rank 0 being the owner.
   *
   * @param into receives member indexes; filled up to its length or the number of members
   * @return how many were written
   */
  int candidates(long keyHash, int[] into);

  /** Returns the fingerprint: equal fingerprints mean equal placement on every instance. */
  long digest();

  /** Returns the share of the key space that a member owns, 0 to 1. */
  double share(int member);

  /** Returns the bytes of memory that the lookup structure takes, without the members' ids. */
  long sizeInBytes();
}
