package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.OnOwnerChange;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Drain.Then;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.CutReason;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestTables;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Long streams whose key belongs to another backend from now on. */
class OwnerChangeIT extends LongStreamFixture {
  private static final UnaryOperator<RoutingTable> A_DOWN =
      table -> TestTables.available(table, "a", Availability.CLOSED);

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void closeClosesThemAndNoOthers(DataPath path) throws IOException {
    start(path, onOwnerChange(OnOwnerChange.CLOSE));
    try (RawClient moved = socket(a);
        RawClient stays = socket(b);
        RawClient events = proxy.connect();
        RawClient request = proxy.connect()) {
      get(events, "/events", a);
      get(request, "/part", a);
      awaitStreams(a, 2);
      proxy.publishTable(A_DOWN);
      assertThat(moved.text(HAS_MOVED.length())).isEqualTo(HAS_MOVED);
      assertThat(events.answer().text()).isEqualTo("data: 1\n\n");
      ended("/events", FailureKind.OWNER_CHANGED);
      assertAlive(stays);
      assertThat(proxy.inFlight(a)).isPositive(); // an ordinary request is none of the rule's
      request.reset();
    }
    awaitCuts(CutReason.OWNER_CHANGE, 2);
    awaitRest(a, b);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void closeAfterWaitsHalfOfTheTimeAtLeast(DataPath path) throws IOException {
    start(path, onOwnerChange(new OnOwnerChange(millis(1_000))));
    try (RawClient moved = socket(a)) {
      awaitStreams(a, 1);
      long began = System.nanoTime();
      drainA(Then.MOVE, Duration.ofHours(1), Duration.ofHours(1));
      assertThat(moved.text(HAS_MOVED.length())).isEqualTo(HAS_MOVED);
      assertThat(System.nanoTime() - began).isBetween(490_000_000L, 5_000_000_000L);
    }
    awaitRest(a);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void anOwnerThatIsBackInTimeKeepsThem(DataPath path) throws IOException {
    start(path, onOwnerChange(new OnOwnerChange(millis(1_500))));
    try (RawClient socket = socket(a)) {
      awaitStreams(a, 1);
      proxy.publishTable(A_DOWN);
      proxy.publish(config -> config);
      await().during(millis(1_700)).until(() -> streams(a) == 1);
      assertAlive(socket);
    }
    assertThat(cuts(CutReason.OWNER_CHANGE)).isZero();
    awaitRest(a);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void keepKeepsThemWhateverHappens(DataPath path) throws IOException {
    start(path);
    try (RawClient socket = socket(a);
        RawClient events = proxy.connect()) {
      get(events, "/events", a).head();
      awaitStreams(a, 2);
      proxy.publishTable(A_DOWN);
      proxy.publish(config -> config.withState("a", AdminState.MAINT));
      proxy.publish(
          config ->
              config.withBackends(
                  config.backends().stream().filter(each -> each.id().equals("b")).toList()));
      await().during(millis(200)).until(() -> cuts(CutReason.OWNER_CHANGE) == 0);
      assertAlive(socket);
      assertThat(events.text(14)).isEqualTo(EVENT);
      events.reset();
    }
    await().until(() -> proxy.inFlight() == 0);
  }

  @ParameterizedTest
  @EnumSource(DataPath.class)
  void aBackendThatIsGoneLosesThemByTheRule(DataPath path) throws IOException {
    start(path, onOwnerChange(OnOwnerChange.CLOSE));
    try (RawClient socket = socket(a)) {
      proxy.publish(
          config ->
              config.withBackends(
                  config.backends().stream().filter(each -> each.id().equals("b")).toList()));
      assertThat(socket.text(HAS_MOVED.length())).isEqualTo(HAS_MOVED);
    }
    await().until(() -> proxy.inFlight() == 0);
  }

  /** Fifty tables that change another pool, its members, drains and states. */
  @ParameterizedTest
  @EnumSource(DataPath.class)
  void changesOfAnotherPoolTouchNoStream(DataPath path) throws IOException {
    start(path, onOwnerChange(OnOwnerChange.CLOSE));
    TestConfig other = TestConfig.of(b, a);
    try (RawClient first = socket(a);
        RawClient second = socket(b);
        RawClient events = proxy.connect();
        RawClient part = proxy.connect()) {
      get(events, "/events", a).head();
      get(part, "/part", b).head();
      awaitStreams(a, 2);
      for (int i = 0; i < 50; i++) {
        TestConfig changed =
            i % 3 == 0
                ? other.withState("a", AdminState.DRAIN)
                : i % 3 == 1 ? other.withBackends(other.backends().subList(0, 1)) : other;
        proxy.publishTable(
            table ->
                TestTables.beside(table, changed.table(table.epoch(), proxy.meters()), "other"));
      }
      assertAlive(first);
      assertAlive(second);
      assertThat(events.text(14)).isEqualTo(EVENT);
      assertThat(part.text(10)).isEqualTo("0123456789");
      assertThat(proxy.inFlight()).isEqualTo(4);
      assertThat(proxy.records()).isEmpty();
      events.reset();
      part.reset();
    }
    awaitRest(a, b);
  }
}
