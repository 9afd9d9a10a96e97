package io.clockwise.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.RoutingKey;
import io.clockwise.telemetry.Meters;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class PickAgainTest {
  private static final IntPredicate ANY = index -> true;

  private final Meters meters = new Meters(1);
  private final Router router = new Router(0, meters, new Random(7));

  private PoolSnapshot pool(String... backends) {
    return Tables.pool("p", meters, backends);
  }

  @Test
  void aKeyGoesToItsFirstCandidateThatIsOpenNow() {
    PoolSnapshot own = pool("a", "b", "c!maint");
    RoutingTable now = Tables.tableOf(2, pool("a!maint", "b", "c", "d"));
    int[] ranked = new int[3];
    for (int i = 0; i < 200; i++) {
      RoutingKey key = RoutingKey.ofHash(i * 0x9e3779b97f4a7c15L);
      own.placement().candidates(key, ranked);
      int expected = ranked[0] == 0 ? ranked[1] : ranked[0];
      assertThat(router.pickAgain(own, now, key, ANY)).isEqualTo(expected);
    }
  }

  @Test
  void theOwnTableMayBeTheNewest() {
    PoolSnapshot own = pool("a", "b!maint");
    assertThat(router.pickAgain(own, Tables.tableOf(1, own), RoutingKey.ofHash(42), ANY)).isZero();
    assertThat(router.pickAgain(own, Tables.tableOf(1, own), null, ANY)).isZero();
  }

  @Test
  void nobodyIsPickedWhenAllAreClosedGoneOrWithoutWeight() {
    PoolSnapshot own = pool("a", "b", "c*0");
    PoolSnapshot[] latest = {
      pool("a!maint", "b!drain", "c*0"), pool("x", "c*0"), pool("a*0", "b!maint", "c*5")
    };
    for (PoolSnapshot pool : latest) {
      RoutingTable now = Tables.tableOf(2, pool);
      assertThat(router.pickAgain(own, now, RoutingKey.ofHash(42), ANY)).isEqualTo(-1);
      assertThat(router.pickAgain(own, now, null, ANY)).isEqualTo(-1);
    }
    assertThat(router.pickAgain(own, Tables.tableOf(2), RoutingKey.ofHash(42), ANY)).isEqualTo(-1);
    assertThat(router.pickAgain(own, Tables.tableOf(2), null, ANY)).isEqualTo(-1);
  }

  @Test
  void withoutAKeyAnyOpenOneWillDo() {
    PoolSnapshot own = pool("a", "b", "c", "d*0");
    RoutingTable now = Tables.tableOf(2, pool("a", "b!maint", "c", "d*0"));
    Set<Integer> picked = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      picked.add(router.pickAgain(own, now, null, ANY));
    }
    assertThat(picked).containsExactlyInAnyOrder(0, 2);
  }

  @Test
  void whatWasTriedIsSkippedUntilNobodyIsLeft() {
    PoolSnapshot own = pool("a", "b", "c");
    RoutingTable now = Tables.tableOf(1, own);
    RoutingKey key = RoutingKey.ofHash(42);
    int[] ranked = new int[3];
    own.placement().candidates(key, ranked);
    BitSet tried = new BitSet();
    for (int candidate : ranked) {
      assertThat(router.pickAgain(own, now, key, i -> !tried.get(i))).isEqualTo(candidate);
      tried.set(candidate);
    }
    assertThat(router.pickAgain(own, now, key, i -> !tried.get(i))).isEqualTo(-1);
    assertThat(router.pickAgain(own, now, null, i -> !tried.get(i))).isEqualTo(-1);
    tried.clear(1);
    assertThat(router.pickAgain(own, now, null, i -> !tried.get(i))).isEqualTo(1);
  }

  @Test
  void stillOpenIsSaidByTheNewestTable() {
    PoolSnapshot own = pool("a", "b", "c!maint");
    RoutingTable now = Tables.tableOf(2, pool("A", "b!maint", "c", "a"));
    assertThat(Router.isStillOpen(own, 0, now, false)).isTrue();
    assertThat(Router.isStillOpen(own, 1, now, false)).isFalse();
    assertThat(Router.isStillOpen(own, 2, now, false)).isTrue();
    assertThat(Router.isStillOpen(own, 0, Tables.tableOf(3, pool("b")), false)).isFalse();
    assertThat(Router.isStillOpen(own, 0, Tables.tableOf(3), false)).isFalse();
    assertThat(Router.isStillOpen(own, 2, Tables.tableOf(1, own), false)).isFalse();
  }

  @Test
  void whatIsKnownMayStayWhereNothingNewComes() {
    PoolSnapshot own = pool("a", "b", "c");
    RoutingTable now = Tables.tableOf(2, pool("a!drain", "b!maint", "c"));
    assertThat(Router.isStillOpen(own, 0, now, false)).isFalse();
    assertThat(Router.isStillOpen(own, 0, now, true)).isTrue();
    assertThat(Router.isStillOpen(own, 1, now, true)).isFalse();
    assertThat(Router.isStillOpen(own, 2, now, true)).isTrue();
  }
}
