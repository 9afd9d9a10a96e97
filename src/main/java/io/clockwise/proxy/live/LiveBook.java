package io.clockwise.proxy.live;

import io.clockwise.route.RoutingTable;
import io.clockwise.telemetry.BackendMeters;
import io.clockwise.telemetry.CutReason;
import io.clockwise.telemetry.LoopMeters;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * All exchanges of one event loop that are on a backend, and the times at which some of them are
 * cut. To add one and to remove one allocates nothing.
 */
public final class LiveBook {
  /* How long a stream is waited for that cannot end well where it stands, and how often. */
  private static final long GRACE_NANOS = 3_000_000_000L;
  private static final long AGAIN_NANOS = 50_000_000;

  private final LoopClock clock;
  private final LoopMeters meters;
  private final int loop;
  private final LiveList requests = new LiveList();
  private final LiveList streams = new LiveList();
  private final Agenda agenda;
  private final TableView view;
  private final StreamRule rule;
  private final Sweep judging;
  private boolean stopping;

  /**
   * Makes an empty one, which knows no table yet.
   *
   * @param loop the index of the loop in the meters
   */
  public LiveBook(LoopClock clock, LoopMeters meters, int loop, RandomGenerator random) {
    this.clock = clock;
    this.meters = meters;
    this.loop = loop;
    this.agenda = new Agenda(clock, this::due);
    this.view = new TableView(clock);
    this.rule = new StreamRule(view, random);
    this.judging = new Sweep(clock, List.of(streams), this::judge);
  }

  /** Takes an exchange whose attempt on a backend begins. */
  public void add(LiveEntry entry) {
    remove(entry); // an attempt that was not ended would stay for good
    entry.begin();
    requests.add(entry);
  }

  /** Lets go of an exchange whose attempt is over; nothing when it is not there. */
  public void remove(LiveEntry entry) {
    LiveList list = entry.list;
    if (list == null) {
      return;
    }
    list.remove(entry);
    BackendMeters counted = entry.counted;
    if (counted != null) {
      agenda.drop(entry);
      entry.counted = null;
      counted.streamClosed(loop);
    }
  }

  /** Says that an exchange is a long stream: its answer has no end in sight. */
  public void becomesStream(LiveEntry entry) {
    becomes(entry, LiveEntry.Kind.STREAM);
  }

  /** Says that an exchange is a WebSocket from now on; it may have to end at once. */
  public void becomesTunnel(LiveEntry entry) {
    becomes(entry, LiveEntry.Kind.TUNNEL);
    if (stopping) {
      stop(entry);
    }
  }

  private void becomes(LiveEntry entry, LiveEntry.Kind kind) {
    if (entry.list == requests) {
      requests.remove(entry);
      streams.add(entry);
      entry.kind = kind;
      BackendMeters counted = entry.meters();
      entry.counted = counted;
      counted.streamOpened(loop);
      judge(entry);
    }
  }

  /** Takes a new table: those long streams end that have to, now or later. */
  public void follow(RoutingTable table) {
    boolean changed =
        view.follow(
            table, begun -> agenda.plan(begun, begun.hardStopNanos()), over -> agenda.drop(over));
    if (changed && streams.size() > 0) {
      judging.begin();
    }
  }

  /** Ends WebSockets, now and from now on: Clockwise stops. */
  public void stop() {
    stopping = true;
    new Sweep(clock, List.of(streams), this::stop).begin();
  }

  private void stop(LiveEntry entry) {
    if (entry.kind == LiveEntry.Kind.TUNNEL) {
      cut(entry, CutReason.STOP);
    }
  }

  private void judge(LiveEntry entry) {
    if (entry.ending) {
      return;
    }
    rule.judge(entry, clock.nanos());
    long at = entry.cutNanos();
    if (at == Planned.NEVER) {
      agenda.drop(entry);
    } else {
      agenda.plan(entry, at);
    }
  }

  private void due(Planned what) {
    if (what instanceof LiveEntry entry) {
      cut(entry, entry.cutReason());
    } else if (what instanceof DrainCourse drain) {
      new Sweep(clock, List.of(requests, streams), entry -> stopHard(entry, drain)).begin();
    }
  }

  private void stopHard(LiveEntry entry, DrainCourse drain) {
    if (entry.pool().name().equals(drain.pool()) && entry.backendId().equals(drain.backend())) {
      cut(entry, CutReason.DRAIN);
    }
  }

  /* What serves the entry may be another request when the exchange was told. */
  private void cut(LiveEntry entry, CutReason reason) {
    if (entry.ending) {
      return;
    }
    long now = clock.nanos();
    boolean stream = entry.isStream();
    boolean atOnce = entry.triedNanos != Planned.NEVER && now - entry.triedNanos >= GRACE_NANOS;
    agenda.drop(entry);
    entry.ending = true;
    if (entry.exchange().cut(reason, atOnce)) {
      if (stream) {
        meters.streamCut(reason);
      }
      return;
    }
    entry.ending = false;
    if (stream) {
      tryAgain(entry, reason, now);
    }
  }

  private void tryAgain(LiveEntry entry, CutReason reason, long now) {
    entry.triedNanos = Math.min(entry.triedNanos, now);
    long again = now + AGAIN_NANOS;
    if (reason == CutReason.OWNER_CHANGE) {
      entry.ownerCutNanos = again;
    } else {
      entry.drainCutNanos = again;
    }
    agenda.plan(entry, again);
  }

  /** Returns how many exchanges there are. */
  public int size() {
    return requests.size() + streams.size();
  }

  /** Returns how many of them are long streams. */
  public int streams() {
    return streams.size();
  }
}
