package io.clockwise.placement.compat.envoy;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.KeySpace;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A ring or table of Envoy together with the hosts that it was built over. */
public final class EnvoyPlacement implements Placement {
  private final Placement lookup;
  private final Hosts hosts;

  EnvoyPlacement(Placement lookup, Hosts hosts) {
    this.lookup = lookup;
    this.hosts = hosts;
  }

  /** Returns how many hosts there are: the members that are placed. */
  public int hosts() {
    return hosts.size();
  }

  /** Returns the member that a host is, by its index in Envoy's order. */
  public int host(int index) {
    return hosts.member(index);
  }

  /** Returns the weight of a member after normalization, 0 to 1; 0 when it is no host. */
  public double normalizedWeight(int member) {
    return hosts.weight(member);
  }

  @Override
  public List<Member> members() {
    return lookup.members();
  }

  @Override
  public long hash(byte[] key, int offset, int length) {
    return lookup.hash(key, offset, length);
  }

  @Override
  public int pick(RoutingKey key, MemberFilter filter) {
    return lookup.pick(key, filter);
  }

  @Override
  public int candidates(RoutingKey key, int[] into) {
    return lookup.candidates(key, into);
  }

  @Override
  public long digest() {
    return lookup.digest();
  }

  @Override
  public double share(int member) {
    return lookup.share(member);
  }

  @Override
  public @Nullable KeySpace keySpace() {
    return lookup.keySpace();
  }

  @Override
  public long sizeInBytes() {
    return lookup.sizeInBytes();
  }
}
