package io.clockwise.control;

import io.clockwise.control.table.TableAssembler;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Ties the controller's life to its context, so that it also ends with Vert.x. */
final class ControllerLife implements Deployable {
  private final CompletableFuture<Controller> made = new CompletableFuture<>();
  private final ControlPorts ports;
  private final Beginning.Good beginning;
  private final TableAssembler assembler;
  private final Duration patience;

  ControllerLife(
      ControlPorts ports, Beginning.Good beginning, TableAssembler assembler, Duration patience) {
    this.ports = ports;
    this.beginning = beginning;
    this.assembler = assembler;
    this.patience = patience;
  }

  /** Begins a life. */
  static Future<StartOutcome> begin(Vertx vertx, ControllerLife life) {
    return vertx
        .deployVerticle(life, deployment())
        .map(id -> new StartOutcome.Started(life.made.join(), life.beginning.warnings()));
  }

  private static DeploymentOptions deployment() {
    // the pool of Vert.x, not one of its own: that would end with the deployment, under tasks that
    // are still queued
    return new DeploymentOptions().setThreadingModel(ThreadingModel.WORKER);
  }

  @Override
  public Future<?> deploy(Context context) {
    Controller controller = new Controller(context, ports, beginning, assembler, patience);
    controller.live(assembler.meters());
    assembler.stages().tell(controller::refresh);
    made.complete(controller);
    return Future.succeededFuture();
  }

  @Override
  public Future<?> undeploy(Context context) {
    return made.join().end();
  }
}
