package io.clockwise.placement.compat;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.KeySpace;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Membership;
import io.clockwise.placement.PlacedMembers;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.Crc32;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * {@code hash KEY} of nginx without {@code consistent}: 15 bits of CRC-32 modulo the total weight;
 * a useless peer makes it hash again with the number of the attempt before the key. Closed members
 * keep their weight.
 *
 * <p>Where nginx takes the next peer in turn (an empty key, a single peer, the 21st useless one),
 * this takes the first accepted member going round from one that the hash chooses.
 *
 * <p>Source: nginx 1.22.1, observed.
 */
final class NginxHash implements Placement {
  /** How many peers are looked at before they are taken in turn. */
  static final int ATTEMPTS = 21;

  private static final int VALUES = 1 << 15;
  private static final int[] SUMS_OF_NUMBERS = sumsOfNumbers();

  private final Membership membership;
  private final PlacedMembers peers;
  private final double[] shares;

  /** Lays the members end to end. */
  NginxHash(Membership membership) {
    this.membership = membership;
    this.peers = new PlacedMembers(membership);
    this.shares = peers.sharesOfRemainders(VALUES);
  }

  /** Returns the CRC-32 of each attempt's number in decimal; of nothing for the first. */
  private static int[] sumsOfNumbers() {
    int[] sums = new int[ATTEMPTS];
    for (int i = 1; i < sums.length; i++) {
      byte[] number = Integer.toString(i).getBytes(StandardCharsets.US_ASCII);
      sums[i] = (int) Crc32.hash(number, 0, number.length);
    }
    return sums;
  }

  @Override
  public List<Member> members() {
    return membership.members();
  }

  @Override
  public long hash(byte[] key, int offset, int length) {
    return Crc32.hash(key, offset, length);
  }

  @Override
  public boolean readsKey() {
    return true;
  }

  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    if (key.length() > 0 && peers.size() > 1) {
      int sum = 0;
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        sum += crc(key, attempt) >>> 16 & (VALUES - 1);
        int member = peers.at((sum & 0xffffffffL) % peers.totalWeight());
        if (filter.accepts(member)) {
          return member;
        }
      }
    }
    return peers.firstAccepted(key.hash(), filter);
  }

  private static int crc(RoutingKey key, int attempt) {
    return attempt == 0
        ? (int) key.hash()
        : Crc32.resume(SUMS_OF_NUMBERS[attempt], key.bytes(), key.offset(), key.length());
  }

  @Override
  public long digest() {
    return membership.digest();
  }

  @Override
  public double share(int member) {
    return shares[member];
  }

  @Override
  public KeySpace keySpace() {
    int[] owners = new int[VALUES];
    for (int value = 0; value < VALUES; value++) {
      owners[value] = peers.size() == 0 ? -1 : peers.at(value % peers.totalWeight());
    }
    return KeySpace.ofCells("crc32 of 15 bits", owners);
  }

  @Override
  public long sizeInBytes() {
    return 20L * membership.size();
  }
}
