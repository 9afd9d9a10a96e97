package io.clockwise.admin.events;

import io.clockwise.event.health.HealthPort;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Freezes of availability: that one begins, is to last until another moment, or is over. */
final class FreezeEvents {
  private final EventRing ring;
  private final HealthPort health;
  private @Nullable Instant told;

  /** Begins with what holds at this time. */
  FreezeEvents(EventRing ring, HealthPort health, Instant now) {
    this.ring = ring;
    this.health = health;
    this.told = until(now);
  }

  private @Nullable Instant until(Instant now) {
    Instant until = health.frozenUntil();
    return until != null && until.isAfter(now) ? until : null;
  }

  /**
   * Looks whether there is news.
   *
   * @param actor who has just asked for it; null: nobody, time has passed
   * @param reason why; empty: none was given
   */
  void look(Instant now, @Nullable String actor, String reason) {
    Instant until = until(now);
    if (Objects.equals(until, told)) {
      return;
    }
    told = until;
    ring.add(
        Event.FREEZE,
        Set.of(),
        new JsonObject()
            .put("frozenUntil", until == null ? null : until.toString())
            .put("actor", actor)
            .put("reason", reason));
  }
}
