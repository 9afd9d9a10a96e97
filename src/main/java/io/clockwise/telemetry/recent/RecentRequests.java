package io.clockwise.telemetry.recent;

import io.clockwise.model.log.LogTarget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A sample of the requests that finished of late, bounded: the last so many of each kind that were
 * taken. An event loop takes so few in a minute that all loops need a minute at least to fill the
 * places of a kind.
 */
public final class RecentRequests {
  private static final int MOST_FOUND = 20;
  private static final Comparator<RecentRequest> NEWEST_FIRST =
      Comparator.comparingLong((RecentRequest each) -> each.times().startMillis()).reversed();

  private final int places;
  private final SampleRule[] rules;
  private final Map<Interest, Shelf> shelves = new EnumMap<>(Interest.class);
  private volatile LogTarget shown = LogTarget.FULL;

  /**
   * Makes one that has taken nothing yet.
   *
   * @param loops how many event loops offer
   * @param places how many of each kind are kept; 0: nothing is
   * @param nowNanos by the clock of {@link #takes}
   */
  public RecentRequests(int loops, int places, long nowNanos) {
    this.places = places;
    rules = new SampleRule[loops];
    for (int i = 0; i < loops; i++) {
      rules[i] = new SampleRule(Math.max(1, places / (2 * loops)), nowNanos);
    }
    for (Interest each : Interest.values()) {
      shelves.put(each, new Shelf(places));
    }
  }

  /**
   * Tells whether a request of an event loop is to be {@link #keep kept}, and counts it then; by
   * that loop only.
   *
   * @param nowNanos when it ended
   */
  public boolean takes(int loop, Interest interest, long nowNanos) {
    return places > 0 && rules[loop].takes(interest, nowNanos);
  }

  /** Keeps one; by one thread only. */
  public void keep(RecentRequest request) {
    Shelf shelf = shelves.get(request.interest());
    if (shelf != null && places > 0) {
      shelf.put(request);
    }
  }

  /** Says how much of request targets may be shown from now on, also of those kept before. */
  public void show(LogTarget target) {
    shown = target;
  }

  /** Returns how much of request targets may be shown. */
  public LogTarget shown() {
    return shown;
  }

  /** Returns how many of each kind are kept at most. */
  public int places() {
    return places;
  }

  /** Returns how many are kept of all kinds. */
  public int size() {
    return shelves.values().stream().mapToInt(Shelf::size).sum();
  }

  /**
   * Returns the kept ones with this id, the newest first, 20 at most: whoever asks may use an id
   * again.
   */
  public List<RecentRequest> find(String id) {
    List<RecentRequest> found = new ArrayList<>();
    shelves.values().forEach(shelf -> shelf.find(id, found::add));
    found.sort(NEWEST_FIRST);
    return found.size() > MOST_FOUND ? List.copyOf(found.subList(0, MOST_FOUND)) : found;
  }
}
