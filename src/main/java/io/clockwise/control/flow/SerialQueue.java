package io.clockwise.control.flow;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/** Runs asynchronous tasks one after another, in order; used on one context only. */
public final class SerialQueue {
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private boolean busy;

  /** Runs the task when those before it have ended, however they ended. */
  public <T> Future<T> run(Supplier<Future<T>> task) {
    Promise<T> promise = Promise.promise();
    waiting.addLast(() -> start(task, promise));
    next();
    return promise.future();
  }

  private void next() {
    Runnable first = busy ? null : waiting.pollFirst();
    if (first != null) {
      busy = true;
      first.run();
    }
  }

  private <T> void start(Supplier<Future<T>> task, Promise<T> promise) {
    Future<T> running;
    try {
      running = task.get();
    } catch (RuntimeException e) {
      running = Future.failedFuture(e);
    }
    running.onComplete(
        ended -> {
          busy = false;
          if (ended.succeeded()) {
            promise.complete(ended.result());
          } else {
            promise.fail(ended.cause());
          }
          next();
        });
  }
}
