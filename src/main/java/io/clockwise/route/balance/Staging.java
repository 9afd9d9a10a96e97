package io.clockwise.route.balance;

import io.clockwise.config.ChangeBudgetConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of a pool that moves its keys by and by. Immutable.
 *
 * @param perMinute the largest share of the key space that moves in a minute
 * @param atNanos when it was as it says here, by the clock that does not jump
 * @param paused whether nothing moves at present
 * @param parts what moves, the oldest first; never empty
 */
public record Staging(double perMinute, long atNanos, boolean paused, List<Part> parts) {
  /** What a part of it does. */
  public enum Kind {
    /** Backends were added or removed, or have other weights. */
    PLACEMENT,
    /** A backend was made ready. */
    COMING,
    /** Autoscale drains a backend. */
    LEAVING
  }

  /**
   * Some keys that move for one reason.
   *
   * @param backend that comes or leaves; null: the placement as a whole
   * @param moved the share of the key space that moves, 0 to 1
   * @param progress how much of that has moved, 0 to 1
   * @param waitsFor the backends that get keys and are not open; with all the rest moved, it ends
   *     when they are
   */
  public record Part(
      Kind kind, @Nullable String backend, double moved, double progress, List<String> waitsFor) {
    /** Copies the list. */
    public Part {
      waitsFor = List.copyOf(waitsFor);
    }

    /** Returns the same so much further; never beyond its end. */
    public Part further(double share) {
      double then = moved <= 0 ? 1 : Math.min(1, progress + share / moved);
      return new Part(kind, backend, moved, then, waitsFor);
    }

    /** Returns the same that waits for others. */
    public Part waitingFor(List<String> others) {
      return new Part(kind, backend, moved, progress, others);
    }

    /** Tells whether all of it has moved. */
    public boolean isThere() {
      return progress >= 1;
    }
  }

  /** Copies the list. */
  public Staging {
    parts = List.copyOf(parts);
  }

  /** Returns the share of the key space that moves from its beginning to its end. */
  public double moved() {
    return parts.stream().mapToDouble(Part::moved).sum();
  }

  /** Returns the share of the key space that has still to move. */
  public double left() {
    return parts.stream().mapToDouble(part -> part.moved() * (1 - part.progress())).sum();
  }

  /** Returns how much of it has moved, 0 to 1. */
  public double progress() {
    double all = moved();
    return all <= 0 ? 1 : 1 - left() / all;
  }

  /** Returns how long the rest takes while it is not paused, in nanoseconds. */
  public long remainingNanos() {
    return new ChangeBudgetConfig(perMinute).nanos(left());
  }

  /** Returns the backends that it waits for, since they get keys and are not open. */
  public List<String> waitsFor() {
    return parts.stream().flatMap(part -> part.waitsFor().stream()).distinct().sorted().toList();
  }

  /** Tells whether time alone brings it further. */
  public boolean isMoving() {
    return !paused && parts.stream().anyMatch(part -> !part.isThere() && part.waitsFor().isEmpty());
  }

  /** Tells whether it stands where it stood, and time alone changes nothing about that. */
  public boolean isStillAs(Staging before) {
    return !isMoving()
        && !before.isMoving()
        && paused == before.paused
        && perMinute == before.perMinute
        && parts.equals(before.parts);
  }

  /** Tells whether a backend gives its keys away by and by. */
  public boolean isLeaving(String id) {
    return parts.stream()
        .anyMatch(part -> part.kind() == Kind.LEAVING && id.equals(part.backend()));
  }
}
