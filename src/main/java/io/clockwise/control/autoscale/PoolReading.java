package io.clockwise.control.autoscale;

import io.clockwise.config.AutoscaleConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.ChangeBudgetConfig;
import io.clockwise.control.autoscale.ScaleFacts.Part;
import io.clockwise.control.autoscale.ScaleFacts.Role;
import io.clockwise.event.IntentState;
import io.clockwise.event.OverlayEntry;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Drain;
import io.clockwise.model.Health;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.balance.Staging;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a published table and the accepted intent say of a pool's backends. */
final class PoolReading {
  private static final Duration LONGEST = Duration.ofDays(7);

  private PoolReading() {}

  /** Returns the requests at the ready backends, long streams among them: they hold it, too. */
  static long inFlight(PoolSnapshot pool) {
    long sum = 0;
    for (int i = 0; i < pool.size(); i++) {
      if (pool.backend(i).adminState() == AdminState.READY) {
        sum += pool.meters(i).inFlight();
      }
    }
    return sum;
  }

  /*
   * Its keys leave it first, as fast as the budget lets them; its sessions have their time from then
   * on.
   */
  /** Returns the deadline of a drain of a backend; null: as the pool says. */
  static @Nullable Duration deadline(PoolSnapshot pool, String id) {
    ChangeBudgetConfig budget = pool.config().session().changeBudget();
    int place = pool.indexOf(id);
    if (budget == null || place < 0) {
      return null;
    }
    Staging staging = pool.staging();
    double moves = pool.share(place) + (staging == null ? 0 : staging.left());
    Duration whole =
        pool.config().session().drain().deadline().plusNanos(budget.nanos(moves)).plusSeconds(1);
    return whole.compareTo(LONGEST) < 0 ? whole : LONGEST;
  }

  /** Returns the backends, in the order of the document. */
  static List<Part> parts(IntentState state, PoolSnapshot pool, AutoscaleConfig rule) {
    Map<String, OverlayEntry> overlay = state.overlay().getOrDefault(pool.name(), Map.of());
    return pool.config().backends().stream()
        .flatMap(
            backend -> {
              int place = pool.indexOf(backend.id());
              return place < 0
                  ? Stream.empty()
                  : Stream.of(
                      part(pool, rule, backend, pool.slot(place), overlay.get(backend.id())));
            })
        .toList();
  }

  private static Part part(
      PoolSnapshot pool,
      AutoscaleConfig rule,
      BackendConfig backend,
      PoolSnapshot.Slot slot,
      @Nullable OverlayEntry entry) {
    boolean scaled = backend.standby() && entry != null && entry.isScaled();
    Drain drain = slot.drain();
    boolean warm = scaled && drain != null && drain.isOpen();
    return new Part(
        backend.id(),
        rule.capacityOf(backend.weight(), pool.config().connections()),
        slot.backend().adminState() == AdminState.READY
            ? ready(slot)
            : resting(backend, slot, entry),
        scaled && entry != null ? entry.scaled() : 0,
        warm);
  }

  /* A table may open backends that are down when no other is left: they are no capacity. */
  private static Role ready(PoolSnapshot.Slot slot) {
    Health health = slot.health().effective();
    if (slot.availability() == Availability.OPEN && health != Health.DOWN) {
      return Role.SERVING;
    }
    return health == Health.CHECKING ? Role.COMING : Role.OTHER;
  }

  private static Role resting(
      BackendConfig backend, PoolSnapshot.Slot slot, @Nullable OverlayEntry entry) {
    Drain drain = slot.drain();
    boolean may =
        backend.standby()
            && backend.weight() > 0
            && (entry == null || !entry.isOfOperator())
            && (drain == null || !drain.terms().leaves());
    boolean can = slot.health().effective() != Health.DOWN && !slot.health().leaving();
    return may && can ? Role.SPARE : Role.OTHER;
  }
}
