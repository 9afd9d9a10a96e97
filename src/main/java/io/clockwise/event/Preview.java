package io.clockwise.event;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a change does to the keys, told before it happens.
 *
 * @param pools those that it touches
 */
public record Preview(List<Pool> pools) {
  /** Copies the list. */
  public Preview {
    pools = List.copyOf(pools);
  }

  /**
   * What happens in one pool; shares are fractions of the key space, 0 to 1.
   *
   * @param moved by who serves a key, with closed backends passed over
   * @param minimum what had to move, given what each backend serves before and after
   * @param placementMoved by who owns a key, open or not
   * @param exact whether shares are sums of lengths, not estimates by sample keys
   * @param moves the largest first
   * @param before what each backend serves before, by id
   * @param after what each backend serves after, by id
   * @param sessions the live sessions of backends that take no new ones after
   * @param trafficMoved the share of recent requests whose key another backend serves after; null:
   *     there were none, or they say nothing of it
   * @param takes how long it takes, with what is on its way already; null: it moves at once
   */
  public record Pool(
      String pool,
      double moved,
      double minimum,
      double placementMoved,
      boolean exact,
      List<Move> moves,
      Map<String, Double> before,
      Map<String, Double> after,
      long sessions,
      @Nullable Double trafficMoved,
      @Nullable Duration takes) {
    /** Copies the collections. */
    public Pool {
      moves = List.copyOf(moves);
    }
  }

  /**
   * A part of the keys that changes hands.
   *
   * @param from id; null: nobody
   * @param to id; null: nobody
   */
  public record Move(@Nullable String from, @Nullable String to, double share) {}
}
