package io.clockwise.model.placement.limits;

import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.model.placement.KetamaSettings;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.NginxSettings;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.SeedSettings;
import io.clockwise.model.placement.VertxConsistentHashing;
import java.util.List;

/**
 * How many points, or entries of a table, settings draw over backends.
 *
 * @param noun what is counted, such as {@code points}
 * @param how where the number comes from
 * @param hint how to get along with fewer
 */
record PointCount(long total, String noun, String how, String hint) {
  /** The most that may be drawn. */
  static final int MOST = 1 << 22;

  private static final int NGINX_POINTS = 160;
  private static final int HAPROXY_POINTS = 16;
  private static final int KETAMA_POINTS = 160;
  private static final int PLAIN_LIBMEMCACHED_POINTS = 100;
  private static final String POINTS = "points";
  static final String DIVIDE = "divide the weights by a common number";
  private static final PointCount NONE = new PointCount(0, POINTS, "", "");

  static PointCount of(PlacementSettings settings, List<Member> members) {
    if (settings instanceof OwnSettings own) {
      return own(own, members);
    }
    if (settings instanceof SeedSettings seed) {
      return seed(seed, members);
    }
    if (settings instanceof NginxSettings.HashConsistent
        || settings instanceof NginxSettings.PingoraKetama) {
      return weights(members, NGINX_POINTS, "");
    }
    if (settings instanceof HaproxySettings.Consistent) {
      return weights(members, HAPROXY_POINTS, "");
    }
    if (settings instanceof HaproxySettings.MapBased) {
      return units(
          members, weights(members) / Math.max(1, divisor(members)), "entries of the table");
    }
    if (settings instanceof EnvoySettings.RingHashPolicy envoy) {
      return EnvoyRing.count(envoy, members);
    }
    if (settings instanceof KetamaSettings ketama) {
      return ketama(ketama, members);
    }
    return settings instanceof VertxConsistentHashing vertx
        ? backends(members.size(), vertx.virtualNodes(), "lower placement.virtualNodes")
        : NONE;
  }

  private static PointCount own(OwnSettings settings, List<Member> members) {
    if (settings instanceof OwnSettings.Ring ring) {
      return weights(members, ring.pointsPerWeight(), "placement.pointsPerWeight");
    }
    if (settings instanceof OwnSettings.MultiProbe) {
      return units(members, weights(members), POINTS);
    }
    return settings instanceof OwnSettings.Jump
        ? units(members, weights(members), "buckets")
        : NONE;
  }

  private static PointCount seed(SeedSettings settings, List<Member> members) {
    if (settings instanceof SeedSettings.CRing ring) {
      PointCount all = weights(members, ring.virtualNodes(), "placement.virtualNodes");
      return ring.capacity() == 0 ? all : NONE; // the capacity is within bounds
    }
    int virtualNodes = ((SeedSettings.RustRing) settings).virtualNodes();
    return virtualNodes == 0 ? NONE : weights(members, virtualNodes, "placement.virtualNodes");
  }

  private static PointCount ketama(KetamaSettings settings, List<Member> members) {
    boolean plain =
        settings instanceof KetamaSettings.Libmemcached
            && members.stream().allMatch(member -> member.weight() <= 1);
    long placed = members.stream().filter(member -> member.weight() > 0).count();
    return backends(placed, plain ? PLAIN_LIBMEMCACHED_POINTS : KETAMA_POINTS, "split the pool");
  }

  private static PointCount weights(List<Member> members, int each, String setting) {
    long weights = weights(members);
    String how = "weights " + weights + " x " + each;
    String hint = DIVIDE + (setting.isEmpty() ? "" : " or lower " + setting);
    return new PointCount(weights * each, POINTS, how, hint);
  }

  private static PointCount units(List<Member> members, long total, String noun) {
    return new PointCount(total, noun, "weights " + weights(members), DIVIDE);
  }

  private static PointCount backends(long count, int each, String hint) {
    return new PointCount(count * each, POINTS, "backends " + count + " x " + each, hint);
  }

  private static long weights(List<Member> members) {
    return members.stream().mapToLong(Member::weight).sum();
  }

  private static int divisor(List<Member> members) {
    int divisor = 0;
    for (Member member : members) {
      int rest = member.weight();
      while (rest != 0) {
        int next = divisor % rest;
        divisor = rest;
        rest = next;
      }
    }
    return divisor;
  }
}
