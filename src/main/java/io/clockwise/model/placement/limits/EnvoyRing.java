package io.clockwise.model.placement.limits;

import io.clockwise.model.placement.EnvoySettings.Locality;
import io.clockwise.model.placement.EnvoySettings.RingHashPolicy;
import io.clockwise.model.placement.Member;
import java.util.List;

/**
 * How large Envoy's ring becomes: it grows until the smallest share has whole points, so that one
 * light backend among heavy ones makes a large ring.
 */
final class EnvoyRing {
  private EnvoyRing() {}

  /** Returns the points of a ring over all members that have a weight. */
  static PointCount count(RingHashPolicy settings, List<Member> members) {
    double smallest =
        settings.localities().isEmpty()
            ? smallest(members, 1)
            : smallestOfLocalities(settings.localities(), members);
    double scale = Math.ceil(smallest * settings.minimumRingSize()) / smallest;
    long points = (long) Math.ceil(Math.min(scale, settings.maximumRingSize()));
    return new PointCount(
        points,
        "points",
        String.format("the smallest share is %.2g", smallest),
        "lower placement.maximumRingSize, as the original then must too, or give weights that are"
            + " closer together");
  }

  private static double smallestOfLocalities(List<Locality> localities, List<Member> members) {
    double sum = localities.stream().mapToLong(Locality::weight).sum();
    double smallest = 1;
    for (Locality locality : localities) {
      if (locality.weight() > 0) {
        List<Member> group =
            members.stream().filter(m -> locality.backends().contains(m.id())).toList();
        smallest = Math.min(smallest, smallest(group, locality.weight() / sum));
      }
    }
    return smallest;
  }

  private static double smallest(List<Member> group, double share) {
    long sum = group.stream().mapToLong(Member::weight).sum();
    return group.stream()
        .filter(member -> member.weight() > 0)
        .mapToDouble(member -> member.weight() * share / sum)
        .min()
        .orElse(1);
  }
}
