package io.clockwise.placement.compat.envoy;

import io.clockwise.model.placement.EnvoySettings.HashFunction;
import io.clockwise.model.placement.EnvoySettings.RingHashPolicy;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.ByteHash;
import io.clockwise.placement.hash.MurmurHash2;
import io.clockwise.placement.hash.XxHash64;
import io.clockwise.placement.ring.PointRing;
import io.clockwise.placement.ring.RingPlacement;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Draws the ring of Envoy's {@code ring_hash}: as many points a host as its normalized weight says,
 * fractions carried over to the next host. Keys are hashed by xxHash64 whatever the function of the
 * points.
 */
final class HashRing {
  private HashRing() {}

  static Placement build(RingHashPolicy settings, Membership membership, Hosts hosts) {
    int[] counts = counts(settings, hosts);
    int total = Arrays.stream(counts).sum();
    long[] points = new long[total];
    char[] owners = new char[total];
    ByteHash hash =
        settings.hashFunction() == HashFunction.XX_HASH ? XxHash64::hash : MurmurHash2::hash;
    int at = 0;
    for (int host = 0; host < counts.length; host++) {
      int member = hosts.member(host);
      String prefix = membership.members().get(member).name() + '_';
      for (int i = 0; i < counts[host]; i++) {
        byte[] text = (prefix + i).getBytes(StandardCharsets.UTF_8);
        owners[at] = (char) member;
        points[at++] = hash.hash(text, 0, text.length);
      }
    }
    PointRing ring = PointRing.sorted(points, owners, Long.SIZE);
    return RingPlacement.ofPointsOnly(membership, ring, XxHash64::hash, "xxh64");
  }

  private static int[] counts(RingHashPolicy settings, Hosts hosts) {
    int least = settings.minimumRingSize();
    int most = settings.maximumRingSize();
    if (least < 0 || most < least || most > RingHashPolicy.MAX_RING_SIZE) {
      throw new IllegalArgumentException(
          String.format(
              "minimumRingSize %d and maximumRingSize %d are not in order between 0 and %d",
              least, most, RingHashPolicy.MAX_RING_SIZE));
    }
    double smallest = hosts.smallest();
    double scale = Math.min(Math.ceil(smallest * least) / smallest, most);
    if (scale > RingHashPolicy.MAX_POINTS) {
      throw new IllegalArgumentException(
          String.format(
              "the ring would have %.0f points, more than %d, since the smallest share is %.2g:"
                  + " lower maximumRingSize or give weights that are closer together",
              scale, RingHashPolicy.MAX_POINTS, smallest));
    }
    int[] counts = new int[hosts.size()];
    double target = 0;
    double current = 0; // binary64 like the target, as in Envoy
    for (int host = 0; host < counts.length; host++) {
      target += scale * hosts.weight(hosts.member(host));
      while (current < target) {
        counts[host]++;
        current++;
      }
    }
    return counts;
  }
}
