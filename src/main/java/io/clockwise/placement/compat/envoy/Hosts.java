package io.clockwise.placement.compat.envoy;

import io.clockwise.model.placement.EnvoySettings.Locality;
import io.clockwise.model.placement.Member;
import io.clockwise.placement.Membership;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The open members as Envoy lists them, with their normalized weights. */
final class Hosts {
  private final int[] members;
  private final double[] weights;

  private Hosts(int[] members, double[] weights) {
    this.members = members;
    this.weights = weights;
  }

  /**
   * Returns the hosts of a membership.
   *
   * @param localities groups with weights of their own, in their order; empty: all are one group
   * @throws IllegalArgumentException when there are localities and a member with a weight is in
   *     none of them, or a member is in two
   */
  static Hosts of(Membership membership, List<Locality> localities) {
    double[] weights = new double[membership.size()];
    if (localities.isEmpty()) {
      int[] all = IntStream.range(0, membership.size()).filter(membership::places).toArray();
      normalize(membership, all, 1, weights);
      return new Hosts(all, weights);
    }
    int[] localityOf = localityOf(membership, localities);
    double sum = localities.stream().mapToLong(Locality::weight).sum();
    IntStream listed = IntStream.empty();
    for (int i = 0; i < localities.size(); i++) {
      int locality = i;
      if (localities.get(i).weight() > 0) {
        int[] group =
            IntStream.range(0, membership.size())
                .filter(member -> localityOf[member] == locality && membership.places(member))
                .toArray();
        normalize(membership, group, localities.get(i).weight() / sum, weights);
        listed = IntStream.concat(listed, IntStream.of(group));
      }
    }
    return new Hosts(listed.toArray(), weights);
  }

  private static int[] localityOf(Membership membership, List<Locality> localities) {
    Map<String, Integer> byId = new HashMap<>();
    for (int i = 0; i < localities.size(); i++) {
      for (String id : localities.get(i).backends()) {
        if (byId.put(id, i) != null) {
          throw new IllegalArgumentException("backend '" + id + "' is in two localities");
        }
      }
    }
    int[] localityOf = new int[membership.size()];
    for (int member = 0; member < localityOf.length; member++) {
      Member one = membership.members().get(member);
      localityOf[member] = byId.getOrDefault(one.id(), -1);
      if (localityOf[member] < 0 && one.weight() > 0) {
        throw new IllegalArgumentException(
            "backend '" + one.id() + "' is in no locality: list it in one, or give none at all");
      }
    }
    return localityOf;
  }

  private static void normalize(Membership of, int[] group, double locality, double[] into) {
    double sum = IntStream.of(group).mapToLong(of::weight).sum();
    for (int member : group) {
      into[member] = of.weight(member) * locality / sum;
    }
  }

  int size() {
    return members.length;
  }

  int member(int host) {
    return members[host];
  }

  double weight(int member) {
    return weights[member];
  }

  /** Returns the weights by member, 0 for those that are no hosts. */
  double[] weights() {
    return weights.clone();
  }

  /** Returns the smallest weight of a host; 1 when there is none. */
  double smallest() {
    return IntStream.of(members).mapToDouble(member -> weights[member]).min().orElse(1);
  }
}
