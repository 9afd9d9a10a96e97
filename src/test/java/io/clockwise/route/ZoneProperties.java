package io.clockwise.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.MemberFilter;
import io.clockwise.route.walk.OwnZone;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.hot.HotKeys;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Any pool of two zones: who of it is down decides which keys stay, and nothing else does. */
class ZoneProperties {
  private static final int KEYS = 200;

  private final Meters meters = new Meters(1);

  /* Backends are near, far, and each may be down: at once, or in the second table only. */
  private PoolSnapshot pool(List<Integer> backends, int below, boolean later) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < backends.size(); i++) {
      int drawn = backends.get(i);
      boolean near = drawn % 2 == 0;
      boolean down = drawn / 2 % 4 == 0 || later && near && drawn / 2 % 4 == 1;
      texts.add("b" + i + (near ? "@x" : "@y") + "*" + (1 + drawn / 8) + (down ? "!down" : ""));
    }
    return Tables.pool(
        meters, WalkFixture.zone("x", below / 100.0), HotKeys.NONE, texts.toArray(String[]::new));
  }

  private static int first(PoolSnapshot pool, RoutingKey key, boolean near) {
    MemberFilter open = pool.openMembers();
    OwnZone zone = pool.backends().zone();
    return pool.placement()
        .pick(key, m -> open.accepts(m) && (!near || zone.isNear(pool.indexOfMember(m))));
  }

  private static boolean stays(PoolSnapshot pool, RoutingKey key) {
    return pool.plan().firstOpen(key) == first(pool, key, true);
  }

  private static boolean tells(PoolSnapshot pool, RoutingKey key) {
    int near = first(pool, key, true);
    return near >= 0 && near != first(pool, key, false);
  }

  @Property(tries = 200)
  void keysStayOrWalkAndThoseThatLeaveAreMoreTheFewerAreUp(
      @ForAll @Size(min = 1, max = 9) List<@IntRange(max = 31) Integer> backends,
      @ForAll @IntRange(min = 1, max = 100) int below,
      @ForAll long seed) {
    PoolSnapshot before = pool(backends, below, false);
    PoolSnapshot after = pool(backends, below, true);
    assertThat(after.backends().zone().share())
        .isLessThanOrEqualTo(before.backends().zone().share());
    for (int i = 0; i < KEYS; i++) {
      RoutingKey key = RoutingKey.ofHash(seed + i * 0x9e3779b97f4a7c15L);
      for (PoolSnapshot pool : List.of(before, after)) {
        int any = first(pool, key, false);
        assertThat(pool.plan().firstOpen(key))
            .isIn(any, stays(pool, key) ? first(pool, key, true) : any);
        if (pool.backends().zone().share() == 1 && first(pool, key, true) >= 0) {
          assertThat(stays(pool, key)).isTrue();
        }
      }
      if (tells(before, key) && tells(after, key) && stays(after, key)) {
        assertThat(stays(before, key)).isTrue();
      }
      int there = before.plan().firstOpen(key);
      boolean stayed = tells(before, key) && stays(before, key) && stays(after, key);
      if (stayed && after.openMembers().accepts(there)) {
        assertThat(after.plan().firstOpen(key)).isEqualTo(there);
      }
    }
  }
}
