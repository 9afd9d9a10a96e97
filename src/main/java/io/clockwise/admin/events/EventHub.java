package io.clockwise.admin.events;

import io.clockwise.event.ChangeRecord;
import io.clockwise.event.ControlPort;
import io.clockwise.event.ReloadOutcome;
import io.clockwise.event.health.HealthPort;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Where events come together, and who follows them; used by one event loop. */
public final class EventHub implements AutoCloseable {
  /** How many may follow at a time. */
  static final int MOST_STREAMS = 50;

  private static final long LOOK_MILLIS = 1000;
  private static final int LOOKS_PER_BEAT = 15;

  private final Vertx vertx;
  private final EventRing ring;
  private final StateEvents states;
  private final DrainEvents drains;
  private final FreezeEvents freezes;
  private final Set<EventStream> streams = new LinkedHashSet<>();
  private final Runnable silence;
  private final long timer;
  private long epoch;
  private long epochTold;
  private long revision;
  private int looks;

  /** Begins, on the current event loop, with what is published now. */
  public EventHub(Vertx vertx, ControlPort control, RoutingTableRef tables, HealthPort health) {
    this.vertx = vertx;
    this.ring = new EventRing(HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()));
    this.states = new StateEvents(ring);
    this.drains = new DrainEvents(ring, control, tables);
    this.freezes = new FreezeEvents(ring, health, Instant.now());
    observe(tables.current());
    epochTold = epoch;
    this.silence = control.listen(listener(vertx.getOrCreateContext()));
    this.timer = vertx.setPeriodic(LOOK_MILLIS, tick -> look());
  }

  private ControlPort.Listener listener(Context loop) {
    return new ControlPort.Listener() {
      @Override
      public void accepted(ChangeRecord record) {
        loop.runOnContext(
            turn -> {
              ring.add(Event.REVISION, record.effect().pools(), RecordData.json(record));
              pump();
            });
      }

      @Override
      public void reloaded(ReloadOutcome outcome, String actor) {
        loop.runOnContext(
            turn -> {
              ring.add(Event.RELOAD, Set.of(), ReloadData.json(outcome, actor));
              pump();
            });
      }
    };
  }

  /** Takes a table that was published. */
  public void observe(RoutingTable table) {
    if (table.epoch() > epoch) {
      epoch = table.epoch();
      revision = table.revision();
      states.observe(table);
      drains.observe(table);
      pump();
    }
  }

  /** Takes that somebody has frozen availability, or ended that. */
  public void froze(String actor, String reason) {
    freezes.look(Instant.now(), actor, reason);
    pump();
  }

  /* Of tables and of drains no more is told than a look a second shows. */
  private void look() {
    if (epochTold != epoch) {
      epochTold = epoch;
      ring.add(
          Event.TABLE, Set.of(), new JsonObject().put("epoch", epoch).put("revision", revision));
    }
    Instant now = Instant.now();
    drains.look(now);
    freezes.look(now, null, "");
    pump();
    if (++looks % LOOKS_PER_BEAT == 0) {
      List.copyOf(streams).forEach(EventStream::beat);
    }
  }

  private void pump() {
    List.copyOf(streams).forEach(EventStream::pump);
  }

  /** Tells whether no more may follow. */
  boolean isFull() {
    return streams.size() >= MOST_STREAMS;
  }

  /**
   * Lets somebody follow.
   *
   * @param close ends the client's connection
   * @param lastEventId the id of the last event that the client has seen; empty: none
   * @param pool the one that is followed; empty: all
   */
  void follow(HttpServerResponse response, Runnable close, String lastEventId, String pool) {
    if (response.closed()) {
      return;
    }
    long next = lastEventId.isEmpty() ? ring.newest() + 1 : ring.behind(lastEventId);
    boolean gap = next == 0;
    EventStream stream = new EventStream(ring, response, close, pool, gap ? ring.oldest() : next);
    streams.add(stream);
    response.closeHandler(closed -> streams.remove(stream));
    response.exceptionHandler(failed -> streams.remove(stream));
    response.write(
        gap ? Event.gap(ring.process(), lastEventId, ring.oldest()) : ": events follow\n\n");
    stream.pump();
  }

  @Override
  public void close() {
    vertx.cancelTimer(timer);
    silence.run();
  }
}
