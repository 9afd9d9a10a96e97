package io.clockwise.control.load;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.clockwise.config.AffinityConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.CareConfig;
import io.clockwise.config.HotKeysConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.hot.HotKeys;
import io.clockwise.telemetry.hot.KeyTraffic;
import io.clockwise.testkit.TestConfig;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** When keys become hot, and when they cease to be. */
class HotKeyWatchTest {
  private static final long BEGIN = 1_000_000 * KeyTraffic.WINDOW_MILLIS;
  private static final long HOT = 0xabcdL;

  private final Meters meters = new Meters(2);
  private final KeyTraffic traffic = meters.traffic(TestConfig.POOL);
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private final SplittableRandom random = new SplittableRandom(7);
  private int changes;
  private RoutingTable table = table(config -> config);
  private final HotKeyWatch watch = new HotKeyWatch(() -> table, meters, () -> changes++);
  private long now = BEGIN;

  @BeforeEach
  void listen() {
    logged.start();
    ((Logger) LoggerFactory.getLogger(HotKeyWatch.class)).addAppender(logged);
  }

  @AfterEach
  void end() {
    ((Logger) LoggerFactory.getLogger(HotKeyWatch.class)).detachAppender(logged);
  }

  private RoutingTable table(UnaryOperator<PoolConfig> change) {
    List<BackendConfig> backends =
        Stream.of("a", "b")
            .map(
                id ->
                    new BackendConfig(id, new BackendAddress("127.0.0.1", 1), 1, AdminState.READY))
            .toList();
    CareConfig care = CareConfig.DEFAULT.withHotKeys(new HotKeysConfig(0.1, 2, false));
    return TestConfig.of()
        .withBackends(backends)
        .withPool(pool -> change.apply(pool.withCare(care)))
        .table(1, meters);
  }

  /** One second of requests, of which a share has one key; then a look. */
  private HotKeys second(int requests, double share) {
    RoutingKey key = new RoutingKey();
    for (int i = 0; i < requests; i++) {
      boolean hot = random.nextDouble() < share;
      key.setHash(hot ? HOT : random.nextLong());
      traffic.note(i % 2, key, now + 1_000L * i / requests);
    }
    now += 1_000;
    watch.look(now);
    return meters.hotKeys(TestConfig.POOL);
  }

  private int secondsUntil(boolean hot, int requests, double share) {
    for (int seconds = 1; seconds <= 60; seconds++) {
      if (second(requests, share).contains(HOT) == hot) {
        return seconds;
      }
    }
    throw new AssertionError("not within a minute");
  }

  private List<String> lines() {
    return logged.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void aKeyOf30PerCentIsFoundWithin10SecondsWheneverItBegins() {
    for (int offset = 0; offset < 5; offset++) {
      now = BEGIN + offset * 1_000_000L + offset * 1_000L;
      for (int i = 0; i < 20; i++) {
        assertThat(second(1_000, 0).isEmpty()).isTrue();
      }
      assertThat(secondsUntil(true, 1_000, 0.3)).isLessThanOrEqualTo(10);
      assertThat(meters.hotKeys(TestConfig.POOL)).isEqualTo(new HotKeys(HOT));
      assertThat(secondsUntil(false, 1_000, 0)).isLessThanOrEqualTo(17);
    }
    assertThat(changes).isEqualTo(10);
    assertThat(lines()).hasSize(10);
    assertThat(lines().get(0)).matches("pool test: key 000000000000abcd is hot, [0-9]+ % of the.*");
    assertThat(lines().get(1)).isEqualTo("pool test: key 000000000000abcd is hot no more");
  }

  @Test
  void aKeyThatIsHotStaysSoAboveHalfOfTheBound() {
    for (int i = 0; i < 20; i++) {
      assertThat(second(2_000, 0.07).isEmpty()).as("below the bound").isTrue();
    }
    secondsUntil(true, 2_000, 0.2);
    for (int i = 0; i < 30; i++) {
      assertThat(second(2_000, 0.07).contains(HOT)).as("above half of it").isTrue();
    }
    secondsUntil(false, 2_000, 0.02);
    assertThat(changes).isEqualTo(2);
  }

  @Test
  void twoLooksInARowTakeAKeyBack() {
    secondsUntil(true, 1_000, 0.5);
    long later = now + 10 * KeyTraffic.WINDOW_MILLIS;
    watch.look(later); // no requests since
    assertThat(meters.hotKeys(TestConfig.POOL).contains(HOT)).isTrue();
    watch.look(now);
    watch.look(later);
    assertThat(meters.hotKeys(TestConfig.POOL).contains(HOT)).as("not in a row").isTrue();
    watch.look(later);
    assertThat(meters.hotKeys(TestConfig.POOL).isEmpty()).isTrue();
  }

  @Test
  void fewRequestsSayNothing() {
    for (int i = 0; i < 20; i++) {
      assertThat(second(9, 1).isEmpty()).isTrue();
    }
    assertThat(secondsUntil(true, 25, 1)).isLessThanOrEqualTo(10);
  }

  @Test
  void atMost64KeysOfAPoolAreHot() {
    CareConfig care = CareConfig.DEFAULT.withHotKeys(new HotKeysConfig(0.005, 2, false));
    table = table(pool -> pool.withCare(care));
    RoutingKey key = new RoutingKey();
    for (int i = 0; i < 10_000; i++) {
      traffic.note(0, key.setHash(i % 105 < 5 ? 1 : i % 105), now);
    }
    traffic.note(0, key, now + KeyTraffic.WINDOW_MILLIS);
    watch.look(now + KeyTraffic.WINDOW_MILLIS);
    HotKeys hot = meters.hotKeys(TestConfig.POOL);
    assertThat(hot.size()).isEqualTo(PoolHeat.MOST);
    assertThat(hot.contains(1)).as("the heaviest").isTrue();
  }

  @Test
  void keysThatAreBoundAreNeverSpread() {
    SessionConfig table = SessionConfig.DEFAULT.withAffinity(AffinityConfig.Table.DEFAULT);
    this.table = table(pool -> pool.withSession(table));
    for (int i = 0; i < 15; i++) {
      assertThat(second(1_000, 0.5).isEmpty()).isTrue();
    }
    this.table = table(pool -> pool);
    assertThat(second(1_000, 0.5).contains(HOT)).isTrue();
    this.table = table(pool -> pool.withCare(CareConfig.DEFAULT));
    assertThat(second(1_000, 0.5).isEmpty()).as("hotKeys is off").isTrue();
    assertThat(changes).isEqualTo(2);
  }
}
