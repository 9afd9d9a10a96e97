package io.clockwise.control.table;

import static io.clockwise.control.intent.Intents.address;
import static io.clockwise.control.intent.Intents.after;
import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.start;
import static io.clockwise.control.intent.Intents.weight;
import static io.clockwise.control.intent.Intents.wish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.clockwise.event.BackendChange;
import io.clockwise.event.IntentState;
import io.clockwise.event.Preview;
import io.clockwise.event.health.HealthView;
import io.clockwise.model.AdminState;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.hot.KeyTraffic;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** How much of the recent traffic a change moves, with one heavy key. */
class TrafficMovedTest {
  private static final long NOW = 1_000_000 * KeyTraffic.WINDOW_MILLIS;

  private final Meters meters = new Meters(2);
  private final TableAssembler assembler = new TableAssembler(meters, HealthView.ALL_UP);
  private final IntentState state =
      start(file("a=h:1*1@READY", "b=h:2*1@READY", "c=h:3*1@READY", "d=h:4*1@READY"));
  private final RoutingTable before = assembler.assemble(state, null);
  private final PoolSnapshot carts = before.pools().get("carts");

  private Preview.Pool preview(BackendChange change) {
    RoutingTable next = assembler.assemble(after(state, change), before);
    return Previews.compare(before, next, NOW).pools().get(0);
  }

  /* Four of ten requests have a key of this backend, the others any. */
  private void skew(String owner) {
    SplittableRandom random = new SplittableRandom(3);
    RoutingKey heavy = new RoutingKey();
    do {
      heavy.setHash(random.nextLong());
    } while (!carts.backend(Router.owner(carts, heavy)).id().equals(owner));
    for (int i = 0; i < 50_000; i++) {
      RoutingKey key = i % 10 < 4 ? heavy : RoutingKey.ofHash(random.nextLong());
      carts.traffic().note(i % 2, key, NOW - 1);
    }
    carts.traffic().note(0, heavy, NOW);
    carts.traffic().note(1, heavy, NOW);
  }

  @Test
  void withoutTrafficNothingIsSaid() {
    assertThat(preview(wish("a", AdminState.MAINT)).trafficMoved()).isNull();
  }

  @Test
  void aHeavyKeyCountsByWhereItGoes() {
    skew("a");
    Preview.Pool with = preview(wish("a", AdminState.MAINT));
    assertThat(with.moved()).isBetween(0.2, 0.3);
    assertThat(with.trafficMoved()).isCloseTo(0.4 + 0.6 * with.moved(), within(0.01));
    Preview.Pool without = preview(wish("b", AdminState.MAINT));
    assertThat(without.trafficMoved()).isCloseTo(0.6 * without.moved(), within(0.01));
    assertThat(preview(weight("b", 5)).trafficMoved()).isBetween(0.0, 1.0);
  }

  @Test
  void anAddressMovesNothing() {
    skew("a");
    assertThat(preview(address("a", "h:9")).trafficMoved()).isZero();
  }
}
