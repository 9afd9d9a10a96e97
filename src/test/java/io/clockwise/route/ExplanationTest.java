package io.clockwise.route;

import static io.clockwise.model.Availability.CLOSED;
import static io.clockwise.model.Availability.STICKY_ONLY;
import static io.clockwise.route.Tables.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.OnUnavailable;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.Availability;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.Health;
import io.clockwise.model.OffOwner;
import io.clockwise.route.affinity.Ties;
import io.clockwise.route.explain.Candidate;
import io.clockwise.route.explain.Explanation;
import io.clockwise.route.explain.PlacementFacts;
import io.clockwise.telemetry.Meters;
import io.clockwise.testkit.TestRoutes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is told of a decision is what was decided. */
class ExplanationTest {
  private static final String KEYED = "{ key: { header: X-User }, pool: p, backup: q }";

  private final Meters meters = new Meters(1);
  private final Router router = new Router(0, meters, new Random(7));

  private RoutingTable table(SessionConfig session, String... backends) {
    PoolSnapshot first = Tables.pool("p", meters, session, NOW, backends);
    PoolSnapshot second = Tables.pool("q", meters, "x", "y");
    return Tables.table(3, CompiledRoute.of(TestRoutes.of(KEYED), Map.of("p", first, "q", second)));
  }

  private Explanation explain(RoutingTable table, String user, boolean all) {
    return Explanation.of(router.look(table, new Facts().field("X-User", user), NOW), table, all);
  }

  private static String text(Explanation told) {
    StringBuilder text = new StringBuilder();
    for (Candidate each : told.candidates()) {
      text.append(each.backend()).append(each.rank());
      text.append(each.skipped() == null ? " " : "(" + each.skipped() + ") ");
    }
    return text.toString().strip();
  }

  @Test
  void anOwnerThatIsOpenIsTheOnlyCandidateLookedAt() {
    RoutingTable table = table(SessionConfig.DEFAULT, "a", "b", "c");
    for (int i = 0; i < 100; i++) {
      Explanation told = explain(table, "u" + i, false);
      Explanation.Place place = told.place();
      assertThat(told.outcome()).isEqualTo(Decision.Kind.ROUTED);
      assertThat(place.chosen()).isEqualTo(place.owner()).isNotNull();
      assertThat(place.chosenBy()).isEqualTo(ChosenBy.PLACEMENT);
      assertThat(place.offOwner()).isNull();
      assertThat(text(told)).isEqualTo(place.owner() + "0");
      assertThat(told.key()).isNotNull();
      assertThat(told.version()).isEqualTo(new Explanation.Version(3, 3));
    }
    assertThat(meters.loop(0).missingKeys()).isZero();
  }

  @Test
  void candidatesBeforeTheChosenOneSayWhyTheyAreNot() {
    RoutingTable table = table(SessionConfig.DEFAULT, "a!drain", "b!maint", "c!down", "d", "e");
    for (int i = 0; i < 200; i++) {
      Explanation told = explain(table, "u" + i, false);
      List<Candidate> list = told.candidates();
      Candidate last = list.get(list.size() - 1);
      assertThat(last.backend()).isEqualTo(told.place().chosen()).isIn("d", "e");
      assertThat(last.skipped()).isNull();
      for (Candidate each : list.subList(0, list.size() - 1)) {
        assertThat(each.skipped())
            .isEqualTo(
                switch (each.backend()) {
                  case "a" -> Candidate.Skip.DRAIN;
                  case "b" -> Candidate.Skip.MAINT;
                  default -> Candidate.Skip.DOWN;
                });
      }
      assertThat(list.get(0).backend()).isEqualTo(told.place().owner());
    }
  }

  @Test
  void whatWasFoundOutSaysWhyABackendIsPassedOver() {
    PoolSnapshot well =
        Tables.pool("p", meters, SessionConfig.DEFAULT, NOW, "a", "b", "c", "d", "e");
    Instant now = Instant.EPOCH;
    List<PoolSnapshot.Slot> slots =
        List.of(
            found(well, 0, CLOSED, new BackendHealth(Health.UP, true, false, true, "", now)),
            found(well, 1, CLOSED, BackendHealth.of(Health.CHECKING)),
            found(well, 2, STICKY_ONLY, new BackendHealth(Health.UP, false, true, true, "", now)),
            found(well, 3, CLOSED, new BackendHealth(Health.DOWN, false, true, true, "", now)),
            well.slot(4));
    PoolSnapshot pool = new PoolSnapshot("p", 1, well.config(), well.placement(), slots, Ties.NONE);
    RoutingTable table =
        Tables.table(
            3,
            CompiledRoute.of(
                TestRoutes.of(KEYED), Map.of("p", pool, "q", Tables.pool("q", meters, "x"))));
    Map<String, Candidate.Skip> why = new TreeMap<>();
    for (int i = 0; i < 100; i++) {
      for (Candidate each : explain(table, "u" + i, true).candidates()) {
        if (each.skipped() != null) {
          why.put(each.backend(), each.skipped());
        }
      }
    }
    assertThat(why)
        .isEqualTo(
            Map.of(
                "a", Candidate.Skip.EJECTED,
                "b", Candidate.Skip.CHECKING,
                "c", Candidate.Skip.LEAVING,
                "d", Candidate.Skip.DOWN));
  }

  private static PoolSnapshot.Slot found(
      PoolSnapshot pool, int index, Availability availability, BackendHealth health) {
    return new PoolSnapshot.Slot(
        pool.backend(index), availability, pool.meters(index), null, health, null);
  }

  @Test
  void allOfThemHaveARankButThoseWithoutAWeight() {
    RoutingTable table = table(SessionConfig.DEFAULT, "a", "b!maint", "c", "z*0");
    for (int i = 0; i < 50; i++) {
      List<Candidate> list = explain(table, "u" + i, true).candidates();
      assertThat(list).extracting(Candidate::rank).containsExactly(0, 1, 2, -1);
      assertThat(list.get(3)).isEqualTo(new Candidate("p", "z", -1, Candidate.Skip.WEIGHT));
      assertThat(list)
          .filteredOn(each -> each.backend().equals("b"))
          .extracting(Candidate::skipped)
          .containsExactly(Candidate.Skip.MAINT);
    }
  }

  @Test
  void theBackupPoolsCandidatesFollow() {
    RoutingTable table = table(SessionConfig.DEFAULT, "a!down", "b!maint");
    Explanation told = explain(table, "u", false);

    assertThat(told.place().pool()).isEqualTo("q");
    assertThat(told.place().chosenBy()).isEqualTo(ChosenBy.BACKUP);
    assertThat(told.candidates()).extracting(Candidate::pool).containsExactly("p", "p", "q");
    assertThat(told.candidates().get(2).backend()).isEqualTo(told.place().chosen());
  }

  @Test
  void aStrictPoolGoesNoFurtherThanTheKeysOwnBackend() {
    SessionConfig strict = SessionConfig.DEFAULT.withOnUnavailable(OnUnavailable.FAIL);
    RoutingTable table = table(strict, "a!down", "b", "c");
    String user =
        IntStream.range(0, 100)
            .mapToObj(i -> "u" + i)
            .filter(name -> "a".equals(explain(table, name, false).place().owner()))
            .findFirst()
            .orElseThrow();
    Explanation told = explain(table, user, false);

    assertThat(told.outcome()).isEqualTo(Decision.Kind.NO_BACKEND);
    assertThat(told.place().chosen()).isNull();
    assertThat(told.candidates())
        .extracting(Candidate::skipped)
        .containsExactly(Candidate.Skip.DOWN, Candidate.Skip.STRICT, Candidate.Skip.STRICT);
  }

  @Test
  void theChosenOneIsFoundFarBehind() {
    String[] backends =
        IntStream.range(0, 40)
            .mapToObj(i -> "b" + i + (i == 39 ? "" : "!down"))
            .toArray(String[]::new);
    RoutingTable table = table(SessionConfig.DEFAULT, backends);
    int longest = 0;
    for (int i = 0; i < 40; i++) {
      Explanation told = explain(table, "u" + i, false);
      List<Candidate> list = told.candidates();
      assertThat(list.get(list.size() - 1).backend()).isEqualTo("b39");
      assertThat(list).extracting(Candidate::skipped).filteredOn(s -> s == null).hasSize(1);
      assertThat(told.place().offOwner()).isEqualTo(list.size() == 1 ? null : OffOwner.DOWN);
      longest = Math.max(longest, list.size());
    }
    assertThat(longest).isGreaterThan(16);
  }

  @Test
  void withoutAKeyNobodyIsRanked() {
    RoutingTable table = table(SessionConfig.DEFAULT, "a", "b!maint");
    Decision made = router.look(table, new Facts(), NOW);
    Explanation told = Explanation.of(made, table, true);

    assertThat(told.key()).isNull();
    assertThat(told.place().chosen()).isEqualTo("a");
    assertThat(told.place().chosenBy()).isEqualTo(ChosenBy.FALLBACK);
    assertThat(text(told)).isEqualTo("a-1 b-1(MAINT)");
  }

  @Test
  void sharesOfAPlacementAddUp() {
    PlacementFacts facts = PlacementFacts.of(Tables.pool("p", meters, "a", "b*3", "z*0"));

    assertThat(facts.members()).extracting(PlacementFacts.Share::id).containsExactly("a", "b");
    assertThat(facts.members().get(1).ideal()).isEqualTo(0.75);
    assertThat(facts.members().stream().mapToDouble(PlacementFacts.Share::actual).sum())
        .isCloseTo(1, org.assertj.core.api.Assertions.within(1e-9));
    assertThat(facts.maxOverMean()).isGreaterThanOrEqualTo(1);
    assertThat(facts.bytes()).isPositive();
  }
}
