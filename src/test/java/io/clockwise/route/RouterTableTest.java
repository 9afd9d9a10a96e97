package io.clockwise.route;

import static io.clockwise.route.Tables.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.KeySource;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.OnUnavailable;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.telemetry.Meters;
import io.clockwise.testkit.Allocation;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Keys that stay where they were, decided by a pool with a table. */
class RouterTableTest {
  private static final int KEYS = 10_000;
  private static final long IDLE = 60_000;
  private static final String[] TEN = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
  private static final String[] ELEVEN = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"};
  private static final SessionConfig TABLE =
      SessionConfig.DEFAULT.withAffinity(
          new AffinityConfig.Table(Duration.ofMillis(IDLE), 100_000));

  private final Meters meters = new Meters(2);
  private final Router[] loops = {
    new Router(0, meters, new Random(1)), new Router(1, meters, new Random(2))
  };
  private long epoch;

  private RoutingTable table(long when, String... backends) {
    return table(TABLE, when, backends);
  }

  private RoutingTable table(SessionConfig session, long when, String... backends) {
    KeySource user = new KeySource.Header("X-User", null);
    return Tables.table(
        ++epoch,
        CompiledRoute.of(
            Tables.route(MatchConfig.ANY, MissingKeyPolicy.LEAST_REQUESTS, user),
            Tables.pool("p", meters, session, when, backends)));
  }

  private Decision decide(RoutingTable table, int loop, int key, long when) {
    return loops[loop].decide(table, new Facts().field("X-User", "user" + key), when);
  }

  private static String id(Decision made) {
    PoolSnapshot pool = made.pool();
    assertThat(pool).isNotNull();
    return made.backend() < 0 ? "" : pool.backend(made.backend()).id();
  }

  private String[] all(RoutingTable table, long when) {
    String[] ids = new String[KEYS];
    for (int key = 0; key < KEYS; key++) {
      ids[key] = id(decide(table, key % 2, key, when));
    }
    return ids;
  }

  private static int differing(String[] one, String[] other) {
    int count = 0;
    for (int i = 0; i < KEYS; i++) {
      count += one[i].equals(other[i]) ? 0 : 1;
    }
    return count;
  }

  private String[] owners(RoutingTable table) {
    Router fresh = new Router(0, new Meters(1), new Random(1));
    PoolSnapshot pool = table.routes().get(0).pools().get(0);
    String[] ids = new String[KEYS];
    for (int key = 0; key < KEYS; key++) {
      Decision made = fresh.look(table, new Facts().field("X-User", "user" + key), NOW);
      ids[key] = pool.backend(made.owner()).id();
    }
    return ids;
  }

  @Test
  void noLiveKeyMovesWhenABackendIsAdded() {
    RoutingTable ten = table(NOW, TEN);
    String[] before = all(ten, NOW);
    assertThat(before).isEqualTo(owners(ten));
    RoutingTable eleven = table(NOW + 10_000, ELEVEN);
    int moved = differing(before, owners(eleven));
    assertThat(moved).isBetween(KEYS / 20, KEYS / 6);
    for (long when = NOW + 20_000; when < NOW + 10 * IDLE; when += IDLE / 2) {
      assertThat(differing(before, all(eleven, when))).isZero();
    }
    assertThat(meters.loop(0).affinity().pins() + meters.loop(1).affinity().pins())
        .isPositive()
        .isEqualTo(moved * 20L);
  }

  @Test
  void newKeysUseTheNewPlacement() {
    RoutingTable ten = table(NOW, TEN);
    all(ten, NOW);
    RoutingTable eleven = table(NOW + 10_000, ELEVEN);
    int onNew = 0;
    for (int key = KEYS; key < 2 * KEYS; key++) {
      Decision made = decide(eleven, key % 2, key, NOW + 20_000);
      assertThat(made.backend()).isEqualTo(made.owner());
      assertThat(made.chosenBy()).isEqualTo(ChosenBy.PLACEMENT);
      onNew += id(made).equals("k") ? 1 : 0;
    }
    assertThat(onNew).isBetween(KEYS / 20, KEYS / 6);
  }

  @Test
  void aPinEndsWhenItsKeyStaysAway() {
    RoutingTable ten = table(NOW, TEN);
    all(ten, NOW);
    RoutingTable eleven = table(NOW + 10_000, ELEVEN);
    String[] owners = owners(eleven);
    assertThat(differing(owners, all(eleven, NOW + IDLE))).isPositive();
    assertThat(differing(owners, all(eleven, NOW + 2 * IDLE + 1000))).isZero();
  }

  @Test
  void aKeyStaysWhicheverLoopItComesTo() {
    RoutingTable ten = table(NOW, TEN);
    String[] before = all(ten, NOW);
    RoutingTable eleven = table(NOW + 10_000, ELEVEN);
    for (int round = 1; round < 10; round++) {
      for (int key = 0; key < KEYS; key++) {
        assertThat(id(decide(eleven, (key + round) % 2, key, NOW + round * 20_000L)))
            .isEqualTo(before[key]);
      }
    }
  }

  @Test
  void whatAnotherLoopHasBoundAnewHolds() {
    RoutingTable ten = table(NOW, TEN);
    int key = keyOf("b", ten);
    assertThat(id(decide(ten, 0, key, NOW))).isEqualTo("b");
    RoutingTable without = table(NOW + 10_000, "a", "b!maint", "c", "d");
    String instead = id(decide(without, 1, key, NOW + 20_000));
    assertThat(instead).isNotEqualTo("b");
    RoutingTable again = table(NOW + 25_000, TEN);
    assertThat(id(decide(again, 0, key, NOW + 30_000))).isEqualTo(instead);
    assertThat(id(decide(again, 1, key, NOW + 31_000))).isEqualTo(instead);
  }

  private int keyOf(String backend, RoutingTable table) {
    String[] owners = owners(table);
    for (int key = 0; key < KEYS; key++) {
      if (owners[key].equals(backend)) {
        return key;
      }
    }
    throw new AssertionError("no key of " + backend);
  }

  @Test
  void aPinIsSaid() {
    RoutingTable ten = table(NOW, TEN);
    RoutingTable eleven = table(NOW + 10_000, ELEVEN);
    int key = keyOf("k", eleven);
    String before = id(decide(ten, 0, key, NOW));
    Decision made = decide(eleven, 0, key, NOW + 20_000);
    assertThat(made.chosenBy()).isEqualTo(ChosenBy.TABLE);
    assertThat(id(made)).isEqualTo(before);
    assertThat(ELEVEN[made.owner()]).isEqualTo("k");
    assertThat(made.verdict()).isNull();
  }

  @Test
  void drainKeepsWhatIsKnownAndTakesNothingNew() {
    RoutingTable ten = table(NOW, "a", "b", "c");
    RoutingTable draining = table(NOW + 10_000, "a", "b!drain", "c");
    int known = keyOf("b", ten);
    int fresh = known + 1;
    while (!owners(ten)[fresh].equals("b")) {
      fresh++;
    }
    decide(ten, 0, known, NOW);
    for (int round = 1; round < 5; round++) {
      Decision stays = decide(draining, 0, known, NOW + round * 20_000);
      assertThat(id(stays)).isEqualTo("b");
      assertThat(stays.chosenBy()).isEqualTo(ChosenBy.TABLE);
      assertThat(id(decide(draining, 0, fresh, NOW + round * 20_000))).isNotEqualTo("b");
    }
    String instead = id(decide(draining, 0, fresh, NOW + 100_000));
    RoutingTable over = table(NOW + 100_000, "a", "b!over", "c");
    assertThat(id(decide(over, 0, known, NOW + 110_000))).isNotEqualTo("b");
    RoutingTable back = table(NOW + 115_000, "a", "b", "c");
    assertThat(id(decide(back, 0, fresh, NOW + 120_000))).isEqualTo(instead);
  }

  @Test
  void whileABackendIsDownItsKeysGoOnAndComeBack() {
    RoutingTable up = table(NOW, "a", "b", "c");
    RoutingTable down = table(NOW + 10_000, "a", "b!down", "c");
    int key = keyOf("b", up);
    assertThat(id(decide(up, 0, key, NOW))).isEqualTo("b");
    assertThat(id(decide(down, 0, key, NOW + 11_000))).isNotEmpty().isNotEqualTo("b");
    assertThat(id(decide(up, 0, key, NOW + 12_000))).isEqualTo("b");
    int neverServed = key + 1;
    while (!owners(up)[neverServed].equals("b")) {
      neverServed++;
    }
    assertThat(id(decide(down, 1, neverServed, NOW + 13_000))).isNotEqualTo("b");
    assertThat(id(decide(up, 1, neverServed, NOW + 14_000))).isEqualTo("b");
  }

  @Test
  void aPinnedKeyWhoseBackendIsGoneBelongsToItsOwner() {
    RoutingTable ten = table(NOW, TEN);
    RoutingTable eleven = table(NOW + 10_000, ELEVEN);
    int key = keyOf("k", eleven);
    String before = id(decide(ten, 0, key, NOW));
    assertThat(id(decide(eleven, 0, key, NOW + 20_000))).isEqualTo(before);
    String[] left =
        Arrays.stream(ELEVEN).filter(each -> !each.equals(before)).toArray(String[]::new);
    assertThat(id(decide(table(NOW + 25_000, left), 0, key, NOW + 30_000))).isEqualTo("k");
  }

  @Test
  void weightZeroKeepsWhatIsKnown() {
    RoutingTable three = table(NOW, "a", "b", "c");
    RoutingTable weightless = table(NOW + 10_000, "a", "b*0", "c");
    int key = keyOf("b", three);
    decide(three, 0, key, NOW);
    assertThat(id(decide(weightless, 0, key, NOW + 20_000))).isEqualTo("b");
    for (int other = KEYS; other < KEYS + 500; other++) {
      assertThat(id(decide(weightless, 0, other, NOW + 20_000))).isNotEqualTo("b");
    }
  }

  @Test
  void aStrictPoolServesAKeyThereOrNotAtAll() {
    SessionConfig strict = TABLE.withOnUnavailable(OnUnavailable.FAIL);
    for (SessionConfig session :
        new SessionConfig[] {
          strict, SessionConfig.DEFAULT.withOnUnavailable(OnUnavailable.QUEUE)
        }) {
      RoutingTable up = table(session, NOW, "a", "b", "c");
      int key = keyOf("b", table(NOW, "a", "b", "c"));
      assertThat(id(decide(up, 0, key, NOW))).isEqualTo("b");
      for (String state : new String[] {"b!down", "b!maint"}) {
        RoutingTable closed = table(session, NOW, "a", state, "c");
        Decision made = decide(closed, 0, key, NOW + 1000);
        assertThat(made.kind()).as(state).isEqualTo(Decision.Kind.NO_BACKEND);
      }
      RoutingTable over = table(session, NOW, "a", "b!over", "c");
      assertThat(id(decide(over, 0, key, NOW + 1000))).isNotEmpty().isNotEqualTo("b");
    }
    Decision keyless =
        loops[0].decide(table(strict, NOW, "a", "b!down", "c"), new Facts(), NOW + 2000);
    assertThat(keyless.kind()).isEqualTo(Decision.Kind.ROUTED);
  }

  @Test
  void countsTellADrainWhoIsLeft() {
    RoutingTable three = table(NOW, "a", "b", "c");
    all(three, NOW);
    PoolSnapshot pool = three.routes().get(0).pools().get(0);
    long sum = 0;
    for (int i = 0; i < 3; i++) {
      sum += pool.sessions().seenSince(pool.meters(i).number(), NOW / 1000);
    }
    assertThat(sum).isEqualTo(KEYS);
  }

  @Test
  void knownKeysAreDecidedWithoutAnObject() {
    RoutingTable ten = table(NOW - 10_000, TEN);
    RequestFacts facts = new FixedFacts("user1");
    Allocation.assertNone(i -> loops[0].decide(ten, facts, NOW + i).backend());
  }
}
