package io.clockwise.control.drain;

import io.clockwise.event.BackendChange;
import io.clockwise.event.IntentState;
import io.clockwise.model.Drain;
import io.clockwise.route.RoutingTableRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/*
 * A deadline is stored as wall time, so that it outlives the process, and run on the clock that only
 * goes forward: what is left is taken once, when the drain is first seen. So a wall clock that is set
 * anew while a drain goes on neither ends it nor keeps it alive.
 */
/** Finds the drains that have come to an end; used on the controller's context only. */
public final class DrainWatch {
  private final RoutingTableRef tables;
  private final Instant started;
  private final SessionCounts counts = new SessionCounts();
  private final Map<String, Long> deadlines = new HashMap<>();

  /**
   * Makes a watch.
   *
   * @param started when this process began to note sessions
   */
  public DrainWatch(RoutingTableRef tables, Instant started) {
    this.tables = tables;
    this.started = started;
  }

  /**
   * Returns the ends of drains that are due.
   *
   * @param now wall time
   * @param nanos the clock that only goes forward
   */
  public List<BackendChange.End> due(IntentState state, Instant now, long nanos) {
    List<BackendChange.End> ends = new ArrayList<>();
    Set<String> open = new HashSet<>();
    DrainProgress.Moment moment = new DrainProgress.Moment(now, started, counts);
    state
        .head()
        .drains()
        .forEach(
            (pool, drains) ->
                drains.forEach(
                    (id, drain) -> {
                      if (drain.isOpen()) {
                        open.add(key(pool, id, drain));
                        Drain.Outcome outcome = outcome(state, pool, id, drain, moment, nanos);
                        if (outcome != Drain.Outcome.OPEN) {
                          ends.add(new BackendChange.End(pool, id, drain.id(), outcome));
                        }
                      }
                    }));
    deadlines.keySet().retainAll(open);
    counts.retain(tables.current().pools());
    return ends;
  }

  private Drain.Outcome outcome(
      IntentState state,
      String pool,
      String id,
      Drain drain,
      DrainProgress.Moment moment,
      long nanos) {
    long deadline =
        deadlines.computeIfAbsent(
            key(pool, id, drain),
            key -> nanos + Duration.between(moment.now(), drain.deadline()).toNanos());
    DrainProgress progress = DrainProgress.of(state, tables, pool, id, moment);
    if (progress.settled()) {
      return Drain.Outcome.DRAINED;
    }
    return nanos - deadline >= 0 ? Drain.Outcome.EXPIRED : Drain.Outcome.OPEN;
  }

  private static String key(String pool, String id, Drain drain) {
    return pool + "/" + id + "/" + drain.id();
  }
}
