package io.clockwise.proxy.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig;
import io.clockwise.model.Availability;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.Drain.Then;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.CutReason;
import io.clockwise.testkit.TestTables;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which long streams end since their key belongs to another backend, and when. */
class OwnerCutsTest extends BookFixture {
  private RoutingTable down(String backend) {
    return TestTables.available(table(), backend, Availability.CLOSED);
  }

  private List<Probe> streams(String backend, int count) {
    return IntStream.range(0, count).mapToObj(i -> stream(backend, i)).toList();
  }

  @Test
  void keepKeeps() {
    List<Probe> probes = streams("a", 20);
    publish(down("a"));
    publish(table());
    publish(table(config().withBackends(List.of(backend("b"), backend("c")))));
    clock.advance(100_000);
    assertThat(probes).noneMatch(Probe::isCut);
    assertThat(clock.timers()).isZero();
  }

  @Test
  void closeClosesThoseWhoseKeyHasMovedAndNoOthers() {
    rule(Duration.ZERO);
    List<Probe> moved = streams("a", 20);
    List<Probe> stay = streams("b", 20);
    Probe keyless = stream("a");
    Probe request = begin("a", ChosenBy.PLACEMENT, keyOf("a", 3));
    publish(down("a"));
    clock.advance(2);
    assertThat(moved).allMatch(p -> p.reason == CutReason.OWNER_CHANGE);
    assertThat(stay).noneMatch(Probe::isCut);
    assertThat(keyless.isCut() || request.isCut()).isFalse();
    assertThat(cuts(CutReason.OWNER_CHANGE)).isEqualTo(20);
  }

  @Test
  void closeAfterClosesBetweenHalfAndAllOfTheTime() {
    rule(Duration.ofSeconds(10));
    List<Probe> moved = streams("a", 500);
    publish(down("a"));
    clock.advance(4_999);
    assertThat(moved).noneMatch(Probe::isCut);
    clock.advance(5_002);
    assertThat(moved).allMatch(Probe::isCut);
    assertThat(moved.stream().mapToLong(Probe::cutMillis).min().orElseThrow())
        .isBetween(5_000L, 5_100L);
    assertThat(moved.stream().mapToLong(Probe::cutMillis).max().orElseThrow())
        .isBetween(9_900L, 10_001L);
  }

  @Test
  void anOwnerThatIsBackBeforeKeepsItsStreams() {
    rule(Duration.ofSeconds(10));
    List<Probe> moved = streams("a", 20);
    publish(down("a"));
    clock.advance(4_000);
    publish(table());
    clock.advance(100_000);
    assertThat(moved).noneMatch(Probe::isCut);
    assertThat(clock.timers()).isZero();
  }

  @Test
  void aReturnMovesKeysAsWell() {
    rule(Duration.ZERO);
    RoutingKey key = keyOf("a", 0);
    publish(down("a"));
    String second = ownerOf(key);
    Probe probe = stream(second, ChosenBy.PLACEMENT, key);
    publish(table());
    clock.advance(2);
    assertThat(probe.reason).isEqualTo(CutReason.OWNER_CHANGE);
  }

  @Test
  void oneThatWarmsTakesItsStreamsBackAsItsShareGrows() {
    rule(Duration.ZERO);
    List<RoutingKey> keys = IntStream.range(0, 40).mapToObj(i -> keyOf("a", i)).toList();
    publish(down("a"));
    List<Probe> away =
        keys.stream().map(key -> stream(ownerOf(key), ChosenBy.PLACEMENT, key)).toList();
    long cut = 0;
    for (double share : new double[] {0, 0.3, 0.6, 1}) {
      publish(TestTables.warming(table(), "a", share));
      clock.advance(2);
      for (Probe probe : away) {
        assertThat(probe.isCut()).isEqualTo(ownerOf(probe.entry.key()).equals("a"));
      }
      long now = away.stream().filter(Probe::isCut).count();
      assertThat((double) now).isBetween(40 * share - 14, 40 * share + 14);
      assertThat(now).isGreaterThanOrEqualTo(cut);
      cut = now;
    }
    assertThat(cut).isEqualTo(40);
  }

  private String ownerOf(RoutingKey key) {
    return pool().backend(io.clockwise.route.Router.firstOpen(pool(), key)).id();
  }

  @Test
  void membersThatComeAndGoMoveKeys() {
    rule(Duration.ZERO);
    List<Probe> probes = streams("a", 200);
    RoutingTable more =
        table(
            config().withBackends(List.of(backend("a"), backend("b"), backend("c"), backend("d"))));
    publish(more);
    clock.advance(2);
    long cut = probes.stream().filter(Probe::isCut).count();
    assertThat(cut).isBetween(10L, 190L);
    for (int i = 0; i < probes.size(); i++) {
      Probe probe = probes.get(i);
      assertThat(probe.isCut()).isEqualTo(!ownerOf(probe.entry.key()).equals("a"));
    }
    publish(table(config().withBackends(List.of(backend("b"), backend("c"), backend("d")))));
    clock.advance(2);
    assertThat(probes).allMatch(Probe::isCut);
  }

  @Test
  void aDrainMovesKeys() {
    rule(Duration.ZERO);
    Probe probe = stream("a", 0);
    drainA(Duration.ofHours(1), Then.MOVE, Duration.ofSeconds(30));
    clock.advance(2);
    assertThat(probe.reason).isEqualTo(CutReason.OWNER_CHANGE);
  }

  /** A stream went elsewhere since its key's own backend was full: nothing has changed for it. */
  @Test
  void oneThatWasOnAnotherBackendAllAlongStaysUntilItsKeyMoves() {
    rule(Duration.ZERO);
    RoutingKey key = keyOf("a", 0);
    Probe probe = stream("b", ChosenBy.PLACEMENT, key);
    for (int i = 0; i < 5; i++) {
      publish(table());
      publish(down("c"));
    }
    clock.advance(1_000);
    assertThat(probe.isCut()).isFalse();
  }

  @Test
  void oneWithNowhereElseToGoStays() {
    rule(Duration.ZERO);
    Probe probe = stream("a", 0);
    RoutingTable all = down("a");
    for (String id : List.of("b", "c")) {
      all = TestTables.available(all, id, Availability.CLOSED);
    }
    publish(all);
    clock.advance(1_000);
    assertThat(probe.isCut()).isFalse();
  }

  @Test
  void oneThatASessionHasBoundStaysWhileItsBackendServesSessions() {
    rule(Duration.ZERO);
    Probe probe = stream("a", ChosenBy.COOKIE, keyOf("a", 0));
    publish(TestTables.available(table(), "a", Availability.STICKY_ONLY));
    clock.advance(1_000);
    assertThat(probe.isCut()).isFalse();
    publish(down("a"));
    clock.advance(2);
    assertThat(probe.isCut()).isTrue();
  }

  /** It is a key that keeps coming, whatever the placement says meanwhile. */
  @Test
  void aTableOfKeysKeepsTheStreamsThatAreAtHome() {
    nextAffinity(AffinityConfig.Table.DEFAULT);
    rule(Duration.ZERO);
    Probe probe = stream("a", 0);
    RoutingKey key = keyOf("b", 0);
    publish(TestTables.available(table(), "a", Availability.STICKY_ONLY));
    publish(
        table(
            config()
                .withBackends(List.of(backend("a"), backend("b"), backend("c"), backend("d")))));
    clock.advance(1_000);
    assertThat(probe.isCut()).isFalse();
    publish(down("b"));
    Probe away = stream(ownerOf(key), ChosenBy.PLACEMENT, key);
    publish(table());
    clock.advance(2);
    assertThat(away.isCut()).isTrue(); // it was no home
    assertThat(probe.isCut()).isFalse();
    publish(down("a"));
    clock.advance(2);
    assertThat(probe.isCut()).isTrue();
  }

  @Test
  void oneWhosePoolIsGoneGoesOn() {
    rule(Duration.ZERO);
    Probe probe = stream("a", 0);
    RoutingTable now = table();
    publish(
        new RoutingTable(now.epoch(), now.revision(), now.config(), List.of(), java.util.Map.of()));
    clock.advance(1_000);
    assertThat(probe.isCut()).isFalse();
  }

  @Test
  void aRuleThatBecomesKeepTakesItsTimesBack() {
    rule(Duration.ofSeconds(10));
    Probe probe = stream("a", 0);
    publish(down("a"));
    assertThat(probe.entry.place).isNotNegative();
    nextRule(null);
    publish(down("a"));
    clock.advance(100_000);
    assertThat(probe.isCut()).isFalse();
  }

  @Test
  void aStreamThatBeginsByAnOlderTableIsJudgedByTheNewest() {
    rule(Duration.ZERO);
    Probe probe = begin("a", ChosenBy.PLACEMENT, keyOf("a", 0));
    publish(down("a"));
    clock.advance(1_000);
    assertThat(probe.isCut()).isFalse();
    book.becomesStream(probe.entry);
    clock.advance(2);
    assertThat(probe.isCut()).isTrue();
  }

  @Test
  void whoeverCutsFirstIsTheReason() {
    rule(Duration.ofSeconds(100));
    Probe probe = stream("a", 0);
    drainA(Duration.ofSeconds(10), Then.CUT, Duration.ofSeconds(30));
    clock.advance(10_001);
    assertThat(probe.reason).isEqualTo(CutReason.DRAIN);
    assertThat(cuts(CutReason.OWNER_CHANGE)).isZero();
  }
}
