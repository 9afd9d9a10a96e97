package io.clockwise.event;

import io.clockwise.config.BackendConfig;
import io.clockwise.model.Drain;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an accepted change makes of one backend: all that is needed to repeat it, and to take it
 * back, without the document.
 *
 * @param base the backend as the document says it now; null: it is not in it
 * @param from the backend in effect before; null: there was none
 * @param to the backend in effect after; null: there is none
 * @param drain the drain that it is in after; null: none
 */
public record Edit(
    String pool,
    String id,
    @Nullable BackendConfig base,
    @Nullable BackendConfig from,
    @Nullable BackendConfig to,
    @Nullable Drain drain) {

  /**
   * Tells whether whoever looked at the pool before has to look again. The end of a drain is no
   * such change: who drains a backend and removes it then need not look between.
   */
  public boolean touches() {
    return !Objects.equals(from, to);
  }

  /** Returns what the overlay says of the backend after; null: what the document says holds. */
  public @Nullable OverlayEntry entry() {
    return Objects.equals(base, to) ? null : new OverlayEntry(base, to);
  }
}
