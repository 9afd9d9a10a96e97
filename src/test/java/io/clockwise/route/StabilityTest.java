package io.clockwise.route;

import static io.clockwise.route.Tables.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.KeySource;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Backend;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.model.PathPattern;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.placement.build.Placements;
import io.clockwise.telemetry.Meters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What users of other balancers saw go wrong, asked of whole decisions; 10,000 keys each. */
class StabilityTest {
  private static final int KEYS = 10_000;

  private final Meters meters = new Meters(2);

  private List<String> owners(int loop, PoolSnapshot pool) {
    Router router = new Router(loop, meters, new Random(loop));
    RoutingTable table =
        Tables.table(
            1,
            CompiledRoute.of(
                Tables.route(
                    MatchConfig.ANY, MissingKeyPolicy.REJECT, new KeySource.Header("X-User", null)),
                pool));
    List<String> owners = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      Decision decision = router.decide(table, new Facts().field("x-user", "user:" + i), NOW);
      owners.add(pool.backend(decision.backend()).id());
    }
    return owners;
  }

  private PoolSnapshot pool(String... backends) {
    return Tables.pool("p", meters, backends);
  }

  /** R1: a backend that is added gets its share at once, on every event loop. */
  @Test
  void anAddedBackendGetsItsShareOnEveryLoop() {
    PoolSnapshot grown = pool("a", "b", "c", "d");
    for (int loop = 0; loop < 2; loop++) {
      double share = Collections.frequency(owners(loop, grown), "d") / (double) KEYS;
      assertThat(share).isCloseTo(0.25, within(0.03));
    }
    assertThat(owners(0, grown)).isEqualTo(owners(1, grown));
  }

  /** R3: removing C moves no key between A and B. */
  @Test
  void removingOneMovesNoKeyBetweenTheOthers() {
    List<String> before = owners(0, pool("a", "b", "c"));
    List<String> after = owners(0, pool("a", "b"));
    for (int i = 0; i < KEYS; i++) {
      if (!before.get(i).equals("c")) {
        assertThat(after.get(i)).isEqualTo(before.get(i));
      }
    }
  }

  /** R5, R15: instances that differ in order and history, or were restarted, agree. */
  @Test
  void instancesWithTheSameMembersAgree() {
    PoolSnapshot one = pool("a", "b", "c", "d*2");
    PoolSnapshot other = pool("d*2", "b", "a", "c");
    assertThat(other.placement().digest()).isEqualTo(one.placement().digest());
    assertThat(owners(0, other)).isEqualTo(owners(0, one));
  }

  /** R7, R11: only ids place keys; another host or port moves none, and pools of one kind agree. */
  @Test
  void addressesMoveNoKeys() {
    List<String> here = owners(0, withAddresses("127.0.0.1", 8000));
    assertThat(owners(0, withAddresses("10.1.2.3", 8000))).isEqualTo(here);
    assertThat(owners(0, withAddresses("127.0.0.1", 9000))).isEqualTo(here);
  }

  private PoolSnapshot withAddresses(String host, int port) {
    List<PoolSnapshot.Slot> slots = new ArrayList<>();
    List<Member> members = new ArrayList<>();
    for (String id : List.of("a", "b", "c")) {
      Backend backend =
          new Backend(id, new BackendAddress(host, port + slots.size()), 1, AdminState.READY);
      slots.add(new PoolSnapshot.Slot(backend, Availability.OPEN, meters.backend(host + port, id)));
      members.add(new Member(id, 1));
    }
    PoolConfig config =
        new PoolConfig(Ring.DEFAULT, List.of(), ConnectionsConfig.DEFAULT, TimeoutsConfig.DEFAULT);
    return new PoolSnapshot(host + port, 1, config, Placements.build(Ring.DEFAULT, members), slots);
  }

  /** K7: one value, whatever the case of the field's name: one backend, 1,000 of 1,000. */
  @Test
  void oneValueAlwaysMeetsOneBackend() {
    PoolSnapshot pool = pool("a", "b", "c", "d", "e");
    RoutingTable table =
        Tables.table(
            1,
            CompiledRoute.of(
                Tables.route(
                    MatchConfig.ANY,
                    MissingKeyPolicy.ROUND_ROBIN,
                    new KeySource.Header("X-Tenant", null)),
                pool));
    Router router = new Router(0, meters, new Random(1));
    int first = router.decide(table, new Facts().field("x-tenant", "acme"), NOW).backend();
    for (int i = 0; i < 1_000; i++) {
      String name = i % 2 == 0 ? "X-TENANT" : "x-Tenant";
      assertThat(router.decide(table, new Facts().field(name, "acme"), NOW).backend())
          .isEqualTo(first);
    }
  }

  /**
   * K9: two fields, which requests show joined by a comma, are the same key as one joined field.
   */
  @Test
  void repeatedFieldsAreTheJoinedKey() {
    Extraction extraction = new Extraction();
    KeyExtractor extractor =
        KeyExtractor.of(List.of(new KeySource.Header("X-Key", null)), PathPattern.ANY);
    assertThat(extractor.extract(new Facts().field("X-Key", "a,b"), extraction)).isZero();
    assertThat(extraction.key.length()).isEqualTo(3);
    assertThat(extraction.key.bytes()).startsWith('a', ',', 'b');
  }
}
