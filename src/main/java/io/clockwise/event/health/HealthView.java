package io.clockwise.event.health;

import io.clockwise.model.BackendHealth;
import org.jspecify.annotations.Nullable;

/** What is known of the health of backends; read from any thread. */
@FunctionalInterface
public interface HealthView {
  /** Everybody is up. */
  HealthView ALL_UP = (pool, id) -> BackendHealth.UP;

  /** Returns what is known of a backend; null: nothing yet. */
  @Nullable BackendHealth of(String pool, String id);
}
