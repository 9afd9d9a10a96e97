package io.clockwise.telemetry.hot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/*
 * Sketches are merged by adding counts and errors; where one does not have a key, the key may have
 * had as many requests as its least counter says, which is added to both (Agarwal et al.: Mergeable
 * Summaries, PODS 2012). So the bounds hold for the sum.
 */
/**
 * The requests of a pool's keys over some windows.
 *
 * @param requests those with a key
 * @param keys that surely had some of them, the one with the largest share first
 */
public record KeyShares(long requests, List<HeavyKey> keys) {
  /** There were none. */
  public static final KeyShares NONE = new KeyShares(0, List.of());

  private static final Comparator<HeavyKey> HEAVIEST_FIRST =
      Comparator.comparingDouble(HeavyKey::share).reversed().thenComparing(HeavyKey::hash);

  /** Copies the list. */
  public KeyShares {
    keys = List.copyOf(keys);
  }

  private static final class Sum {
    long count;
    long error;
    long least;
    HeavyKey.@Nullable Text text;
  }

  /** Merges windows, of several loops or of one. */
  static KeyShares of(List<KeyWindow> windows) {
    Map<Long, Sum> sums = new HashMap<>();
    long total = 0;
    long least = 0;
    for (KeyWindow window : windows) {
      total += window.total();
      least += window.least();
      for (int i = 0; i < window.size(); i++) {
        Sum sum = sums.computeIfAbsent(window.key(i), key -> new Sum());
        sum.count += window.count(i);
        sum.error += window.error(i);
        sum.least += window.least();
        if (sum.text == null) {
          sum.text = window.text(i);
        }
      }
    }
    List<HeavyKey> keys = new ArrayList<>();
    for (Map.Entry<Long, Sum> each : sums.entrySet()) {
      Sum sum = each.getValue();
      long unseen = least - sum.least;
      double share = (double) (sum.count - sum.error) / total;
      keys.add(
          new HeavyKey(each.getKey(), sum.count + unseen, sum.error + unseen, share, sum.text));
    }
    keys.sort(HEAVIEST_FIRST);
    return new KeyShares(total, keys);
  }

  /** Returns the largest share of a key; 0: there are none. */
  public double largest() {
    return keys.isEmpty() ? 0 : keys.get(0).share();
  }
}
