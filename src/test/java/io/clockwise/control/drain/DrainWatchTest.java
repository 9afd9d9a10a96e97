package io.clockwise.control.drain;

import static io.clockwise.control.intent.Intents.after;
import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.start;
import static io.clockwise.control.intent.Intents.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.control.table.TableAssembler;
import io.clockwise.event.BackendChange;
import io.clockwise.event.IntentState;
import io.clockwise.event.health.HealthView;
import io.clockwise.model.AdminState;
import io.clockwise.model.Drain;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.BackendMeters;
import io.clockwise.telemetry.Meters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** When drains are over. */
class DrainWatchTest {
  private static final long SECOND = 1_000_000_000;

  private final Meters meters = new Meters(2);
  private final BackendMeters work = meters.backend("carts", "a");
  private final TableAssembler assembler = new TableAssembler(meters, HealthView.ALL_UP);
  private final IntentState ready = start(file("a=h:1*1@READY", "b=h:2*1@READY"));
  private final RoutingTable first = assembler.assemble(ready, null);
  private final RoutingTableRef tables = new RoutingTableRef(first);
  private final DrainWatch watch = new DrainWatch(tables, Instant.EPOCH.minusSeconds(100));
  private final IntentState draining = after(ready, wish("a", AdminState.DRAIN));

  private List<Drain.Outcome> due(long wallSeconds, long nanos) {
    return watch.due(draining, Instant.EPOCH.plusSeconds(wallSeconds), nanos).stream()
        .map(BackendChange.End::outcome)
        .toList();
  }

  private void publish() {
    tables.publish(assembler.assemble(draining, first));
  }

  @Test
  void aDrainWaitsForRequestsAndStreams() {
    work.started(0);
    work.started(1);
    work.streamOpened(1);
    publish();
    assertThat(due(0, 0)).isEmpty();
    work.ended(0, false);
    assertThat(due(1, SECOND)).as("the stream goes on").isEmpty();
    work.streamClosed(1);
    work.ended(1, false);
    assertThat(due(2, 2 * SECOND)).containsExactly(Drain.Outcome.DRAINED);
  }

  @Test
  void aDrainWaitsUntilEveryLoopKnows() {
    assertThat(due(0, 0)).as("not even published").isEmpty();
    Queue<Runnable> loop = new ArrayDeque<>();
    tables.join("slow", loop::add);
    publish();
    assertThat(due(0, 0)).isEmpty();
    loop.forEach(Runnable::run);
    assertThat(due(0, 0)).containsExactly(Drain.Outcome.DRAINED);
  }

  @Test
  void theDeadlineRunsOnTheClockThatOnlyGoesForward() {
    work.started(0);
    publish();
    long minutes = Duration.ofMinutes(10).toSeconds();
    assertThat(due(0, 0)).isEmpty();
    assertThat(due(10 * minutes, SECOND)).as("the wall clock was set").isEmpty();
    assertThat(due(-minutes, (minutes - 1) * SECOND)).isEmpty();
    assertThat(due(-minutes, minutes * SECOND)).containsExactly(Drain.Outcome.EXPIRED);
  }

  @Test
  void afterARestartTheRestGoesOn() {
    work.started(0);
    publish();
    assertThat(due(Duration.ofMinutes(9).toSeconds(), 7 * SECOND)).isEmpty();
    assertThat(due(0, (7 + 59) * SECOND)).isEmpty();
    assertThat(due(0, (7 + 60) * SECOND)).containsExactly(Drain.Outcome.EXPIRED);
  }
}
