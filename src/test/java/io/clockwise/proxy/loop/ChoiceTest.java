package io.clockwise.proxy.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Backend;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.Health;
import io.clockwise.model.OffOwner;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.placement.build.Placements;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.telemetry.Meters;
import io.clockwise.testkit.TestRoutes;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChoiceTest {
  private static PoolSnapshot pool(AdminState first, Health health) {
    PoolConfig config =
        new PoolConfig(Ring.DEFAULT, List.of(), ConnectionsConfig.DEFAULT, TimeoutsConfig.DEFAULT);
    return new PoolSnapshot(
        "p",
        1,
        config,
        Placements.build(Ring.DEFAULT, List.of(new Member("a", 1), new Member("b", 1))),
        List.of(slot("a", first, health), slot("b", AdminState.READY, Health.UP)));
  }

  private static PoolSnapshot.Slot slot(String id, AdminState state, Health health) {
    return new PoolSnapshot.Slot(
        new Backend(id, new BackendAddress("127.0.0.1", 1), 1, state),
        Availability.of(state, health),
        new Meters(1).backend("p", id));
  }

  @Test
  void aClosedBackendIsTakenOutOrDoesNotAnswer() {
    assertThat(Choice.whyClosed(pool(AdminState.READY, Health.DOWN), 0)).isEqualTo(OffOwner.DOWN);
    assertThat(Choice.whyClosed(pool(AdminState.DRAIN, Health.UP), 0)).isEqualTo(OffOwner.DRAIN);
    assertThat(Choice.whyClosed(pool(AdminState.MAINT, Health.DOWN), 0)).isEqualTo(OffOwner.DRAIN);
  }

  @Test
  void theFirstReasonCountsAndTheOwnerNeedsNone() {
    PoolSnapshot pool = pool(AdminState.READY, Health.UP);
    CompiledRoute route = CompiledRoute.of(TestRoutes.of("{ pool: p, key: path }"), pool);
    Choice atOwner = new Choice(route, pool, 0, 0, ChosenBy.PLACEMENT, null, null);
    Choice moved = atOwner.withBackend(1, OffOwner.FULL);

    assertThat(moved.offOwner()).isEqualTo(OffOwner.FULL);
    assertThat(moved.withBackend(1, OffOwner.RETRY).offOwner()).isEqualTo(OffOwner.FULL);
    assertThat(moved.withBackend(0, OffOwner.RETRY).offOwner()).isNull();
    assertThat(moved.inBackup(pool, 1).offOwner()).isNull();
    Choice nobodys = new Choice(route, pool, 0, -1, ChosenBy.FALLBACK, null, null);
    assertThat(nobodys.withBackend(1, OffOwner.RETRY).offOwner()).isNull();
  }
}
