package io.clockwise.admin.form;

import io.clockwise.config.HealthConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.Drain;
import io.clockwise.model.Health;
import io.clockwise.route.PoolSnapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is out of the ordinary with a backend, in the words of answers. */
public final class BackendFlags {
  private BackendFlags() {}

  /**
   * Returns those of a backend of a table.
   *
   * @param drain that it is in; null: none
   */
  public static List<String> of(PoolSnapshot pool, int index, @Nullable Drain drain) {
    PoolSnapshot.Slot slot = pool.slot(index);
    List<String> flags = new ArrayList<>();
    if (slot.health().ejected()) {
      flags.add("ejected");
    }
    boolean ready = slot.backend().adminState() == AdminState.READY;
    if (slot.warmup() != null && ready) {
      flags.add("warming");
    }
    if (slot.health().leaving() || leaves(drain)) {
      flags.add("leaving");
    }
    if (drain != null
        && drain.isOpen()
        && slot.availability() == Availability.OPEN
        && slot.warmup() == null) {
      flags.add("last");
    }
    if (isPanic(pool, index)) {
      flags.add("panic");
    }
    return flags;
  }

  /** Returns those of a backend that no table has yet. */
  public static List<String> of(@Nullable Drain drain) {
    return leaves(drain) ? List.of("leaving") : List.of();
  }

  /** Tells whether a pool serves by a backend that is not usable, since no other one is. */
  public static boolean isPanic(PoolSnapshot pool, int index) {
    PoolSnapshot.Slot slot = pool.slot(index);
    return slot.availability() == Availability.OPEN
        && slot.backend().adminState() == AdminState.READY
        && !isUsable(slot.health(), pool.config().care().health());
  }

  private static boolean isUsable(BackendHealth health, @Nullable HealthConfig checks) {
    boolean trusted = checks != null && checks.initial() == HealthConfig.Initial.UP;
    return health.effective() == Health.UP || trusted && health.effective() == Health.CHECKING;
  }

  private static boolean leaves(@Nullable Drain drain) {
    return drain != null && drain.terms().leaves();
  }
}
