package io.clockwise.control.table;

import static io.clockwise.control.intent.Intents.add;
import static io.clockwise.control.intent.Intents.after;
import static io.clockwise.control.intent.Intents.backend;
import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.pool;
import static io.clockwise.control.intent.Intents.remove;
import static io.clockwise.control.intent.Intents.start;
import static io.clockwise.control.intent.Intents.weight;
import static io.clockwise.control.intent.Intents.wish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.ChangeBudgetConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.control.intent.Reduction;
import io.clockwise.control.intent.StateReducer;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentState;
import io.clockwise.event.staging.StagingPort.Wish;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.Health;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.placement.Placement;
import io.clockwise.placement.staged.StagedPlacement;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.affinity.PoolAffinities;
import io.clockwise.route.balance.Staging;
import io.clockwise.route.walk.Walk;
import io.clockwise.telemetry.Meters;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StagesTest {
  private static final int KEYS = 20_000;
  private static final long SECOND = 1_000_000_000;
  private static final String[] TEN =
      IntStream.range(0, 10).mapToObj(i -> "b" + i + "=h:1*1@READY").toArray(String[]::new);

  private final Meters meters = new Meters(1);
  private final Set<String> down = new HashSet<>();
  private final StageBoard board = new StageBoard();
  private final TableAssembler assembler =
      new TableAssembler(
          meters,
          (pool, id) -> BackendHealth.of(down.contains(id) ? Health.DOWN : Health.UP),
          PoolAffinities.inMemory(meters),
          board);
  private final Walk walk = new Walk();
  private IntentState state = start(file(Map.of("carts", budgeted(pool(TEN)))));
  private RoutingTable table = assembler.assemble(state, null, 0);
  private long now;

  private static PoolConfig budgeted(PoolConfig pool) {
    return pool.withSession(SessionConfig.DEFAULT.withChangeBudget(new ChangeBudgetConfig(0.05)));
  }

  private PoolSnapshot carts() {
    return Objects.requireNonNull(table.pools().get("carts"));
  }

  private @Nullable Staging staging() {
    return carts().staging();
  }

  private Staging staged() {
    return Objects.requireNonNull(staging());
  }

  private void change(BackendChange... changes) {
    state = after(state, changes);
    look(0);
  }

  /* Publishes a table so many seconds later. */
  private void look(double seconds) {
    now += (long) (seconds * SECOND);
    table = assembler.assemble(state, table, now);
    board.published(table);
  }

  private String[] owners() {
    PoolSnapshot pool = carts();
    String[] owners = new String[KEYS];
    for (int i = 0; i < KEYS; i++) {
      RoutingKey key = pool.placement().key(("k" + i).getBytes(StandardCharsets.UTF_8));
      int owner = pool.placement().pick(key, member -> true);
      int member =
          pool.isPlain()
              ? pool.placement().pick(key, pool.openMembers())
              : walk.pick(pool.plan(), key, owner);
      owners[i] = member < 0 ? "-" : pool.placement().members().get(member).id();
    }
    return owners;
  }

  private static double moved(String[] before, String[] after) {
    return IntStream.range(0, KEYS).filter(i -> !before[i].equals(after[i])).count()
        / (double) KEYS;
  }

  @Test
  void anAddedBackendGetsItsKeysAsTheBudgetSays() {
    String[] before = owners();
    change(add("new=h:1*1@READY"));
    assertThat(owners()).isEqualTo(before);
    assertThat(staged().moved()).isCloseTo(1 / 11.0, within(0.02));
    double all = staged().moved();
    for (int i = 1; i <= 60; i++) {
      look(1);
      assertThat(staged().left()).isCloseTo(all - i * 0.05 / 60, within(1e-9));
    }
    assertThat(moved(before, owners())).isCloseTo(0.05, within(0.008));
    assertThat(staged().remainingNanos() / 1e9).isCloseTo((all - 0.05) * 1200, within(1e-3));
    look(59);
    assertThat(moved(before, owners())).isCloseTo(0.05 * 119 / 60, within(0.012));
    look(60);
    assertThat(staging()).isNull();
    assertThat(carts().placement()).isNotInstanceOf(StagedPlacement.class);
    String[] after = owners();
    assertThat(moved(before, after)).isCloseTo(all, within(0.01));
    for (int i = 0; i < KEYS; i++) {
      assertThat(after[i]).isIn(before[i], "new");
    }
  }

  @Test
  void theFirstTableIsWhereItIsToBeAndSoIsAPoolWithoutABudget() {
    assertThat(staging()).isNull();
    state = start(file(TEN));
    table = assembler.assemble(state, null, 0);
    change(add("new=h:1*1@READY"));
    assertThat(staging()).isNull();
    assertThat(carts().placement().members()).hasSize(11);
  }

  @Test
  void aWeightIsStagedAndAnOperatorsDrainIsNot() {
    String[] before = owners();
    change(weight("b0", 3));
    assertThat(owners()).isEqualTo(before);
    double all = staged().moved();
    assertThat(all).isGreaterThan(0.1);
    change(wish("b1", AdminState.DRAIN));
    String[] drained = owners();
    for (int i = 0; i < KEYS; i++) {
      assertThat(drained[i]).isNotEqualTo("b1");
      if (!before[i].equals("b1")) {
        assertThat(drained[i]).isEqualTo(before[i]);
      }
    }
    assertThat(staged().parts()).hasSize(1);
    look(all * 1200 + 1);
    assertThat(staging()).isNull();
  }

  @Test
  void whoHasNoWeightAnyMoreGivesItsKeysByAndBy() {
    String[] before = owners();
    change(weight("b0", 0));
    assertThat(owners()).isEqualTo(before);
    look(30);
    assertThat(moved(before, owners())).isCloseTo(0.025, within(0.006));
    look(600);
    assertThat(staging()).isNull();
    assertThat(owners()).doesNotContain("b0");
  }

  @Test
  void keysOfARemovedBackendMoveAtOnceAndNoOthers() {
    String[] before = owners();
    change(remove("b0"));
    String[] after = owners();
    for (int i = 0; i < KEYS; i++) {
      if (before[i].equals("b0")) {
        assertThat(after[i]).isNotEqualTo("b0");
      } else {
        assertThat(after[i]).isEqualTo(before[i]);
      }
    }
  }

  @Test
  void whoGivesItsKeysAwayCanBeRemovedMeanwhile() {
    change(weight("b0", 0));
    look(30);
    String[] before = owners();
    change(remove("b0"));
    String[] after = owners();
    assertThat(carts().indexOf("b0")).isNegative();
    for (int i = 0; i < KEYS; i++) {
      if (!before[i].equals("b0")) {
        assertThat(after[i]).isEqualTo(before[i]);
      }
    }
    assertThat(after).doesNotContain("b0");
    change(add("b0=h:1*0@READY"));
    assertThat(owners()).isEqualTo(after);
    look(150);
    assertThat(staging()).isNull();
    assertThat(owners()).isEqualTo(after);
  }

  @Test
  void keysOfThoseSetAsideMoveWithinTheBudgetToo() {
    for (int i = 0; i < 5; i++) {
      change(wish("b" + i, AdminState.MAINT));
    }
    String[] before = owners();
    change(add("new=h:1*1@READY"));
    assertThat(owners()).isEqualTo(before);
    assertThat(staged().moved()).isCloseTo(1 / 6.0, within(0.02));
    double all = staged().moved();
    look(60);
    assertThat(moved(before, owners())).isCloseTo(0.05, within(0.008));
    look(all * 1200 - 60.1);
    String[] last = owners();
    look(0.2);
    assertThat(staging()).isNull();
    assertThat(moved(last, owners())).isLessThan(0.001);
    assertThat(moved(before, owners())).isCloseTo(all, within(0.01));
  }

  @Test
  void whoIsSetAsideIsNotWaitedFor() {
    change(wish("b1", AdminState.MAINT));
    String[] before = owners();
    change(weight("b0", 0));
    assertThat(owners()).isEqualTo(before);
    double all = staged().moved();
    assertThat(staged().waitsFor()).isEmpty();
    look(all * 1200 - 0.1);
    String[] last = owners();
    look(0.2);
    assertThat(staging()).isNull();
    assertThat(moved(last, owners())).isLessThan(0.001);
    assertThat(owners()).doesNotContain("b0", "b1");
  }

  @Test
  void aChangeOnTopOfAnotherBeginsWhereThatStands() {
    change(add("new=h:1*1@READY"));
    look(50);
    String[] middle = owners();
    change(add("newer=h:1*1@READY"));
    assertThat(owners()).isEqualTo(middle);
    double all = staged().moved();
    assertThat(staged().parts()).hasSize(1);
    look(60);
    assertThat(moved(middle, owners())).isCloseTo(0.05, within(0.008));
    look(all * 1200 - 59);
    assertThat(staging()).isNull();
    Placement direct =
        assembler
            .assemble(start(file(merged("new", "newer"))), null, 0)
            .pools()
            .get("carts")
            .placement();
    assertThat(carts().digest()).isEqualTo(direct.digest());
  }

  private static String[] merged(String... more) {
    return java.util.stream.Stream.concat(
            java.util.Arrays.stream(TEN),
            java.util.Arrays.stream(more).map(id -> id + "=h:1*1@READY"))
        .toArray(String[]::new);
  }

  @Test
  void changesThatCameBeforeAnythingMovedAreOneChange() {
    change(add("new=h:1*1@READY"));
    change(add("newer=h:1*1@READY"));
    change(weight("newer", 2));
    assertThat(StagedPlacement.depth(carts().placement())).isEqualTo(1);
    change(remove("newer"), remove("new"));
    assertThat(staging()).isNull();
  }

  @Test
  void aChangeTakenBackReturnsWhatHasMoved() {
    String[] before = owners();
    change(add("new=h:1*1@READY"));
    look(60);
    change(weight("new", 0));
    assertThat(staged().moved()).isCloseTo(0.05, within(0.01));
    look(staged().moved() * 1200 + 1);
    assertThat(staging()).isNull();
    assertThat(owners()).isEqualTo(before);
  }

  @Test
  void atMostEightLieOnTopOfEachOther() {
    for (int i = 0; i < 12; i++) {
      change(add("n" + i + "=h:1*1@READY"));
      look(1);
    }
    assertThat(StagedPlacement.depth(carts().placement())).isEqualTo(Stages.MOST);
    look(staged().left() * 1200 + 1);
    assertThat(staging()).isNull();
    assertThat(carts().placement().members()).hasSize(22);
  }

  @Test
  void aPauseHoldsItAndFinishEndsIt() {
    change(add("new=h:1*1@READY"));
    look(30);
    double left = staged().left();
    board.wish("carts", Wish.PAUSE);
    look(1);
    assertThat(staged().paused()).isTrue();
    String[] paused = owners();
    RoutingTable still = table;
    look(1000);
    assertThat(table.pools()).isEqualTo(still.pools());
    assertThat(staged().left()).isEqualTo(left);
    assertThat(owners()).isEqualTo(paused);
    board.wish("carts", Wish.RESUME);
    look(500);
    assertThat(staged().left()).as("the pause does not count").isEqualTo(left);
    look(1);
    assertThat(staged().left()).isCloseTo(left - 0.05 / 60, within(1e-9));
    board.wish("carts", Wish.FINISH);
    look(0);
    assertThat(staging()).isNull();
    change(add("newer=h:1*1@READY"));
    assertThat(staging()).as("a wish ends with what it was about").isNotNull();
    assertThat(staged().paused()).isFalse();
  }

  @Test
  void itBeginsWhenWhoGetsKeysIsOpen() {
    String[] before = owners();
    down.add("new");
    change(add("new=h:1*1@READY"));
    look(1000);
    assertThat(owners()).isEqualTo(before);
    assertThat(staged().waitsFor()).containsExactly("new");
    assertThat(staged().progress()).isZero();
    assertThat(WarmSteps.millis(table)).isZero();
    down.clear();
    look(1);
    assertThat(owners()).isEqualTo(before);
    assertThat(staged().waitsFor()).isEmpty();
    look(60);
    assertThat(moved(before, owners())).isCloseTo(0.05, within(0.008));
    look(60);
    assertThat(staging()).isNull();
    assertThat(moved(before, owners())).isGreaterThan(0.06);
  }

  @Test
  void whoOpensLateGetsItsKeysByAndByAsWell() {
    String[] before = owners();
    down.add("late");
    change(add("late=h:1*1@READY"), add("new=h:1*1@READY"));
    look(1200);
    String[] there = owners();
    assertThat(staged().waitsFor()).containsExactly("late");
    down.clear();
    look(0);
    assertThat(moved(there, owners())).isLessThan(0.001);
    look(60);
    String[] middle = owners();
    assertThat(moved(there, middle)).isCloseTo(0.05, within(0.008));
    look(60);
    assertThat(staging()).isNull();
    for (int i = 0; i < KEYS; i++) {
      assertThat(middle[i]).isIn(there[i], "late");
    }
    assertThat(moved(before, owners())).isCloseTo(2 / 12.0, within(0.02));
  }

  @Test
  void whoIsMadeReadyGetsItsKeysByAndBy() {
    change(wish("b3", AdminState.MAINT));
    String[] without = owners();
    assertThat(staging()).as("a maint is not staged").isNull();
    down.add("b3");
    change(wish("b3", AdminState.READY));
    look(100);
    assertThat(staged().waitsFor()).containsExactly("b3");
    assertThat(owners()).isEqualTo(without);
    down.clear();
    look(1);
    double all = staged().moved();
    assertThat(all).isCloseTo(0.1, within(0.03));
    look(30);
    String[] half = owners();
    assertThat(moved(without, half)).isCloseTo(0.025, within(0.006));
    assertThat(staged().parts().get(0).kind()).isEqualTo(Staging.Kind.COMING);
    change(wish("b3", AdminState.MAINT));
    assertThat(staging()).isNull();
    assertThat(owners()).isEqualTo(without);
  }

  @Test
  void healthIsNoChange() {
    down.add("b3");
    look(1);
    String[] without = owners();
    assertThat(without).doesNotContain("b3");
    down.clear();
    look(1);
    assertThat(staging()).isNull();
    assertThat(owners()).contains("b3");
  }

  private void scale(BackendChange change) {
    ChangeRecord.Cause cause =
        new ChangeRecord.Cause(ChangeRecord.Kind.AUTOSCALE, "autoscale", "", Instant.EPOCH);
    ChangeRecord draft = new ChangeRecord("s" + now, cause, List.of(change));
    state = ((Reduction.Accepted) StateReducer.plan(state, draft, name -> null)).state();
    look(0);
  }

  @Test
  void whoAutoscaleBringsInAndDrainsComesAndLeavesByAndBy() {
    PoolConfig ten = pool(TEN);
    List<BackendConfig> all = new ArrayList<>(ten.backends());
    all.add(backend("spare=h:1*1@MAINT").withStandby(true));
    state = start(file(Map.of("carts", budgeted(ten.withBackends(all)))));
    table = assembler.assemble(state, null, 0);
    String[] without = owners();
    scale(wish("spare", AdminState.READY));
    assertThat(owners()).isEqualTo(without);
    double share = staged().moved();
    assertThat(share).isCloseTo(1 / 11.0, within(0.03));
    look(share * 1200 + 1);
    assertThat(staging()).isNull();
    String[] with = owners();
    assertThat(moved(without, with)).isCloseTo(share, within(0.01));

    RoutingTable before = table;
    scale(new BackendChange.Drained("carts", "spare", null, null, null, false));
    assertThat(Previews.compare(before, table, 0).pools().get(0).moved())
        .as("told as it ends")
        .isCloseTo(share, within(0.005));
    assertThat(owners()).isEqualTo(with);
    assertThat(carts().backends().opensDraining()).isFalse();
    look(60);
    assertThat(moved(with, owners())).isCloseTo(0.05, within(0.01));
    look(share * 1200);
    assertThat(staging()).isNull();
    assertThat(owners()).isEqualTo(without);
    assertThat(carts().isOpen(carts().indexOf("spare"))).isFalse();
  }

  @Test
  void whatMovesAtTheSameTimeSharesTheBudget() {
    change(wish("b3", AdminState.MAINT));
    String[] before = owners();
    change(wish("b3", AdminState.READY), add("new=h:1*1@READY"));
    assertThat(staged().parts()).hasSize(2);
    double all = staged().left();
    look(60);
    assertThat(staged().left()).isCloseTo(all - 0.05, within(1e-9));
    assertThat(moved(before, owners())).isCloseTo(0.05, within(0.01));
  }
}
