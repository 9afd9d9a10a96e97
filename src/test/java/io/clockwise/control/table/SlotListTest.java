package io.clockwise.control.table;

import static io.clockwise.control.intent.Intents.after;
import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.pool;
import static io.clockwise.control.intent.Intents.remove;
import static io.clockwise.control.intent.Intents.start;
import static io.clockwise.control.intent.Intents.wish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.config.CareConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.config.OnUnavailable;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.SlowStartConfig;
import io.clockwise.config.WhenNoneUsable;
import io.clockwise.event.IntentState;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.Health;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.Meters;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What may be given to backends by what is known of them. */
class SlotListTest {
  private static final String A = "a=h:1*1@READY";
  private static final String B = "b=h:2*1@READY";
  private static final String C = "c=h:3*1@READY";
  private static final CareConfig CHECKED =
      CareConfig.DEFAULT.withHealth(HealthConfig.of(HealthConfig.Http.of("/")));
  private static final CareConfig SLOW =
      CareConfig.DEFAULT.withSlowStart(
          new SlowStartConfig(Duration.ofNanos(1000), SlowStartConfig.Curve.LINEAR));

  private final Map<String, BackendHealth> known = new HashMap<>();
  private final TableAssembler assembler =
      new TableAssembler(new Meters(1), (pool, id) -> known.get(id));

  private static IntentState state(CareConfig care, String... backends) {
    return start(file(Map.of("carts", pool(backends).withCare(care))));
  }

  private static PoolSnapshot carts(RoutingTable table) {
    return table.pools().get("carts");
  }

  private static List<Availability> all(RoutingTable table) {
    PoolSnapshot pool = carts(table);
    return IntStream.range(0, pool.size()).mapToObj(pool::availability).toList();
  }

  private List<Availability> all(IntentState state) {
    return all(assembler.assemble(state, null));
  }

  private static List<Double> shares(RoutingTable table) {
    PoolSnapshot pool = carts(table);
    return IntStream.range(0, pool.size())
        .mapToObj(i -> pool.slot(i).warmup())
        .map(warmup -> warmup == null ? 1.0 : warmup.share())
        .toList();
  }

  private static BackendHealth down(boolean connects) {
    return new BackendHealth(Health.DOWN, false, false, connects, "", Instant.EPOCH);
  }

  private static BackendHealth leaving(int since) {
    return new BackendHealth(Health.UP, false, true, true, "", Instant.ofEpochSecond(since));
  }

  private void is(String id, BackendHealth health) {
    known.put(id, health);
  }

  private void isDown(String id) {
    is(id, down(false));
  }

  private void isUp(String id) {
    is(id, BackendHealth.UP);
  }

  @Test
  void whoIsNotKnownYetIsUpWithoutChecksAndElseAsTheDocumentSays() {
    assertThat(all(state(CareConfig.DEFAULT, A))).containsExactly(Availability.OPEN);
    assertThat(all(state(CHECKED, A))).containsExactly(Availability.CLOSED);
    HealthConfig checks = CHECKED.health();
    CareConfig trusting =
        CHECKED.withHealth(
            new HealthConfig(
                checks.probe(),
                checks.interval(),
                checks.timeout(),
                2,
                3,
                HealthConfig.Initial.UP,
                0));
    assertThat(all(state(trusting, A))).containsExactly(Availability.OPEN);
  }

  @ParameterizedTest
  @EnumSource(WhenNoneUsable.class)
  void whereNoneIsUsableThoseThatConnectServeIfAnyMay(WhenNoneUsable rule) {
    is("a", down(true));
    is("b", down(false));
    IntentState state =
        state(CHECKED.withWhenNoneUsable(rule), A, B, "c=h:3*1@MAINT", "d=h:4*1@READY");
    isDown("c");
    boolean tries = rule == WhenNoneUsable.TRY_ANSWERING;
    assertThat(all(state))
        .containsExactly(
            tries ? Availability.OPEN : Availability.CLOSED,
            Availability.CLOSED,
            Availability.CLOSED,
            Availability.CLOSED);
    isUp("d");
    assertThat(all(state)).as("one is usable").startsWith(Availability.CLOSED);
  }

  @Test
  void oneThatIsEjectedIsTriedWhereNoneIsUsable() {
    BackendHealth ejected =
        new BackendHealth(Health.UP, true, false, true, "5 failures", Instant.EPOCH);
    is("a", ejected);
    assertThat(all(state(CareConfig.DEFAULT, A, B)))
        .containsExactly(Availability.CLOSED, Availability.OPEN);
    is("b", ejected);
    assertThat(all(state(CareConfig.DEFAULT, A, B)))
        .containsExactly(Availability.OPEN, Availability.OPEN);
  }

  @Test
  void halfOfAPoolMayLeaveByItselfThoseThatSaidItFirst() {
    is("a", leaving(3));
    is("b", leaving(1));
    is("c", leaving(2));
    assertThat(all(state(CHECKED, A, B, C)))
        .containsExactly(Availability.OPEN, Availability.STICKY_ONLY, Availability.OPEN);
    is("b", new BackendHealth(Health.DOWN, false, true, false, "", Instant.EPOCH));
    assertThat(all(state(CHECKED, A, B, C)))
        .containsExactly(Availability.OPEN, Availability.CLOSED, Availability.OPEN);
  }

  @Test
  void theOnlyOneMayNotLeave() {
    is("a", leaving(1));
    assertThat(all(state(CHECKED, A))).containsExactly(Availability.OPEN);
  }

  @Test
  void whoComesBackGetsAGrowingShare() {
    isDown("a");
    IntentState state = state(SLOW, A, B, C);
    RoutingTable before = assembler.assemble(state, null, 0);
    isUp("a");
    RoutingTable back = assembler.assemble(state, before, 5_000);
    assertThat(shares(back)).containsExactly(0.0, 1.0, 1.0);
    RoutingTable quarter = assembler.assemble(state, back, 5_250);
    assertThat(shares(quarter)).containsExactly(0.25, 1.0, 1.0);
    RoutingTable warm = assembler.assemble(state, quarter, 6_000);
    assertThat(shares(warm)).containsExactly(1.0, 1.0, 1.0);
    assertThat(shares(assembler.assemble(state, warm, 6_001))).containsExactly(1.0, 1.0, 1.0);
  }

  @Test
  void whoFallsWhileItWarmsBeginsAnew() {
    isDown("a");
    IntentState state = state(SLOW, A, B, C);
    RoutingTable table = assembler.assemble(state, null, 0);
    isUp("a");
    table = assembler.assemble(state, assembler.assemble(state, table, 0), 900);
    assertThat(shares(table)).startsWith(0.9);
    isDown("a");
    table = assembler.assemble(state, table, 950);
    isUp("a");
    table = assembler.assemble(state, table, 960);
    assertThat(shares(table)).startsWith(0.0);
  }

  @Test
  void nobodyWarmsAtTheStartOrWhenMostAreCold() {
    IntentState state = state(SLOW, A, B, C);
    assertThat(shares(assembler.assemble(state, null, 0))).containsExactly(1.0, 1.0, 1.0);
    isDown("a");
    isDown("b");
    RoutingTable one = assembler.assemble(state, null, 0);
    isUp("a");
    RoutingTable two = assembler.assemble(state, one, 0);
    assertThat(shares(two)).as("half is not most").containsExactly(0.0, 1.0, 1.0);
    isUp("b");
    RoutingTable three = assembler.assemble(state, two, 500);
    assertThat(shares(three)).containsExactly(1.0, 1.0, 1.0);
    assertThat(shares(assembler.assemble(state, three, 600))).containsExactly(1.0, 1.0, 1.0);
  }

  @Test
  void whoIsAddedOrMadeReadyWarmsToo() {
    IntentState state = state(SLOW, A, B, "c=h:3*1@MAINT");
    RoutingTable table = assembler.assemble(state, null, 0);
    IntentState ready = after(state, wish("c", AdminState.READY));
    assertThat(shares(assembler.assemble(ready, table, 0))).containsExactly(1.0, 1.0, 0.0);
    IntentState gone = after(state, remove("c"));
    RoutingTable without = assembler.assemble(gone, table, 0);
    assertThat(shares(assembler.assemble(state(SLOW, A, B, C), without, 0)))
        .containsExactly(1.0, 1.0, 0.0);
  }

  @Test
  void theShareOnlyGrowsWhateverBecomesOfTheWindow() {
    isDown("a");
    IntentState state = state(SLOW, A, B, C);
    RoutingTable table = assembler.assemble(state, null, 0);
    isUp("a");
    table = assembler.assemble(state, assembler.assemble(state, table, 0), 600);
    CareConfig longer =
        CareConfig.DEFAULT.withSlowStart(
            new SlowStartConfig(Duration.ofNanos(10_000), SlowStartConfig.Curve.LINEAR));
    table = assembler.assemble(state(longer, A, B, C), table, 700);
    assertThat(shares(table)).startsWith(0.6);
    assertThat(shares(assembler.assemble(state(longer, A, B, C), table, 8_000))).startsWith(0.8);
  }

  @Test
  void theExponentialCurveDoublesTenTimes() {
    SlowStartConfig rule =
        new SlowStartConfig(Duration.ofNanos(1000), SlowStartConfig.Curve.EXPONENTIAL);
    assertThat(rule.share(0)).isEqualTo(1.0 / 1024);
    assertThat(rule.share(500)).isEqualTo(1.0 / 32);
    assertThat(rule.share(900)).isCloseTo(0.5, within(1e-9));
    assertThat(rule.share(1000)).isEqualTo(1);
  }

  @Test
  void stepsAreAHundredthOfTheShortestWindow() {
    isDown("a");
    SlowStartConfig minute =
        new SlowStartConfig(Duration.ofMinutes(1), SlowStartConfig.Curve.LINEAR);
    IntentState state = state(CareConfig.DEFAULT.withSlowStart(minute), A, B, C);
    RoutingTable table = assembler.assemble(state, null, 0);
    assertThat(WarmSteps.millis(table)).isZero();
    isUp("a");
    table = assembler.assemble(state, table, 0);
    assertThat(WarmSteps.millis(table)).isEqualTo(600);
  }

  @Test
  void nobodyWarmsInAStrictPool() {
    isDown("a");
    PoolConfig strict = pool(A, B, C).withCare(SLOW);
    IntentState state =
        start(
            file(
                Map.of(
                    "carts",
                    strict.withSession(strict.session().withOnUnavailable(OnUnavailable.FAIL)))));
    RoutingTable before = assembler.assemble(state, null, 0);
    isUp("a");
    assertThat(shares(assembler.assemble(state, before, 0))).containsExactly(1.0, 1.0, 1.0);
  }
}
