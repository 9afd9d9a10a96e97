package io.clockwise.control.table;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.CareConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.SlowStartConfig;
import io.clockwise.event.IntentState;
import io.clockwise.event.health.HealthView;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Backend;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.Drain;
import io.clockwise.model.Health;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.PoolSnapshot.Slot;
import io.clockwise.telemetry.Meters;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The backends of one pool with what may be given to them, from wishes and health. */
final class SlotList {
  private final Meters meters;
  private final HealthView health;

  SlotList(Meters meters, HealthView health) {
    this.meters = meters;
    this.health = health;
  }

  /**
   * Returns them, sorted by id.
   *
   * @param old the pool as it was; null: there was none
   */
  List<Slot> of(
      IntentState state,
      String pool,
      PoolConfig config,
      @Nullable PoolSnapshot old,
      long nowNanos) {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Keyed(byte[] id, Backend backend) {}
    Set<String> leaving = Leavers.among(pool, config.backends(), health);
    List<Slot> slots =
        config.backends().stream()
            .map(BackendConfig::toBackend)
            .map(backend -> new Keyed(backend.id().getBytes(StandardCharsets.UTF_8), backend))
            .sorted((a, b) -> Arrays.compareUnsigned(a.id(), b.id()))
            .map(keyed -> slot(state, pool, keyed.backend(), config.care(), leaving))
            .toList();
    List<Slot> serving = NoneUsable.open(LastOnes.open(slots), config.care().whenNoneUsable());
    boolean strict = config.session().onUnavailable().isStrict(); // there a key is where it belongs
    SlowStartConfig slowStart = strict ? SlowStartConfig.OFF : config.care().slowStart();
    return Warmups.of(serving, old, slowStart, nowNanos);
  }

  private Slot slot(
      IntentState state, String pool, Backend backend, CareConfig care, Set<String> leaving) {
    Drain drain =
        backend.adminState() == AdminState.DRAIN ? state.head().drain(pool, backend.id()) : null;
    BackendHealth known = health.of(pool, backend.id());
    BackendHealth now = known == null ? unknown(care.health()) : known;
    boolean leaves = backend.adminState() == AdminState.READY && leaving.contains(backend.id());
    return new Slot(
        backend,
        Availability.of(
            leaves ? AdminState.DRAIN : backend.adminState(), counted(now, care.health()), drain),
        meters.backend(pool, backend.id()),
        drain,
        now,
        null);
  }

  private static BackendHealth unknown(@Nullable HealthConfig checks) {
    if (checks == null) {
      return BackendHealth.UP;
    }
    Health first = checks.initial() == HealthConfig.Initial.DOWN ? Health.DOWN : Health.CHECKING;
    return BackendHealth.of(first);
  }

  /* One that is not known yet serves where the document says so. */
  private static Health counted(BackendHealth now, @Nullable HealthConfig checks) {
    boolean trusted = checks != null && checks.initial() == HealthConfig.Initial.UP;
    return trusted && now.effective() == Health.CHECKING ? Health.UP : now.effective();
  }
}
