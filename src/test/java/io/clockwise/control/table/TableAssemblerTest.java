package io.clockwise.control.table;

import static io.clockwise.control.intent.Intents.add;
import static io.clockwise.control.intent.Intents.address;
import static io.clockwise.control.intent.Intents.after;
import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.pool;
import static io.clockwise.control.intent.Intents.pools;
import static io.clockwise.control.intent.Intents.remove;
import static io.clockwise.control.intent.Intents.start;
import static io.clockwise.control.intent.Intents.weight;
import static io.clockwise.control.intent.Intents.wish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.event.IntentState;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.Health;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.placement.build.Placements;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.BackendMeters;
import io.clockwise.telemetry.Meters;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TableAssemblerTest {
  private static final String A = "a=h:1*1@READY";
  private static final String B = "b=h:2*2@READY";
  private final Meters meters = new Meters(1);
  private int built;
  private final TableAssembler assembler =
      new TableAssembler(
          meters,
          (pool, id) -> BackendHealth.of(id.equals("down") ? Health.DOWN : Health.UP),
          (settings, members, closed, previous) -> {
            built++;
            return Placements.build(settings, members, closed, previous);
          });

  private static List<String> ids(PoolSnapshot pool) {
    return IntStream.range(0, pool.size()).mapToObj(i -> pool.backend(i).id()).toList();
  }

  private static PoolSnapshot carts(RoutingTable table) {
    return table.pools().get("carts");
  }

  @Test
  void theFirstTableIsEpochOne() {
    IntentState state = start(file(B, A, "z=h:3*0@READY"));
    RoutingTable table = assembler.assemble(state, null);
    assertThat(table.epoch()).isEqualTo(1);
    assertThat(table.revision()).isEqualTo(1);
    assertThat(table.config()).isEqualTo(state.effective());
    assertThat(ids(carts(table))).containsExactly("a", "b", "z");
    assertThat(carts(table).placement().members())
        .extracting("id", "weight")
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("a", 1),
            org.assertj.core.groups.Tuple.tuple("b", 2));
  }

  @Test
  void slotsAreInTheOrderOfUnsignedBytes() {
    RoutingTable table =
        assembler.assemble(start(file("b=h:1*1@READY", "a:=h:1*1@READY", "B=h:1*1@READY")), null);
    assertThat(ids(carts(table))).containsExactly("B", "a:", "b");
  }

  @Test
  void availabilityIsTheWishAndTheHealth() {
    RoutingTable table =
        assembler.assemble(
            start(file(A, "d=h:1*1@DRAIN", "down=h:1*1@READY", "m=h:1*1@MAINT")), null);
    assertThat(IntStream.range(0, 4).mapToObj(carts(table)::availability))
        .containsExactly(
            Availability.OPEN, Availability.STICKY_ONLY, Availability.CLOSED, Availability.CLOSED);
  }

  @Test
  void aPlacementIsReusedUntilMembersChange() {
    IntentState one = start(file(A, B));
    RoutingTable first = assembler.assemble(one, null);
    IntentState two = after(one, wish("a", AdminState.DRAIN), address("b", "h:9"));
    RoutingTable second = assembler.assemble(two, first);
    assertThat(second.epoch()).isEqualTo(2);
    assertThat(carts(second)).isNotSameAs(carts(first));
    assertThat(carts(second).placement()).isSameAs(carts(first).placement());
    assertThat(carts(second).meters(0)).isSameAs(carts(first).meters(0));
    IntentState three = after(two, add("z=h:3*0@READY"));
    RoutingTable third = assembler.assemble(three, second);
    assertThat(carts(third).placement()).isSameAs(carts(first).placement());
    assertThat(built).isEqualTo(1);
    RoutingTable fourth = assembler.assemble(after(three, weight("a", 2)), third);
    assertThat(carts(fourth).placement()).isNotSameAs(carts(first).placement());
    assertThat(built).isEqualTo(2);
  }

  @Test
  void untouchedPoolsKeepTheirSnapshot() {
    IntentState one = start(file(pools("carts", pool(A), "other", pool(B))));
    RoutingTable first = assembler.assemble(one, null);
    RoutingTable second = assembler.assemble(after(one, weight("a", 3)), first);
    assertThat(second.pools().get("other")).isSameAs(first.pools().get("other"));
    assertThat(carts(second).revision()).isEqualTo(2);
    assertThat(second.pools().get("other").revision()).isEqualTo(1);
  }

  @Test
  void routesLeadToTheSnapshotsOfTheTable() {
    RouteConfig route =
        new RouteConfig("r", MatchConfig.ANY, List.of(), MissingKeyPolicy.LEAST_REQUESTS, "carts");
    RoutingTable table = assembler.assemble(start(withRoutes(file(A, B), route)), null);
    assertThat(table.routes())
        .singleElement()
        .satisfies(compiled -> assertThat(compiled.pools()).containsExactly(carts(table)));
    RouteConfig lost =
        new RouteConfig("r", MatchConfig.ANY, List.of(), MissingKeyPolicy.LEAST_REQUESTS, "nope");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> assembler.assemble(start(withRoutes(file(A), lost)), null))
        .withMessageContaining("route r")
        .withMessageContaining("nope");
  }

  @Test
  void metersAreForgottenWhenTheirWorkIsDone() {
    IntentState one = start(file(A, B));
    RoutingTable first = assembler.assemble(one, null);
    BackendMeters busy = meters.backend("carts", "a");
    BackendMeters idle = meters.backend("carts", "b");
    busy.started(0);
    IntentState two = after(one, remove("a"), remove("b"), add("c=h:3*1@READY"));
    RoutingTable second = assembler.assemble(two, first);
    assembler.forgetOthers(second);
    assertThat(meters.backend("carts", "a")).isSameAs(busy);
    assertThat(meters.backend("carts", "b")).isNotSameAs(idle);
    busy.ended(0, false);
    assembler.forgetOthers(second);
    assertThat(meters.backend("carts", "a")).isNotSameAs(busy);
    assertThat(meters.backend("carts", "c")).isSameAs(carts(second).meters(0));
  }

  @Test
  void anEmptyPoolIsAPool() {
    RoutingTable table = assembler.assemble(start(file(Map.of("carts", pool()))), null);
    assertThat(carts(table).size()).isZero();
    assertThat(carts(table).openCount()).isZero();
  }

  private static ClockwiseConfig withRoutes(ClockwiseConfig c, RouteConfig... routes) {
    return new ClockwiseConfig(
        c.instance(),
        c.listeners(),
        c.trustedProxies(),
        c.admin(),
        c.limits(),
        c.shutdown(),
        c.accessLog(),
        List.of(routes),
        c.pools());
  }
}
