package io.clockwise.control.drain;

import io.clockwise.config.BackendConfig;
import io.clockwise.event.IntentState;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Drain;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far a drain has come.
 *
 * @param phase where it stands
 * @param work what the backend still has to do
 * @param remaining until the deadline; zero when it is over
 * @param serves whether it takes new keys all the same, since no other backend is left
 * @param settled whether nothing is left to wait for
 */
public record DrainProgress(
    Phase phase, Work work, Duration remaining, boolean serves, boolean settled) {

  /** Where a drain stands. */
  public enum Phase {
    /** It goes on. */
    DRAINING,
    /** Nothing is left. */
    DRAINED,
    /** The deadline passed. */
    EXPIRED,
    /** The backend has another state by now, or is gone. */
    CANCELLED
  }

  /**
   * What a backend has to do.
   *
   * @param requests that are live, without streams
   * @param streams that are live
   * @param sessions that were seen within the drain's window; -1: not known yet
   */
  public record Work(long requests, long streams, long sessions) {
    static final Work NONE = new Work(0, 0, 0);

    /** Tells whether there is none. */
    public boolean isNone() {
      return requests == 0 && streams == 0 && sessions == 0;
    }
  }

  /**
   * When progress is looked at.
   *
   * @param now wall time
   * @param started when this process began to note sessions
   * @param counts of sessions, as of this moment
   */
  public record Moment(Instant now, Instant started, SessionCounts counts) {}

  /*
   * Drained needs two things: every loop uses a table that says drain, so that no new key comes, and
   * nothing is left. The order matters: loops first, then the counts.
   */
  /** Looks at the drain that a backend is in. */
  public static DrainProgress of(
      IntentState state, RoutingTableRef tables, String pool, String id, Moment moment) {
    RoutingTable table = tables.current();
    boolean seenByAll = tables.lagging(table.epoch()).isEmpty();
    PoolSnapshot live = table.pools().get(pool);
    int index = live == null ? -1 : live.indexOf(id);
    BackendConfig wanted = state.head().members().getOrDefault(pool, Map.of()).get(id);
    Drain drain = state.head().drain(pool, id);
    if (wanted == null || wanted.state() != AdminState.DRAIN || drain == null) {
      Work work = live == null || index < 0 ? Work.NONE : requests(live, index, 0);
      return new DrainProgress(Phase.CANCELLED, work, Duration.ZERO, false, work.isNone());
    }
    if (live == null || index < 0) {
      return new DrainProgress(phase(drain), Work.NONE, left(drain, moment), false, false);
    }
    Work work = requests(live, index, sessions(live, index, drain, moment));
    boolean known = isSame(live.drain(index), drain) && seenByAll;
    boolean hands = live.staging() != null && live.staging().isLeaving(id); // keys, by and by
    boolean serves = drain.isOpen() && live.availability(index) == Availability.OPEN && !hands;
    boolean settled = known && work.isNone() && !hands;
    return new DrainProgress(phase(drain), work, left(drain, moment), serves, settled);
  }

  private static boolean isSame(@Nullable Drain published, Drain accepted) {
    return published != null && published.id().equals(accepted.id());
  }

  private static Phase phase(Drain drain) {
    return switch (drain.outcome()) {
      case OPEN -> Phase.DRAINING;
      case DRAINED -> Phase.DRAINED;
      case EXPIRED -> Phase.EXPIRED;
    };
  }

  private static Duration left(Drain drain, Moment moment) {
    Duration left = Duration.between(moment.now(), drain.deadline());
    return !drain.isOpen() || left.isNegative() ? Duration.ZERO : left;
  }

  private static Work requests(PoolSnapshot live, int index, long sessions) {
    long streams = live.meters(index).streams();
    return new Work(Math.max(0, live.meters(index).inFlight() - streams), streams, sessions);
  }

  private static long sessions(PoolSnapshot live, int index, Drain drain, Moment moment) {
    Duration window = drain.terms().window();
    if (window.isZero() || !drain.isOpen()) {
      return 0;
    }
    Instant from = moment.now().minus(window);
    return from.isBefore(moment.started()) && drain.since().isBefore(moment.started())
        ? -1
        : moment.counts().within(live, index, window, moment.now().getEpochSecond());
  }

  /** Tells whether the backend can be taken away without hurting anybody. */
  public boolean isRemovable() {
    return switch (phase) {
      case DRAINING -> false;
      case DRAINED, EXPIRED -> work.requests() == 0 && work.streams() == 0;
      case CANCELLED -> false;
    };
  }

  /** Tells whether it has ended, one way or the other. */
  public boolean isOver() {
    return phase != Phase.DRAINING;
  }
}
