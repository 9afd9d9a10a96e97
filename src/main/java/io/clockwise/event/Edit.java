package io.clockwise.event;

import io.clockwise.config.BackendConfig;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.Drain;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
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

  /** Returns what it does, for people, each thing by itself. */
  public List<String> inWords() {
    String target = pool + "/" + id;
    BackendConfig before = from;
    BackendConfig after = to;
    if (before == null && after != null) {
      return List.of(new BackendChange.Add(pool, after).inWords());
    }
    if (before != null && after == null) {
      return List.of(new BackendChange.Remove(pool, id).inWords());
    }
    if (after != null && base == null && drain != null && drain.terms().leaves()) {
      return List.of("drain " + target + ": the document has it no more");
    }
    if (before == null || after == null || before.equals(after)) {
      boolean same = Objects.equals(base, after);
      return List.of(target + (same ? " is as the document says" : " stays as the API made it"));
    }
    List<String> words = new ArrayList<>();
    if (!before.withState(after.state()).equals(after)) {
      words.add(
          new BackendChange.Set(pool, id, weight(before, after), address(before, after)).inWords()
              + others(before, after));
    }
    if (before.state() != after.state()) {
      words.add(new BackendChange.Wish(pool, id, after.state()).inWords());
    }
    return words;
  }

  private static OptionalInt weight(BackendConfig before, BackendConfig after) {
    return before.weight() == after.weight() ? OptionalInt.empty() : OptionalInt.of(after.weight());
  }

  private static Optional<BackendAddress> address(BackendConfig before, BackendConfig after) {
    return before.address().equals(after.address())
        ? Optional.empty()
        : Optional.of(after.address());
  }

  private static String others(BackendConfig before, BackendConfig after) {
    StringBuilder text = new StringBuilder();
    if (!before.placementName().equals(after.placementName())) {
      text.append(" placementName '").append(after.placementName()).append('\'');
    }
    if (!before.zone().equals(after.zone())) {
      text.append(" zone '").append(after.zone()).append('\'');
    }
    if (before.standby() != after.standby()) {
      text.append(" standby ").append(after.standby());
    }
    return text.toString();
  }

  /** Returns what the overlay says of the backend after; null: what the document says holds. */
  public @Nullable OverlayEntry entry() {
    return Objects.equals(base, to) ? null : new OverlayEntry(base, to);
  }
}
