package io.clockwise.placement.compat;

import io.clockwise.model.placement.VertxConsistentHashing;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.VertxHash;
import io.clockwise.placement.ring.PointDraw;
import io.clockwise.placement.ring.RingPlacement;

/**
 * The consistent-hashing load balancer of Vert.x 5: point i of a server is the {@link VertxHash} of
 * {@code host:port-i}, without weights; the last of equal points wins. Half of all keys and points
 * fall on 128 values, so shares are uneven: good for compatibility only.
 *
 * <p>Source: vertx-core 5.0.7, observed.
 */
final class VertxRing {
  private VertxRing() {}

  /** Draws the ring, in positions: these have the order of the hashes but keys spread evenly. */
  static Placement build(VertxConsistentHashing settings, Membership members) {
    int count = settings.virtualNodes();
    if (count < 1 || count > VertxConsistentHashing.MAX_VIRTUAL_NODES) {
      throw new IllegalArgumentException(
          String.format(
              "virtualNodes %d is not between 1 and %d",
              count, VertxConsistentHashing.MAX_VIRTUAL_NODES));
    }
    PointDraw draw = new PointDraw((long) count * members.size(), "lower virtualNodes");
    for (int member = 0; member < members.size(); member++) {
      if (members.places(member)) {
        String name = members.members().get(member).name();
        draw.addNumbered(member, name, '-', count, VertxRing::position);
      }
    }
    return new RingPlacement(
        members, draw.ring(Long.SIZE).lastOfEqual(), VertxRing::position, "vertx hash");
  }

  private static long position(byte[] bytes, int offset, int length) {
    return VertxHash.position(VertxHash.hash(bytes, offset, length));
  }
}
