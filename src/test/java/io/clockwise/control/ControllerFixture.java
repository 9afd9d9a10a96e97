package io.clockwise.control;

import static io.clockwise.control.intent.Intents.proposal;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.clockwise.control.journal.MemoryIntentLog;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome;
import io.clockwise.event.IntentState;
import io.clockwise.event.health.HealthView;
import io.clockwise.placement.Placement;
import io.clockwise.placement.build.Placements;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.telemetry.Meters;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.slf4j.LoggerFactory;

/** A controller over a source in memory, with placements that wait or fail as a test says. */
abstract class ControllerFixture {
  static final String A = "a=h:1*1@READY";
  static final String B = "b=h:2*1@READY";
  static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  final Vertx vertx = Vertx.vertx();
  final TestSource source = new TestSource(A, B, "# why?");
  final MemoryIntentLog log = new MemoryIntentLog(1000);
  final Meters meters = new Meters(1);
  final AtomicInteger builds = new AtomicInteger();
  final CountDownLatch gate = new CountDownLatch(1);
  final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  volatile HealthView health = HealthView.ALL_UP;
  volatile boolean gated;
  volatile RuntimeException buildFailure;
  Controller controller;

  @BeforeEach
  void listen() {
    logged.start();
    ((Logger) LoggerFactory.getLogger(Controller.class)).addAppender(logged);
    controller = ((StartOutcome.Started) start(Duration.ofMillis(50))).controller();
  }

  @AfterEach
  void end() {
    gate.countDown();
    get(vertx.close().toCompletionStage());
    ((Logger) LoggerFactory.getLogger(Controller.class)).detachAppender(logged);
  }

  StartOutcome start(Duration patience) {
    TableAssembler assembler =
        new TableAssembler(
            meters,
            (pool, id) -> health.of(pool, id),
            (settings, members, closed, previous) -> {
              builds.incrementAndGet();
              waitAtGate();
              if (buildFailure != null) {
                throw buildFailure;
              }
              return built(Placements.build(settings, members, closed, previous));
            });
    ControlPorts ports = new ControlPorts(source, TestSource::understand, log, () -> NOW);
    return get(Controller.start(vertx, ports, assembler, patience).toCompletionStage());
  }

  /** Returns what stands for a placement that was built. */
  Placement built(Placement placement) {
    return placement;
  }

  void waitAtGate() {
    try {
      if (gated && !gate.await(5, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody opened the gate");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(5, TimeUnit.SECONDS).join();
  }

  ChangeOutcome propose(BackendChange... changes) {
    return get(controller.propose(proposal(changes)));
  }

  IntentState applied(BackendChange... changes) {
    ChangeOutcome.Applied outcome = (ChangeOutcome.Applied) propose(changes);
    assertThat(outcome.pendingLoops()).isEmpty();
    return outcome.state();
  }

  PoolSnapshot carts() {
    return controller.table().current().pools().get("carts");
  }

  List<String> lines() {
    return List.copyOf(logged.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
