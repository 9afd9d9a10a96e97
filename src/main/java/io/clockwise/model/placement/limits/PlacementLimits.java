package io.clockwise.model.placement.limits;

import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.NginxSettings;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RedisClusterSlot;
import java.util.ArrayList;
import java.util.List;

/** Whether settings and the backends of a pool fit together. */
public final class PlacementLimits {
  /** The most backends that a placement may have. */
  public static final int MAX_BACKENDS = 65_535;

  private static final long MAX_MAP_WORK = 1L << 30;
  private static final String BACKENDS = "backends";

  private PlacementLimits() {}

  /**
   * Returns every limit that is broken; none: a placement can be built.
   *
   * @param members all backends of the pool, in its order, ids unique
   */
  public static List<LimitBreach> breaches(PlacementSettings settings, List<Member> members) {
    List<LimitBreach> found = new ArrayList<>();
    backends(settings, members, found);
    points(settings, members, found);
    if (settings instanceof OwnSettings.Slots slots) {
      slots(slots, members, found);
    } else if (settings instanceof OwnSettings.Anchor anchor) {
      anchor(anchor, members, found);
    } else if (settings instanceof EnvoySettings envoy) {
      NamedBackends.checkLocalities(envoy.localities(), members, found);
    } else if (settings instanceof HaproxySettings.Consistent) {
      ServerNames.checkHaproxy(members, found);
    } else if (settings instanceof HaproxySettings.MapBased) {
      mapWork(members, found);
    } else if (settings instanceof NginxSettings.PingoraKetama) {
      ServerNames.checkPingora(members, found);
    } else if (settings instanceof RedisClusterSlot redis) {
      NamedBackends.checkRanges(redis.ranges(), members, found);
    }
    return found;
  }

  /** Tells whether backends without a weight have a place, too, because positions count. */
  private static boolean listsAll(PlacementSettings settings) {
    return !(settings instanceof OwnSettings)
        || settings instanceof OwnSettings.Jump
        || settings instanceof OwnSettings.Anchor;
  }

  private static void backends(
      PlacementSettings settings, List<Member> members, List<LimitBreach> found) {
    boolean all = listsAll(settings);
    long placed = all ? members.size() : members.stream().filter(m -> m.weight() > 0).count();
    if (placed > MAX_BACKENDS) {
      String given = placed + (all ? " backends" : " backends of a weight above 0");
      found.add(new LimitBreach(BACKENDS, given, "at most " + MAX_BACKENDS, "split the pool"));
    }
  }

  private static void points(
      PlacementSettings settings, List<Member> members, List<LimitBreach> found) {
    PointCount count = PointCount.of(settings, members);
    if (count.total() > PointCount.MOST) {
      String given = count.total() + " " + count.noun() + " (" + count.how() + ")";
      String expected = "at most " + PointCount.MOST + " " + count.noun();
      found.add(new LimitBreach(BACKENDS, given, expected, count.hint()));
    }
  }

  /** Each slot of HAProxy's map asks every backend. */
  private static void mapWork(List<Member> members, List<LimitBreach> found) {
    PointCount count = PointCount.of(HaproxySettings.MapBased.DEFAULT, members);
    if (count.total() <= PointCount.MOST && count.total() * members.size() > MAX_MAP_WORK) {
      String given = count.total() + " " + count.noun() + " for " + members.size() + " backends";
      String expected = "at most " + MAX_MAP_WORK + " as their product";
      found.add(new LimitBreach(BACKENDS, given, expected, count.hint() + " or split the pool"));
    }
  }

  private static void slots(
      OwnSettings.Slots slots, List<Member> members, List<LimitBreach> found) {
    SlotShare.smallest(slots, members)
        .filter(share -> share.isBelow(1))
        .ifPresent(
            share ->
                found.add(
                    new LimitBreach(
                        BACKENDS,
                        share.text(),
                        "a share of at least 1 slot for each backend",
                        share.advice(1))));
  }

  private static void anchor(
      OwnSettings.Anchor anchor, List<Member> members, List<LimitBreach> found) {
    if (members.size() > anchor.capacity()) {
      found.add(
          new LimitBreach(
              "placement.capacity",
              anchor.capacity() + " for " + members.size() + " backends",
              "at least as many as there are backends, those of weight 0 among them",
              "another capacity moves keys: leave room for those to come"));
    }
  }
}
