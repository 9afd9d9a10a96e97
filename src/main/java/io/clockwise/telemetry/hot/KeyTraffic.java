package io.clockwise.telemetry.hot;

import io.clockwise.model.placement.RoutingKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which keys of one pool have how many requests, over all event loops, in the two windows of 5 s
 * that ended last. Fixed memory: about 4 KiB for each loop, once or twice as much for what has
 * ended, and 8 KiB for each of these where keys are kept.
 */
public final class KeyTraffic {
  /** How long a window is. */
  public static final long WINDOW_MILLIS = 5_000;

  /** How many windows are looked at. */
  public static final int WINDOWS = 2;

  private final KeySketch[] loops;

  /** Makes that of so many event loops. */
  public KeyTraffic(int eventLoops) {
    loops = new KeySketch[eventLoops];
    Arrays.setAll(loops, i -> new KeySketch(WINDOW_MILLIS));
  }

  /** Says whether keys themselves are kept, besides their hashes; by any thread. */
  public void keepTexts(boolean keep) {
    for (KeySketch loop : loops) {
      loop.keepTexts(keep);
    }
  }

  /**
   * Counts a request of a key; by the event loop of that index only. Allocates nothing, but for the
   * first request of a window.
   */
  public void note(int loop, RoutingKey key, long epochMillis) {
    loops[loop].note(key, epochMillis);
  }

  /**
   * Returns what there was lately. A loop hands a window over with its first request after it.
   *
   * @param epochMillis the time
   */
  public KeyShares recent(long epochMillis) {
    long now = Math.floorDiv(epochMillis, WINDOW_MILLIS);
    List<KeyWindow> windows = new ArrayList<>();
    for (KeySketch loop : loops) {
      for (KeyWindow window : loop.finished()) {
        if (window.index() < now && window.index() >= now - WINDOWS) {
          windows.add(window);
        }
      }
    }
    return KeyShares.of(windows);
  }
}
